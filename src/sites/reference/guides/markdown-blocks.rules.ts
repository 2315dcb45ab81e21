/** What our documents are made of. */
export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; first: number | undefined; items: Block[][] }
  | { kind: 'table'; head: string[]; rows: string[][] };

/** A block, and the line after it. */
interface Read {
  block: Block;
  next: number;
}

const FENCE = '```';
const BULLET = /^[-*] /;
const NUMBER = /^(\d{1,4})\. /;
const HEADING = /^(#{1,6}) (\S.*)$/s;

/** Headings, paragraphs, lists, tables and code, of a document as we write them. */
export function readBlocks(text: string): Block[] {
  const ids = new Map<string, number>();
  return blocksOf(text.split('\n'), ids);
}

function blocksOf(lines: string[], ids: Map<string, number>): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at++;
      continue;
    }
    const { block, next } =
      readCode(lines, at) ??
      readHeading(line, at, ids) ??
      readTable(lines, at) ??
      readList(lines, at, ids) ??
      readParagraph(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

function readCode(lines: string[], at: number): Read | undefined {
  const first = lines[at] ?? '';
  if (!first.startsWith(FENCE)) return undefined;
  const found = lines.indexOf(FENCE, at + 1);
  const end = found === -1 ? lines.length : found;
  const text = lines.slice(at + 1, end).join('\n');
  return { block: { kind: 'code', language: first.slice(FENCE.length), text }, next: end + 1 };
}

function readHeading(line: string, at: number, ids: Map<string, number>): Read | undefined {
  const [, signs = '', text] = HEADING.exec(line) ?? [];
  if (text === undefined) return undefined;
  const id = freeId(headingId(text), ids);
  return { block: { kind: 'heading', level: signs.length, text, id }, next: at + 1 };
}

/** The address of a heading, as GitHub makes it, whose links stand in our documents. */
const headingId = (text: string): string =>
  text
    .replaceAll(/\[([^\][\n]{1,200})\]\([^)\n]{1,300}\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

function freeId(id: string, ids: Map<string, number>): string {
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

function readTable(lines: string[], at: number): Read | undefined {
  if (!lines[at]?.startsWith('|') || !lines[at + 1]?.startsWith('|-')) return undefined;
  let end = at + 2;
  while (lines[end]?.startsWith('|')) end++;
  const rows = lines.slice(at + 2, end).map(cellsOf);
  return { block: { kind: 'table', head: cellsOf(lines[at] ?? ''), rows }, next: end };
}

/** The cells of a row; `\|` is a sign of the text. */
const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Lines below an item that are indented are its own: text, code, another list. */
function readList(lines: string[], at: number, ids: Map<string, number>): Read | undefined {
  const marker = markerOf(lines[at]);
  if (!marker) return undefined;
  const items: Block[][] = [];
  let next = at;
  for (;;) {
    const item = markerOf(lines[next]);
    if (!item || item.is_numbered !== marker.is_numbered) break;
    const end = endOfItem(lines, next + 1);
    const own = lines.slice(next, end);
    const [first = '', ...others] = own;
    const inner = [first.slice(item.width), ...others.map((line) => withoutIndent(line, item))];
    items.push(blocksOf(inner, ids));
    next = end;
  }
  const first = marker.is_numbered ? marker.number : undefined;
  return { block: { kind: 'list', first, items }, next };
}

interface Marker {
  is_numbered: boolean;
  number: number;
  width: number;
}

function markerOf(line = ''): Marker | undefined {
  if (BULLET.test(line)) return { is_numbered: false, number: 0, width: 2 };
  const [sign, number] = NUMBER.exec(line) ?? [];
  return sign === undefined
    ? undefined
    : { is_numbered: true, number: Number(number), width: sign.length };
}

function endOfItem(lines: string[], from: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (!line.startsWith('  ')) break;
    end = at + 1;
  }
  // Empty lines between two items belong to none.
  while (lines[end]?.trim() === '' && markerOf(lines[end + 1])) end++;
  return end;
}

function withoutIndent(line: string, { width }: Marker): string {
  const indent = line.length - line.trimStart().length;
  return line.slice(Math.min(indent, width));
}

function readParagraph(lines: string[], at: number): Read {
  let end = at + 1;
  while (end < lines.length && isText(lines[end] ?? '')) end++;
  return { block: { kind: 'paragraph', text: lines.slice(at, end).join('\n') }, next: end };
}

const isText = (line: string): boolean =>
  line.trim() !== '' &&
  !line.startsWith(FENCE) &&
  !line.startsWith('|') &&
  !HEADING.test(line) &&
  !markerOf(line);
