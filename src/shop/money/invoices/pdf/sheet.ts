import type PDFDocument from 'pdfkit';
import type { FontSet } from './fonts.ts';
import { createPen, type Pen, type TextStyle } from './pen.ts';

export type Pdf = typeof PDFDocument.prototype;
export type Tag = ReturnType<Pdf['struct']>;

/** An A4 page in points, with what is left white around the text. */
export const PAGE = { left: 54, right: 541, top: 54, bottom: 770, foot: 800 };
export const QUIET = '#5d6472';
const HAIRLINE = '#d9dce3';
export const LINE_HEIGHT = 1.42;

/** The pages of a document and the place on them that was reached. */
export interface Sheet {
  doc: Pdf;
  pen: Pen;
  y: number;
  /** Goes on with a new page unless this height is left. True if there is a new one. */
  need(height: number): boolean;
  /** Tags what is drawn, for people who listen to the document. */
  tag(parent: Tag, type: string, draw: () => void, options?: { scope?: 'Column' | 'Row' }): void;
  /** Draws what only decorates. */
  decorate(type: 'Layout' | 'Pagination', draw: () => void): void;
  rule(y: number, from?: number): void;
}

export function createSheet(doc: Pdf, fonts: FontSet): Sheet {
  const pen = createPen(doc, fonts);
  const sheet: Sheet = {
    doc,
    pen,
    y: PAGE.top,
    need(height) {
      if (sheet.y + height <= PAGE.bottom) return false;
      doc.addPage();
      sheet.y = PAGE.top;
      return true;
    },
    tag(parent, type, draw, options = {}) {
      parent.add(doc.struct(type, options, draw));
    },
    decorate(type, draw) {
      doc.markContent('Artifact', { type });
      draw();
      doc.endMarkedContent();
    },
    rule(y, from = PAGE.left) {
      sheet.decorate('Layout', () => {
        doc.moveTo(from, y).lineTo(PAGE.right, y).lineWidth(0.6).strokeColor(HAIRLINE).stroke();
      });
    },
  };
  return sheet;
}

/** Lines one below the other; returns where the next one would be. */
export function drawLines(
  { pen }: Sheet,
  lines: string[],
  style: TextStyle,
  at: { x: number; y: number } | { right: number; y: number },
): number {
  lines.forEach((line, index) => {
    pen.draw(line, style, { ...at, y: at.y + index * style.size * LINE_HEIGHT });
  });
  return at.y + lines.length * style.size * LINE_HEIGHT;
}
