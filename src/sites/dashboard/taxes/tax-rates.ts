import type { Static } from 'typebox';
import { html } from '../../../platform/core/html.ts';
import { createTaxRate } from '../../../shop/tax/create-tax-rate.ts';
import { deleteTaxRate } from '../../../shop/tax/delete-tax-rate.ts';
import { listTaxRates } from '../../../shop/tax/list-tax-rates.ts';
import type { TaxRateRecord } from '../../../shop/tax/tax-rate-record.rules.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { countryChoices } from '../countries.ts';
import { field } from '../field.ts';
import { type Filled, filledWith, inputs, pair, part, sendForm } from '../form.ts';
import { dashboardPage, notFoundPage } from '../layout.ts';
import { listRoutes } from '../list.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';

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
    { title: 'Region', cell: ({ region }) => region, csv: ({ region }) => region },
    { title: 'Tax', cell: ({ tax }) => tax, csv: ({ tax }) => tax },
    { title: 'Rate', cell: ({ rate }) => `${rate} %`, csv: ({ rate }) => rate, is_number: true },
    { title: 'Products', cell: categoryText, csv: ({ tax_category }) => tax_category },
    {
      title: 'From',
      cell: ({ valid_from }, { words }) => words.day(valid_from),
      csv: ({ valid_from }) => valid_from,
    },
    {
      title: 'Until',
      cell: ({ valid_until }, { words }) => valid_until && words.day(valid_until),
      csv: ({ valid_until }) => valid_until,
    },
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
  country: field.oneOf({ label: 'Country', choices: countryChoices }),
  region: field.optionalText({ label: 'Region', hint: 'Empty: the whole country' }),
  tax: field.text({ label: 'Name on invoices', hint: 'Such as VAT or Sales tax' }),
  rate: field.money({ label: 'Percent', hint: 'Up to four decimals' }),
  tax_category: field.optionalChoice({
    label: 'For',
    none: 'All products',
    choices: [
      { value: 'digital', label: CATEGORIES.digital },
      { value: 'ebook', label: CATEGORIES.ebook },
    ],
  }),
  valid_from: field.optionalDay({ label: 'First day', hint: 'Empty: today' }),
  valid_until: field.optionalDay({ label: 'Last day', hint: 'Empty: no end' }),
};

const rateForm = (visit: Visit, filled: Filled) =>
  dashboardPage(visit, {
    title: 'New tax rate',
    section: 'taxes',
    back: { at: `${visit.address}/taxes/rates`, name: 'Tax rates of your own' },
    refusal: filled.refusal,
    main: html`<form class="form" method="post"
  action="${visit.address}/taxes/rates/new" novalidate>
${attemptField()}
${part(
  'Tax rate',
  pair(inputs(FIELDS, filled, ['country', 'region'])),
  pair(inputs(FIELDS, filled, ['tax', 'rate'])),
  inputs(FIELDS, filled, ['tax_category']),
  pair(inputs(FIELDS, filled, ['valid_from', 'valid_until'])),
)}
<div class="actions"><button class="button">Make the rate</button>
<a href="${visit.address}/taxes/rates">Cancel</a></div></form>`,
  });

const create: Handler = async (visit, asked) => {
  const once = visit.onceFor(asked.form.get('attempt'), 'create-tax-rate');
  const sent = await sendForm(
    { fields: FIELDS, sent: asked, refused: 'The tax rate was not made' },
    async ({ valid_from, ...values }) =>
      visit.ask(createTaxRate, { ...values, ...(valid_from !== null && { valid_from }) }, once),
  );
  if ('again' in sent) return rateForm(visit, sent.again);
  return redirectAfterForm(`${visit.address}/taxes/rates`);
};

type OfRate = { tax_rate_id: string };

/** No operation reads one rate: a store has at most a thousand, a hundred on a page. */
async function findRate(visit: Visit, tax_rate_id: string): Promise<Rate | undefined> {
  let cursor: string | undefined;
  do {
    const page = await visit.ask(listTaxRates, cursor === undefined ? {} : { cursor });
    const found = page.data.find((one) => one.tax_rate_id === tax_rate_id);
    if (found) return found;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return undefined;
}

const askToDelete: Handler<OfRate> = async (visit, _, { tax_rate_id }) => {
  const one = await findRate(visit, tax_rate_id);
  if (!one) return notFoundPage(visit);
  const place = `${visit.words.countryName(one.country)} ${one.region ?? ''}`.trim();
  return dashboardPage(visit, {
    title: `Delete ${one.tax} ${one.rate} %?`,
    section: 'taxes',
    back: { at: `${visit.address}/taxes/rates`, name: 'Tax rates of your own' },
    main: html`<form class="form" method="post"
  action="${visit.address}/taxes/rates/${tax_rate_id}/delete">
${attemptField()}
<p>Sales and renewals in ${place} are taxed with the built-in rate again, or with another of your
own. What was sold with it keeps it. To end a rate on a day, make the next one instead.</p>
<div class="actions"><button class="button danger">Delete the rate</button>
<a href="${visit.address}/taxes/rates">Keep it</a></div></form>`,
  });
};

const remove: Handler<OfRate> = async (visit, asked, { tax_rate_id }) => {
  const once = visit.onceFor(asked.form.get('attempt'), 'delete-tax-rate');
  await visit.ask(deleteTaxRate, { tax_rate_id }, once);
  return redirectAfterForm(`${visit.address}/taxes/rates`);
};

export const taxRateRoutes = [
  ...list,
  route('/taxes/rates/new', {
    GET: ifAllowed(createTaxRate, (visit: Visit) =>
      rateForm(visit, filledWith(FIELDS, { tax: 'VAT' })),
    ),
    POST: ifAllowed(createTaxRate, create),
  }),
  route('/taxes/rates/:tax_rate_id/delete', {
    GET: ifAllowed(deleteTaxRate, askToDelete),
    POST: ifAllowed(deleteTaxRate, remove),
  }),
];
