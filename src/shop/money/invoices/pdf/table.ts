import type { PresentedInvoice, PresentedLine } from '../presentation.rules.ts';
import { drawLines, LINE_HEIGHT, PAGE, QUIET, type Sheet, type Tag } from './sheet.ts';

const CELL = { size: 9 };
const FIGURE = { size: 9, is_figure: true };
const DETAIL = { size: 8, color: QUIET };
const HEADING = { size: 8, color: QUIET };

/** Right edges of the narrow columns, and the widths of those that are wrapped. */
const COLUMNS = { description_width: 232, quantity: 336, tax: 440, tax_width: 96 };
const PADDING = 7;

/** The lines; a page that is full is followed by another one with the same headings. */
export function drawTable(sheet: Sheet, root: Tag, shown: PresentedInvoice): void {
  const { doc } = sheet;
  const table = doc.struct('Table');
  root.add(table);
  sheet.need(60);
  const row = doc.struct('TR');
  table.add(row);
  drawHeadings(sheet, shown, (draw) => sheet.tag(row, 'TH', draw, { scope: 'Column' }));
  row.end();
  sheet.rule(sheet.y);
  for (const line of shown.lines) drawRow(sheet, table, line, shown);
  table.end();
}

function drawHeadings(
  sheet: Sheet,
  { texts, tax_label }: PresentedInvoice,
  cell: (draw: () => void) => void,
): void {
  const { pen } = sheet;
  const y = sheet.y + 8;
  cell(() => pen.draw(texts.description, HEADING, { x: PAGE.left, y }));
  cell(() => pen.draw(texts.quantity, HEADING, { right: COLUMNS.quantity, y }));
  cell(() => pen.draw(tax_label, HEADING, { right: COLUMNS.tax, y }));
  cell(() => pen.draw(texts.amount, HEADING, { right: PAGE.right, y }));
  sheet.y += 15;
}

function drawRow(sheet: Sheet, table: Tag, line: PresentedLine, shown: PresentedInvoice): void {
  const { doc, pen } = sheet;
  const described = pen.wrap(line.description, CELL, COLUMNS.description_width);
  const details = line.details.flatMap((one) => pen.wrap(one, DETAIL, COLUMNS.description_width));
  const taxes = pen.wrap(line.tax, FIGURE, COLUMNS.tax_width);
  const tall = described.length * CELL.size + details.length * DETAIL.size;
  const height = Math.max(tall, taxes.length * CELL.size) * LINE_HEIGHT + 2 * PADDING;
  if (sheet.need(height)) {
    sheet.decorate('Pagination', () => drawHeadings(sheet, shown, (draw) => draw()));
    sheet.rule(sheet.y);
  }
  const y = sheet.y + PADDING + CELL.size;
  const row = doc.struct('TR');
  table.add(row);
  sheet.tag(row, 'TD', () => {
    const end = drawLines(sheet, described, CELL, { x: PAGE.left, y });
    drawLines(sheet, details, DETAIL, { x: PAGE.left, y: end });
  });
  sheet.tag(row, 'TD', () => pen.draw(line.quantity, FIGURE, { right: COLUMNS.quantity, y }));
  sheet.tag(row, 'TD', () => drawLines(sheet, taxes, FIGURE, { right: COLUMNS.tax, y }));
  sheet.tag(row, 'TD', () => pen.draw(line.amount, FIGURE, { right: PAGE.right, y }));
  row.end();
  sheet.y += height;
  sheet.rule(sheet.y);
}
