import type { PageAnswer } from '../../platform/http/page.ts';
import { type Known, NOTHING_KNOWN } from './known.ts';

interface Csv<Row> {
  /** Of the file, without its ending. */
  name: string;
  /** Those without `csv` are not in it. */
  columns: readonly { title: string; csv?(row: Row, known: Known): string | number | null }[];
  /** What the cells of a page say of other records. */
  readKnown?(rows: readonly Row[]): Promise<Known>;
  readPage(cursor: string | null): Promise<{ data: Row[]; next_cursor: string | null }>;
}

/** All pages of a list as CSV (RFC 4180). One page at a time is in memory. */
export const csvAnswer = <Row>({ name, columns, readPage, readKnown }: Csv<Row>): PageAnswer => ({
  status: 200,
  type: 'text/csv; charset=utf-8',
  headers: {
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
  },
  body: '',
  pieces: (async function* () {
    const shown = columns.flatMap(({ title, csv }) => (csv ? { title, csv } : []));
    yield line(shown.map(({ title }) => title));
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor);
      const known = (await readKnown?.(page.data)) ?? NOTHING_KNOWN;
      yield page.data.map((row) => line(shown.map(({ csv }) => csv(row, known)))).join('');
      cursor = page.next_cursor;
    } while (cursor !== null);
  })(),
});

const line = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;

/**
 * Where a spreadsheet would see the beginning of a formula: of the cell, or behind a semicolon, at
 * which many begin another cell, whatever is quoted. Wide signs count as the usual ones.
 */
const FORMULA = /(^|;)(?=\s*[=+\-@\t\r＝＋－＠])/gu;

/** A text that a spreadsheet would take for a formula is marked as a text. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(FORMULA, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
