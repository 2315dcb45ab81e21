import type { Asked } from '../../checkout/tax.rules.ts';
import { REGIONS_BY_NAME } from '../../taxes/regions.rules.ts';
import {
  countryInput,
  emailInput,
  input,
  invalidAttributes,
  problemText,
} from '../shared/fields.ts';
import { type Html, html } from '../shared/html.ts';
import type { Problems, Typed } from './checkout-form.ts';

interface BuyerView {
  /** Where the session's page is. */
  address: string;
  typed: Typed;
  problems: Problems;
  /** What the tax depends on. */
  asked: Asked;
  /** What is to be said about the tax number. */
  number_note: string | undefined;
}

/**
 * Who buys: where the receipt goes, and what the tax depends on. `can_update`: with a button that
 * shows what it costs them before they pay.
 */
export function buyerFields(view: BuyerView, { can_update }: { can_update: boolean }): Html {
  const { typed, problems, asked } = view;
  const name = input({
    name: 'name',
    label: 'Name',
    optional: true,
    value: typed.name,
    problem: problems.name,
    attributes: { autocomplete: 'name', maxlength: 200 },
  });
  return html`${emailInput(typed.email, problems.email)}
  ${name}
  ${countryInput(typed.country, problems.country, { optional: !asked.country })}
  ${asked.country && taxFields({ ...view, can_update })}`;
}

function taxFields(view: BuyerView & { can_update: boolean }): Html {
  const { address, typed, problems, asked, number_note, can_update } = view;
  const postal_code = input({
    name: 'postal_code',
    label: 'Postal code',
    optional: true,
    value: typed.postal_code,
    problem: problems.postal_code,
    attributes: { autocomplete: 'postal-code', maxlength: 20 },
  });
  return html`${asked.region && regionInput(asked.region, typed, problems.state)}
  ${asked.postal_code && postal_code}
  ${companyFields(typed, problems, number_note)}
  ${can_update && updateButton(address)}`;
}

const updateButton = (address: string): Html => html`<p>
  <button class="plain" formaction="${address}/details" formnovalidate>Update total</button>
</p>`;

function regionInput(kind: 'code' | 'text', { state, country }: Typed, problem?: string): Html {
  if (kind === 'text') {
    const attributes = { autocomplete: 'address-level1', maxlength: 100 };
    return input({
      ...{ name: 'state', label: 'Region', optional: true, value: state },
      ...{ problem, attributes },
    });
  }
  const chosen = state.toUpperCase();
  return html`<div class="field">
  <label for="state">${country === 'CA' ? 'Province' : 'State'}</label>
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
function companyFields(typed: Typed, problems: Problems, note: string | undefined): Html {
  const is_open = [typed.company, typed.tax_id, problems.company, problems.tax_id].some(Boolean);
  const company = input({
    ...{ name: 'company', label: 'Company', optional: true, value: typed.company },
    problem: problems.company,
    attributes: { autocomplete: 'organization', maxlength: 200 },
  });
  const tax_id = input({
    ...{ name: 'tax_id', label: 'Tax number, such as a VAT number', optional: true },
    value: typed.tax_id,
    problem: problems.tax_id,
    attributes: { autocomplete: 'off', maxlength: 50, spellcheck: 'false' },
  });
  return html`<details class="company"${is_open && html` open`}>
  <summary>Buying for a company</summary>
  ${company}
  ${tax_id}
  ${note && html`<p class="quiet">${note}</p>`}
</details>`;
}
