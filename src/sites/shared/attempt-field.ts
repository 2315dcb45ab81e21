import { randomText } from '../../core/ids.ts';
import { type Html, html } from './html.ts';

/** A form field that nobody sees, by which sending it twice acts once. */
export const attemptField = (): Html =>
  html`<input type="hidden" name="attempt" value="${randomText(10)}">`;
