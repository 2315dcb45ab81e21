import { type Html, html } from '../../platform/core/html.ts';
import { randomText } from '../../platform/core/ids.ts';

/** A form field that nobody sees, by which sending it twice acts once. */
export const attemptField = (attempt = randomText(10)): Html =>
  html`<input type="hidden" name="attempt" value="${attempt}">`;
