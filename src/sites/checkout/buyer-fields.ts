import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { RequiredAddress } from '../../shop/checkout/tax.rules.ts';
import { REGIONS_BY_NAME } from '../../shop/tax/regions.rules.ts';
import {
  countryInput,
  input,
  invalidAttributes,
  problemText,
  textField,
} from '../shared/fields.ts';
import type { Problems, Typed } from './checkout-form.ts';
import { part } from './checkout-page.ts';

interface BuyerView {
  /** Where the session's page is. */
  address: string;
  words: Words;
  typed: Typed;
  problems: Problems;
  /** What the tax depends on. */
  required: RequiredAddress;
  is_suggested: boolean;
  /** What is to be said about the tax number. */
  number_note: string | undefined;
}

/**
 * Who buys, and what the tax depends on. `can_update`: with a button that
 * shows what it costs them before they pay.
 */
export function buyerFields(view: BuyerView, { can_update }: { can_update: boolean }): Html {
  const { words, typed, problems, required, is_suggested } = view;
  const country = countryInput(words, typed.country, problems.country, {
    optional: !required.country,
    is_suggested,
  });
  return html`<div class="pair">
  ${textField(words, 'name', view)}
  ${country}
  </div>
  ${required.country && taxFields({ ...view, can_update })}`;
}

function taxFields(view: BuyerView & { can_update: boolean }): Html {
  const { words, required, can_update } = view;
  const place = html`${required.region && regionInput(view, required.region)}
  ${required.postal_code && textField(words, 'postal_code', view)}`;
  return html`${part('place', place)}
  ${companyFields(view)}
  ${part('update', can_update && updateButton(view))}`;
}

const updateButton = ({ address, words }: BuyerView): Html => html`<p>
  <button class="link" formaction="${address}/details" formnovalidate>
    ${words.checkout.updateTotal}
  </button>
</p>`;

function regionInput({ words, typed, problems }: BuyerView, kind: 'code' | 'text'): Html {
  const { state, country } = typed;
  const problem = problems.state;
  if (kind === 'text') {
    const attributes = { autocomplete: 'address-level1', maxlength: 100 };
    return input(words, {
      ...{ name: 'state', label: words.shared.region, optional: true, value: state },
      ...{ problem, attributes },
    });
  }
  const chosen = state.toUpperCase();
  return html`<div class="field">
  <label for="state">${country === 'CA' ? words.shared.province : words.shared.state}</label>
  <select id="state" name="state"
    autocomplete="address-level1"${invalidAttributes('state', problem)}>
    <option value=""></option>${regionNames(country).map(
      ({ code, name }) =>
        html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`,
    )}
  </select>
  ${problemText('state', problem)}
</div>`;
}

/** The first name of each region, as it is written: `Prince Edward Island`. */
function regionNames(country: string): { code: string; name: string }[] {
  const names = new Map<string, string>();
  for (const [name, code] of REGIONS_BY_NAME[country] ?? []) {
    if (!names.has(code)) names.set(code, name.toLowerCase().replace(/\b(?!of|and)\w/g, capital));
  }
  return [...names].map(([code, name]) => ({ code, name }));
}

const capital = (letter: string): string => letter.toUpperCase();

/** Out of the way of those who buy for themselves. */
function companyFields(view: BuyerView): Html {
  const { words, typed, problems, number_note: note } = view;
  const is_open = [typed.company, typed.tax_id, problems.company, problems.tax_id].some(Boolean);
  const tax_id = input(words, {
    ...{ name: 'tax_id', label: words.shared.taxNumber, optional: true },
    value: typed.tax_id,
    problem: problems.tax_id,
    attributes: { autocomplete: 'off', maxlength: 50, spellcheck: 'false' },
  });
  return html`<details class="company"${is_open && html` open`}>
  <summary>${words.checkout.buyingForCompany}</summary>
  ${textField(words, 'company', view)}
  ${tax_id}
  ${note && html`<p class="quiet">${note}</p>`}
</details>`;
}
