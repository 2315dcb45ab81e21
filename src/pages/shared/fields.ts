import { COUNTRIES } from '../../core/countries.ts';
import type { CardProblems } from './card-form.ts';
import { type Html, html } from './html.ts';

interface Input {
  name: string;
  label: string;
  optional?: boolean;
  value: string;
  problem: string | undefined;
  attributes: Record<string, string | number>;
}

export function input({ name, label, optional, value, problem, attributes }: Input): Html {
  const more = Object.entries(attributes).map(([key, text]) => html` ${key}="${text}"`);
  const checks = [!optional && html` required`, invalidAttributes(name, problem)];
  return html`<div class="field">
  <label for="${name}">${label}${optional && OPTIONAL}</label>
  <input id="${name}" name="${name}" value="${value}"${more}${checks}>
  ${problemText(name, problem)}
</div>`;
}

const OPTIONAL = html` <span class="quiet">(optional)</span>`;

export const invalidAttributes = (name: string, problem: string | undefined) =>
  problem && html` aria-invalid="true" aria-describedby="${name}-problem"`;

export const problemText = (name: string, problem: string | undefined) =>
  problem && html`<p class="problem" id="${name}-problem" role="alert">${problem}</p>`;

/** The fields for a card. What was typed is never shown again. */
export function cardInputs(problems: CardProblems): Html {
  const field = (name: keyof CardProblems, label: string, more: Input['attributes']) => {
    const attributes = { inputmode: 'numeric', ...more };
    return input({ name, label, value: '', problem: problems[name], attributes });
  };
  const expiry = { autocomplete: 'cc-exp', maxlength: 9, placeholder: '12/34' };
  return html`${field('card_number', 'Card number', { autocomplete: 'cc-number', maxlength: 30 })}
<div class="pair">
  ${field('card_expiry', 'Expiry (MM/YY)', expiry)}
  ${field('card_code', 'Security code', { autocomplete: 'cc-csc', maxlength: 4 })}
</div>`;
}

/** Who pays: where the receipt goes. */
export const emailInput = (value: string, problem: string | undefined): Html =>
  input({
    name: 'email',
    label: 'E-mail',
    value,
    problem,
    attributes: { type: 'email', autocomplete: 'email', maxlength: 254 },
  });

export const countryInput = (
  chosen: string,
  problem: string | undefined,
  { optional }: { optional: boolean } = { optional: true },
): Html =>
  html`<div class="field">
  <label for="country">Country${optional && OPTIONAL}</label>
  <select id="country" name="country"${!optional && html` required`}
    autocomplete="country"${invalidAttributes('country', problem)}>
    <option value=""></option>${countryNames().map(
      ({ code, name }) =>
        html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`,
    )}
  </select>
  ${problemText('country', problem)}
</div>`;

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
