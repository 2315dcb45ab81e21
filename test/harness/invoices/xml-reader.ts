/** An element as it was read; names without their prefix, since the namespaces are checked apart. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const TOKEN = /<\?[^?]*\?>|<(\/?)([\w.:-]+)((?:\s+[\w.:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;

/** Reads XML as strictly as these documents need: what is not well-formed throws. */
export function readXml(source: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const prefixes = new Map<string, string>();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(source);
    if (!found) throw new Error(`not XML at ${at}: ${source.slice(at, at + 40)}`);
    const [, closes, full, more = '', is_empty, text] = found;
    const parent = open.at(-1);
    if (!parent) throw new Error('more is closed than was opened');
    if (text !== undefined) parent.text += withoutEscapes(text);
    if (full === undefined) continue;
    const [prefix = '', local = ''] = full.includes(':') ? full.split(':') : ['', full];
    if (closes) {
      if (open.pop()?.name !== local) throw new Error(`</${full}> closes another element`);
      continue;
    }
    const attributes: Record<string, string> = {};
    for (const [, name = '', value = ''] of more.matchAll(/([\w.:-]+)="([^"]*)"/g)) {
      attributes[name] = withoutEscapes(value);
      if (name.startsWith('xmlns')) prefixes.set(name.slice(6), value);
    }
    if (!prefixes.has(prefix)) throw new Error(`the prefix ${prefix} is not declared`);
    const made: Element = { name: local, attributes, children: [], text: '' };
    parent.children.push(made);
    if (!is_empty) open.push(made);
  }
  const [only] = root.children;
  if (open.length !== 1 || !only || root.children.length !== 1) throw new Error('not one element');
  return only;
}

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function withoutEscapes(text: string): string {
  return text.replace(/&(\w+);|&/g, (all, name: string | undefined) => {
    const sign = SIGNS[name ?? ''];
    if (sign === undefined) throw new Error(`${all} is not a reference`);
    return sign;
  });
}

/** All elements at a path below one: `all(root, 'Party/Address')`. */
export function all(from: Element, path: string): Element[] {
  return path
    .split('/')
    .reduce(
      (found, name) => found.flatMap(({ children }) => children.filter((c) => c.name === name)),
      [from],
    );
}

export const first = (from: Element | undefined, path: string): Element | undefined =>
  from && all(from, path)[0];

export const textOf = (from: Element | undefined, path: string): string | undefined =>
  first(from, path)?.text;

/** Every element of a document, for rules that hold for all. */
export const everyElement = (from: Element): Element[] => [
  from,
  ...from.children.flatMap(everyElement),
];
