import type { Words } from '../../../texts/words.ts';
import { COUNTRIES } from '../../platform/core/countries.ts';
import { Html, html, inOnePiece } from '../../platform/core/html.ts';
import type { CardProblems, TypedCard } from './card-form.ts';
import { cardMarks } from './card-marks.ts';

interface Input {
  name: string;
  label: string;
  optional?: boolean;
  value: string;
  problem: string | undefined;
  attributes: Record<string, string | number>;
}

export function input(words: Words, { label, optional, ...field }: Input): Html {
  const { name, problem } = field;
  return html`<div class="field">
  <label for="${name}">${label}${optional && optionalMark(words)}</label>
  ${control({ ...field, is_required: !optional })}
  ${problemText(name, problem)}
</div>`;
}

export const optionalMark = (words: Words): Html =>
  html` <span class="quiet">${words.shared.optional}</span>`;

function control({
  name,
  value,
  problem,
  attributes,
  is_required,
}: Omit<Input, 'label' | 'optional'> & { is_required: boolean }): Html {
  const more = Object.entries(attributes).map(([key, text]) => html` ${key}="${text}"`);
  const checks = [is_required && html` required`, invalidAttributes(name, problem)];
  return html`<input id="${name}" name="${name}" value="${value}"${more}${checks}>`;
}

export const invalidAttributes = (name: string, problem: string | undefined) =>
  problem && html` aria-invalid="true" aria-describedby="${name}-problem"`;

export const problemText = (name: string, problem: string | undefined) =>
  problem && html`<p class="problem" id="${name}-problem">${problem}</p>`;

const NO_CARD: TypedCard = { card_number: '', card_expiry: '', card_code: '' };

interface CardView {
  typed?: TypedCard | undefined;
  problems: CardProblems;
}

/** The fields for a card, joined. What was typed is shown again: only test stores have them. */
export function cardInputs(words: Words, view: CardView): Html {
  if (view.typed || CARD_FIELDS.some((name) => view.problems[name])) return cardFields(words, view);
  const empty = known_fields.get(words) ?? inOnePiece(cardFields(words, { problems: {} }));
  known_fields.set(words, empty);
  return empty;
}

const known_fields = new WeakMap<Words, Html>();

const CARD_FIELDS = ['card_number', 'card_expiry', 'card_code'] as const;

function cardFields({ shared }: Words, { typed = NO_CARD, problems }: CardView): Html {
  const field = (
    name: keyof TypedCard,
    { label, ...more }: { label: string } & Record<string, string | number>,
  ) => html`<label class="hidden" for="${name}">${label}</label>
    ${control({
      ...{ name, value: typed[name], problem: problems[name], is_required: true },
      attributes: { inputmode: 'numeric', ...more },
    })}`;
  return html`<fieldset class="card">
  <legend>${shared.card}</legend>
  <div class="joined" dir="ltr">
  <div class="number">
    ${field('card_number', {
      ...{ label: shared.cardNumber, autocomplete: 'cc-number', maxlength: 30 },
      placeholder: '1234 1234 1234 1234',
    })}
    ${cardMarks()}
  </div>
  <div class="pair">
    <div>${field('card_expiry', {
      ...{ label: shared.cardExpiry, autocomplete: 'cc-exp', maxlength: 9 },
      placeholder: shared.monthAndYear,
    })}</div>
    <div>${field('card_code', {
      ...{ label: shared.securityCode, autocomplete: 'cc-csc', maxlength: 4 },
      placeholder: shared.securityCodeShort,
    })}</div>
  </div>
  </div>
  ${CARD_FIELDS.map((name) => problemText(name, problems[name]))}
</fieldset>`;
}

/** Who pays: where the receipt goes. */
export const emailInput = (words: Words, value: string, problem: string | undefined): Html =>
  input(words, {
    name: 'email',
    label: words.shared.email,
    value,
    problem,
    attributes: { type: 'email', autocomplete: 'email', maxlength: 254 },
  });

type TextField =
  | ('name' | 'company' | 'tax_id' | 'phone')
  | ('line1' | 'line2' | 'postal_code' | 'city' | 'state');

const HINTS: Record<TextField, { autocomplete: string; maxlength: number }> = {
  name: { autocomplete: 'name', maxlength: 200 },
  company: { autocomplete: 'organization', maxlength: 200 },
  tax_id: { autocomplete: 'off', maxlength: 50 },
  phone: { autocomplete: 'tel', maxlength: 50 },
  line1: { autocomplete: 'address-line1', maxlength: 200 },
  line2: { autocomplete: 'address-line2', maxlength: 200 },
  postal_code: { autocomplete: 'postal-code', maxlength: 20 },
  city: { autocomplete: 'address-level2', maxlength: 100 },
  state: { autocomplete: 'address-level1', maxlength: 100 },
};

/** What stands in the fields of a form, and what is wrong with it. */
export interface FilledIn {
  typed: Partial<Record<TextField | 'country', string>>;
  problems: Partial<Record<TextField | 'country', string>>;
}

/** A field about a buyer, which may stay empty. */
export function textField(words: Words, name: TextField, { typed, problems }: FilledIn): Html {
  const { shared, portal } = words;
  const labels: Record<TextField, string> = {
    name: shared.fullName,
    company: shared.company,
    tax_id: shared.taxNumber,
    phone: portal.phone,
    line1: portal.line1,
    line2: portal.line2,
    postal_code: shared.postalCode,
    city: portal.city,
    state: portal.stateOrRegion,
  };
  return input(words, {
    name,
    label: labels[name],
    optional: true,
    value: typed[name] ?? '',
    problem: problems[name],
    attributes: HINTS[name],
  });
}

export const countryInput = (
  words: Words,
  chosen: string,
  problem: string | undefined,
  { optional, is_suggested }: { optional: boolean; is_suggested?: boolean } = { optional: true },
): Html =>
  html`<div class="field">
  <label for="country">${words.shared.country}${optional && optionalMark(words)}</label>
  <select id="country" name="country"${!optional && html` required`}${
    is_suggested && html` data-suggested`
  }
    autocomplete="country"${invalidAttributes('country', problem)}>
    <option value=""></option>${countryOptions(words, chosen)}
  </select>
  ${problemText('country', problem)}
</div>`;

/** All countries are half of a page, and the same for everybody who reads a language. */
function countryOptions(words: Words, chosen: string): Html {
  const options = known_options.get(words) ?? allCountries(words);
  known_options.set(words, options);
  if (!COUNTRIES.has(chosen)) return options;
  const option = `<option value="${chosen}"`;
  return new Html(options.text.replace(option, `${option} selected`));
}

const known_options = new WeakMap<Words, Html>();

function allCountries(words: Words): Html {
  const option = ({ code, name }: { code: string; name: string }) =>
    html`<option value="${code}">${name}</option>`;
  return inOnePiece(html`${words.countries().map(option)}`);
}
