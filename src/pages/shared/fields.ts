import { COUNTRIES } from '../../core/countries.ts';
import type { CardProblems } from './card-form.ts';
import { type Html, html } from './html.ts';

interface Input {
  name: string;
  label: string;
  optional?: boolean;
  value: string;
  problem: string | undefined;
  attributes: Html;
}

export const input = ({ name, label, optional, value, problem, attributes }: Input): Html =>
  html`<div class="field"><label for="${name}">${label}${optional && html` <span class="quiet">(optional)</span>`}</label>
<input id="${name}" name="${name}" value="${value}"${attributes}${wrong(name, problem)}>${explained(name, problem)}</div>`;

export const wrong = (name: string, problem: string | undefined) =>
  problem && html` aria-invalid="true" aria-describedby="${name}-problem"`;

export const explained = (name: string, problem: string | undefined) =>
  problem && html`<p class="problem" id="${name}-problem" role="alert">${problem}</p>`;

/** The card, which is never shown again. */
export const cardInputs = (problems: CardProblems): Html =>
  html`${input({ name: 'card_number', label: 'Card number', value: '', problem: problems.card_number, attributes: html` inputmode="numeric" autocomplete="cc-number" maxlength="30" required` })}
<div class="pair">
${input({ name: 'card_expiry', label: 'Expiry (MM/YY)', value: '', problem: problems.card_expiry, attributes: html` inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="12/34" required` })}
${input({ name: 'card_code', label: 'Security code', value: '', problem: problems.card_code, attributes: html` inputmode="numeric" autocomplete="cc-csc" maxlength="4" required` })}
</div>`;

export const countryInput = (chosen: string, problem: string | undefined): Html =>
  html`<div class="field"><label for="country">Country <span class="quiet">(optional)</span></label>
<select id="country" name="country" autocomplete="country"${wrong('country', problem)}>
<option value=""></option>${countryNames().map(
    ({ code, name }) =>
      html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`,
  )}
</select>${explained('country', problem)}</div>`;

// Made when first wanted: the data of Intl take 24 ms to load, which a start need not wait for.
let names: Intl.DisplayNames | undefined;

export function countryName(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region' });
  return names.of(code) ?? code;
}

let in_order: { code: string; name: string }[] | undefined;

function countryNames(): { code: string; name: string }[] {
  in_order ??= [...COUNTRIES]
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return in_order;
}
