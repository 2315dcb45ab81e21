/** What a database has otherwise than a new one of this version. Its records are another matter. */
export interface SchemaDifferences {
  lacks: string[];
  /** On tables of Kassa; more indexes may do no harm, and other tables are somebody else's. */
  has_besides: string[];
}

/** A table that is missing is one line, and not one for each of its columns. */
export function schemaDifferences(found: string[], fresh: string[]): SchemaDifferences {
  const [here, expected] = [new Set(found), new Set(fresh)];
  const tables = fresh.flatMap((line) => /^table (\w+)/.exec(line)?.[1] ?? []);
  const tableOf = (line: string) =>
    /^(?:table |column |constraint of |\w+ \w+ on )(\w+)/.exec(line)?.[1];
  const has = new Set([...found.map(tableOf), undefined]);
  return {
    lacks: fresh.filter(
      (line) => !here.has(line) && (line.startsWith('table ') || has.has(tableOf(line))),
    ),
    has_besides: found.filter(
      (line) =>
        !expected.has(line) &&
        !line.startsWith('index ') &&
        (tables.includes(tableOf(line) ?? '') || line.startsWith('view ')),
    ),
  };
}
