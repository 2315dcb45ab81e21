/** The metrics of one process, in the text format of Prometheus. */
interface ProcessMetrics {
  number: number;
  text: string;
}

interface Family {
  head: string[];
  values: Map<string, string>;
}

/**
 * Makes one text of those of several processes. Whatever a process counts or uses has its number as
 * a label, because a counter of a process that was started again begins at 0: added to the others, it
 * would look as if all had begun again. What describes the shop is the same everywhere; where it
 * differs, the worst value is shown.
 */
export function joinMetrics(all: ProcessMetrics[]): string {
  const families = new Map<string, Family>();
  for (const { number, text } of all) {
    let name = '';
    let is_labelled = false;
    for (const line of text.split('\n')) {
      const [, kind, named = '', type] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
      if (kind !== undefined) {
        name = named;
        const family: Family = families.get(name) ?? { head: [], values: new Map() };
        if (!family.head.includes(line)) family.head.push(line);
        families.set(name, family);
        if (kind === 'TYPE') is_labelled = type !== 'gauge' || OF_A_PROCESS.test(name);
        continue;
      }
      const end = line.lastIndexOf(' ');
      const values = families.get(name)?.values;
      if (end === -1 || !values) continue;
      const series = line.slice(0, end);
      const value = line.slice(end + 1);
      const before = values.get(series);
      if (is_labelled) values.set(labelled(series, number), value);
      else if (before === undefined || isWorse(name, Number(value), Number(before))) {
        values.set(series, value);
      }
    }
  }
  const lines = [...families.values()].flatMap(({ head, values }) => [
    ...head,
    ...[...values].map(([series, value]) => `${series} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

const OF_A_PROCESS = /^(process|nodejs)_/;
/** 1 when all is well, otherwise 0. */
const IS_WELL = /_(up|writable)$/;
/** The one that comes first is the worst. */
const IS_END = /_ends_timestamp_seconds$/;
/** How far something is off, to either side. */
const IS_OFF = /_ahead_seconds$/;

function isWorse(name: string, value: number, before: number): boolean {
  if (IS_WELL.test(name) || IS_END.test(name)) return value < before;
  return IS_OFF.test(name) ? Math.abs(value) > Math.abs(before) : value > before;
}

const labelled = (series: string, number: number): string =>
  series.endsWith('}')
    ? `${series.slice(0, -1)},process="${number}"}`
    : `${series}{process="${number}"}`;
