import type { Static } from 'typebox';
import { Refusal } from '../../../platform/core/errors.ts';
import { html } from '../../../platform/core/html.ts';
import { createTaxRate } from '../../../shop/tax/create-tax-rate.ts';
import { deleteTaxRate } from '../../../shop/tax/delete-tax-rate.ts';
import { listTaxRates } from '../../../shop/tax/list-tax-rates.ts';
import type { TaxRateRecord } from '../../../shop/tax/tax-rate-record.rules.ts';
import { route } from '../../shared/router.ts';
import { countryChoices } from '../choices.ts';
import { dayColumn, plainColumn } from '../columns.ts';
import { field } from '../field.ts';
import { formFields } from '../form-fields.ts';
import { confirmHandlers, form, formHandlers } from '../form-page.ts';
import { listRoutes } from '../list.ts';
import type { Visit } from '../visit.ts';

type Rate = Static<typeof TaxRateRecord>;

const CATEGORIES = { digital: 'Software, services, downloads', ebook: 'E-books' };
const categoryText = ({ tax_category }: Rate): string =>
  tax_category === null ? 'All' : CATEGORIES[tax_category];

const list = listRoutes({
  section: 'taxes',
  path: '/taxes/rates',
  title: 'Tax rates of your own',
  filters: [{ name: 'country', label: 'Country', choices: countryChoices }],
  columns: [
    {
      title: 'Country',
      cell: ({ country }, { words }) => words.countryName(country),
      csv: ({ country }) => country,
    },
    plainColumn('Region', 'region'),
    plainColumn('Tax', 'tax'),
    { title: 'Rate', cell: ({ rate }) => `${rate} %`, csv: ({ rate }) => rate, is_number: true },
    { title: 'Products', cell: categoryText, csv: ({ tax_category }) => tax_category },
    dayColumn('From', 'valid_from'),
    dayColumn('Until', 'valid_until'),
    {
      title: 'Change',
      is_action: true,
      cell: ({ tax_rate_id }, visit) =>
        visit.may(deleteTaxRate)
          ? html`<a href="${visit.address}/taxes/rates/${tax_rate_id}/delete">Delete…</a>`
          : '',
    },
  ],
  operation: listTaxRates,
  empty: 'The built-in rates count. A rate of your own wins over that of its place.',
  actions: (visit) => html`<a href="${visit.address}/taxes">Taxes</a>
${
  visit.may(createTaxRate) &&
  html`<a class="button" href="${visit.address}/taxes/rates/new">New tax rate</a>`
}`,
});

const FIELDS = {
  ...formFields(createTaxRate, {
    country: { label: 'Country', choices: countryChoices },
    region: { label: 'Region', hint: 'Empty: the whole country' },
    tax: { label: 'Name on invoices', hint: 'Such as VAT or Sales tax' },
    rate: { label: 'Percent', hint: 'Up to four decimals' },
    tax_category: { label: 'For', none: 'All products', choices: CATEGORIES },
    valid_until: { label: 'Last day', hint: 'Empty: no end' },
  }),
  valid_from: field.optionalDay({ label: 'First day', hint: 'Empty: today' }),
};

const back = ({ address }: Visit) => ({
  ...{ at: `${address}/taxes/rates`, name: 'Tax rates of your own' },
});

const create = formHandlers(createTaxRate, (visit) =>
  form(FIELDS, {
    ...{ section: 'taxes', title: 'New tax rate', back: back(visit), button: 'Create tax rate' },
    ...{ filled: { tax: 'VAT' }, refused: 'The tax rate was not created' },
    parts: [
      {
        title: 'Tax rate',
        rows: [
          ['country', 'region'],
          ['tax', 'rate'],
          ['tax_category'],
          ['valid_from', 'valid_until'],
        ],
      },
    ],
    async send({ valid_from, ...values }, once) {
      await visit.ask(createTaxRate, { ...values, valid_from: valid_from ?? undefined }, once);
      return '/taxes/rates';
    },
  }),
);

/** No operation reads one rate: a store has at most a thousand, a hundred on a page. */
async function findRate(visit: Visit, tax_rate_id: string): Promise<Rate> {
  let cursor: string | undefined;
  do {
    const page = await visit.ask(listTaxRates, cursor === undefined ? {} : { cursor });
    const rate = page.data.find((one) => one.tax_rate_id === tax_rate_id);
    if (rate) return rate;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  throw new Refusal('tax_rate_not_found');
}

const remove = confirmHandlers<{ tax_rate_id: string }>(deleteTaxRate, {
  async ask(visit, { tax_rate_id }) {
    const { tax, rate, country, region } = await findRate(visit, tax_rate_id);
    const place = `${visit.words.countryName(country)} ${region ?? ''}`.trim();
    return {
      ...{ section: 'taxes', title: `Delete ${tax} ${rate} %?`, back: back(visit) },
      text: `Sales and renewals in ${place} are taxed with the built-in rate again, or with another
        of your own. What was sold with it keeps it. To end a rate on a day, create the next one
        instead.`,
      ...{ button: 'Delete the rate', keep: 'Keep it' },
    };
  },
  async act(visit, { tax_rate_id }, once) {
    await visit.ask(deleteTaxRate, { tax_rate_id }, once);
    return '/taxes/rates';
  },
});

export const taxRateRoutes = [
  ...list,
  route('/taxes/rates/new', create),
  route('/taxes/rates/:tax_rate_id/delete', remove),
];
