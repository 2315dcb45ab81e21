import { type Html, html } from '../../platform/core/html.ts';

/** A text that is broken before each of these signs first, where a column is too narrow for it. */
export const breakableBefore = (sign: string, text: string): Html =>
  html`${text.split(sign).map((part, at) => (at === 0 ? part : html`<wbr>${sign}${part}`))}`;

export const emailText = (text: string): Html => breakableBefore('@', text);
