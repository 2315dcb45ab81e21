import { type Html, html } from '../../platform/core/html.ts';

// Marks of the brands that are known, drawn by ourselves. Decoration: the number says the same.
const text = (letters: string, { fill, size }: { fill: string; size: number }): Html =>
  html`<text x="17" y="${11 + size * 0.36}" text-anchor="middle" textLength="26"
    lengthAdjust="spacingAndGlyphs" font-family="sans-serif" font-size="${size}" font-weight="800"
    fill="${fill}">${letters}</text>`;

const MARKS: Record<string, { ground: string; drawing: Html }> = {
  visa: { ground: '#fff', drawing: text('VISA', { fill: '#1a1f71', size: 11 }) },
  mastercard: {
    ground: '#fff',
    drawing: html`<circle cx="13" cy="11" r="7" fill="#eb001b"/>
    <circle cx="21" cy="11" r="7" fill="#f79e1b"/>
    <path d="M17 5.26a7 7 0 0 1 0 11.48 7 7 0 0 1 0-11.48z" fill="#ff5f00"/>`,
  },
  amex: { ground: '#006fcf', drawing: text('AMEX', { fill: '#fff', size: 9 }) },
};

const drawn = (brand: string, { ground, drawing }: (typeof MARKS)[string]): Html =>
  html`<svg class="${brand}" viewBox="0 0 34 22">
    <rect width="34" height="22" rx="4" fill="${ground}"/>${drawing}</svg>`;

/** The mark of one brand; nothing for others. */
export const cardMark = (brand: string): Html | undefined => {
  const mark = MARKS[brand];
  return mark && html`<span class="mark" aria-hidden="true">${drawn(brand, mark)}</span>`;
};

/** The cards that are taken; the script of the card form leaves the one whose number it is. */
export const cardMarks = (): Html =>
  html`<span class="marks" aria-hidden="true">${Object.entries(MARKS).map(([brand, mark]) =>
    drawn(brand, mark),
  )}</span>`;
