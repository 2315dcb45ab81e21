import type { PresentedInvoice } from '../presentation.rules.ts';
import type { FontSet } from './fonts.ts';
import type { Logo } from './logo.ts';
import {
  createSheet,
  drawLines,
  LINE_HEIGHT,
  PAGE,
  type Pdf,
  QUIET,
  type Sheet,
  type Tag,
} from './sheet.ts';
import { drawTable } from './table.ts';

const LABEL = { size: 8, color: QUIET };
const BODY = { size: 9 };
const SMALL = { size: 8.5, color: QUIET };

/** The pages: who, when and how much; the lines; the sums; what has to be said; the foot. */
export function drawInvoice(
  doc: Pdf,
  shown: PresentedInvoice,
  fonts: FontSet,
  logo: Logo | undefined,
): void {
  const sheet = createSheet(doc, fonts);
  const root = doc.struct('Document');
  doc.addStructure(root);
  drawHead(sheet, root, shown, logo);
  drawColumns(sheet, root, shown);
  drawTable(sheet, root, shown);
  drawSums(sheet, root, shown);
  drawNotes(sheet, root, shown);
  root.end();
  drawFeet(sheet, shown);
}

const LOGO = { width: 170, height: 44 };

function drawHead(sheet: Sheet, root: Tag, shown: PresentedInvoice, logo: Logo | undefined): void {
  const { doc, pen } = sheet;
  const [seller = ''] = shown.seller;
  if (logo) {
    const image = () => {
      doc.image(Buffer.from(logo.data), PAGE.left, sheet.y, { fit: [LOGO.width, LOGO.height] });
    };
    root.add(doc.struct('Figure', { alt: seller }, image));
    sheet.y += LOGO.height + 40;
  } else {
    const style = { size: 11, is_bold: true, color: QUIET };
    const [name = ''] = pen.wrap(seller, style, PAGE.right - PAGE.left);
    sheet.tag(root, 'P', () => pen.draw(name, style, { x: PAGE.left, y: sheet.y + 11 }));
    sheet.y += 56;
  }
  sheet.tag(root, 'H1', () => {
    pen.draw(shown.title, { size: 24, is_bold: true }, { x: PAGE.left, y: sheet.y });
  });
  sheet.y += 23;
  sheet.tag(root, 'P', () =>
    pen.draw(shown.statement, { size: 11.5 }, { x: PAGE.left, y: sheet.y }),
  );
  sheet.y += 40;
}

/** The facts, the seller and the buyer beside each other. */
function drawColumns(sheet: Sheet, root: Tag, shown: PresentedInvoice): void {
  const top = sheet.y;
  const ends = [
    drawFacts(sheet, root, shown, { x: PAGE.left, width: 140 }),
    drawParty(sheet, root, shown.texts.seller, shown.seller, { x: 209, width: 158 }),
    drawParty(sheet, root, shown.texts.buyer, shown.buyer, { x: 383, width: 158 }),
  ];
  sheet.y = Math.max(top, ...ends) + 26;
}

interface Column {
  x: number;
  width: number;
}

function drawFacts(
  sheet: Sheet,
  root: Tag,
  { facts }: PresentedInvoice,
  { x, width }: Column,
): number {
  let { y } = sheet;
  for (const { label, value } of facts) {
    const lines = sheet.pen.wrap(value, BODY, width);
    sheet.tag(root, 'P', () => {
      sheet.pen.draw(label, LABEL, { x, y });
      drawLines(sheet, lines, BODY, { x, y: y + 12.5 });
    });
    y += 12.5 + lines.length * BODY.size * LINE_HEIGHT + 5;
  }
  return y - 5;
}

function drawParty(
  sheet: Sheet,
  root: Tag,
  label: string,
  [name = '', ...others]: string[],
  { x, width }: Column,
): number {
  const { pen, y } = sheet;
  const bold = { ...BODY, is_bold: true };
  const named = pen.wrap(name, bold, width);
  const lines = others.flatMap((line) => pen.wrap(line, BODY, width));
  let end = y;
  sheet.tag(root, 'P', () => {
    pen.draw(label, LABEL, { x, y });
    end = drawLines(sheet, named, bold, { x, y: y + 12.5 });
    end = drawLines(sheet, lines, BODY, { x, y: end });
  });
  return end;
}

const SUMS = { x: 297, row: 17 };

function drawSums(sheet: Sheet, root: Tag, { sums }: PresentedInvoice): void {
  const { doc, pen } = sheet;
  sheet.need(sums.length * SUMS.row + 24);
  sheet.y += 8;
  const table = doc.struct('Table');
  root.add(table);
  for (const { label, amount, is_total } of sums) {
    const style = { size: is_total ? 11 : 9, is_bold: is_total };
    const width = pen.widthOf(amount, { ...style, is_figure: true });
    const lines = pen.wrap(label, style, PAGE.right - width - 12 - SUMS.x);
    const height = SUMS.row + (lines.length - 1) * style.size * LINE_HEIGHT + (is_total ? 5 : 0);
    if (sheet.need(height + 8)) sheet.y += 8;
    if (is_total) sheet.rule(sheet.y, SUMS.x);
    const y = sheet.y + (is_total ? 15 : 11);
    const row = doc.struct('TR');
    table.add(row);
    const color = is_total ? {} : { color: QUIET };
    sheet.tag(row, 'TH', () => drawLines(sheet, lines, { ...style, ...color }, { x: SUMS.x, y }), {
      scope: 'Row',
    });
    const figures = { ...style, is_figure: true };
    sheet.tag(row, 'TD', () => pen.draw(amount, figures, { right: PAGE.right, y }));
    row.end();
    sheet.y += height;
  }
  table.end();
  sheet.y += 22;
}

function drawNotes(sheet: Sheet, root: Tag, { notes, texts }: PresentedInvoice): void {
  const { pen } = sheet;
  const write = (note: string) => {
    const lines = pen.wrap(note, SMALL, PAGE.right - PAGE.left);
    sheet.need(lines.length * SMALL.size * LINE_HEIGHT + 5);
    const y = sheet.y + SMALL.size;
    sheet.tag(root, 'P', () => drawLines(sheet, lines, SMALL, { x: PAGE.left, y }));
    sheet.y += lines.length * SMALL.size * LINE_HEIGHT + 5;
  };
  notes.forEach(write);
  if (pen.isIncomplete()) write(texts.unshown_note);
}

/** At last, when it is known how many pages there are. */
function drawFeet(sheet: Sheet, { title, number, imprint, texts }: PresentedInvoice): void {
  const { doc, pen } = sheet;
  const style = { size: 7.5, color: QUIET };
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const counted = texts.page
      .replace('{page}', String(page + 1))
      .replace('{pages}', String(count));
    const right = count === 1 ? `${title} ${number}` : `${title} ${number} · ${counted}`;
    const room = PAGE.right - PAGE.left - pen.widthOf(right, style) - 24;
    const [left = ''] = pen.wrap(imprint, style, room);
    sheet.decorate('Pagination', () => {
      pen.draw(left, style, { x: PAGE.left, y: PAGE.foot });
      pen.draw(right, style, { right: PAGE.right, y: PAGE.foot });
    });
  }
}
