import { type Html, html } from '../../../platform/core/html.ts';
import { getTaxSettings } from '../../../shop/tax/get-tax-settings.ts';
import { updateTaxSettings } from '../../../shop/tax/update-tax-settings.ts';
import { countryChoices } from '../countries.ts';
import { field } from '../field.ts';
import { card } from '../layout.ts';
import { rowsTable } from '../list.ts';
import { settingsRoutes } from '../settings/settings-page.ts';
import type { Visit } from '../visit.ts';
import { regionText, registrationRoutes, schemeText } from './registrations.ts';
import { taxRateRoutes } from './tax-rates.ts';
import { taxReportRoutes } from './tax-report.ts';

const FIELDS = {
  legal_name: field.optionalText({
    label: 'Your name or company',
    hint: 'As on your invoices',
    autocomplete: 'organization',
  }),
  email: field.optionalText({
    label: 'E-mail on invoices',
    hint: 'For questions of buyers',
    type: 'email',
  }),
  'address.line1': field.optionalText({ label: 'Street and number' }),
  'address.line2': field.optionalText({ label: 'Apartment, floor or building' }),
  'address.postal_code': field.optionalText({ label: 'Postal code' }),
  'address.city': field.optionalText({ label: 'City' }),
  'address.state': field.optionalText({ label: 'State or province' }),
  country: field.optionalChoice({
    label: 'Country',
    none: 'Not said yet',
    choices: countryChoices,
  }),
  tax_number: field.optionalText({
    label: 'Number at the tax office',
    hint: 'Where it is not that of a registration',
  }),
  company_number: field.optionalText({
    label: 'Entry in the register of companies',
    hint: 'Such as HRB 1234, Amtsgericht Ulm',
  }),
  prices_include_tax: field.tick({
    label: 'Prices include the tax',
    hint: 'For products that do not say it themselves',
  }),
  when_unverified: field.choice({
    label: 'A tax number of a buyer that could not be checked',
    choices: [
      { value: 'charge', label: 'Charge the tax, as to a consumer' },
      { value: 'accept', label: 'Accept it, as that of a business' },
    ],
  }),
};

const profile = settingsRoutes({
  path: '/taxes',
  section: 'taxes',
  title: 'Taxes',
  fields: FIELDS,
  groups: [
    {
      title: 'Who you are',
      rows: [
        ['legal_name', 'email'],
        ['address.line1', 'address.line2'],
        ['address.postal_code', 'address.city'],
        ['address.state', 'country'],
        ['tax_number', 'company_number'],
      ],
    },
    { title: 'How taxes are charged', rows: [['prices_include_tax'], ['when_unverified']] },
  ],
  operation: updateTaxSettings,
  notes: {
    registered: 'The registration was saved. It counts from the next sale or renewal on.',
    removed: 'The registration was removed.',
  },
  async read(visit) {
    const { address, ...settings } = await visit.ask(getTaxSettings, {});
    const parts = Object.entries(address ?? {}).map(([name, text]) => [`address.${name}`, text]);
    return { ...settings, ...Object.fromEntries(parts) };
  },
  async save(visit, values, once) {
    const address = {
      line1: values['address.line1'],
      line2: values['address.line2'],
      postal_code: values['address.postal_code'],
      city: values['address.city'],
      state: values['address.state'],
    };
    const { legal_name, email, country, tax_number, company_number } = values;
    const { prices_include_tax, when_unverified } = values;
    const is_empty = Object.values(address).every((one) => one === null);
    const change = {
      ...{ legal_name, email, country, tax_number, company_number },
      ...{ prices_include_tax, when_unverified, address: is_empty ? null : address },
    };
    return visit.ask(updateTaxSettings, change, once);
  },
  above: registrations,
  below: ({ address }) => html`<p><a href="${address}/taxes/rates">Tax rates of your own</a></p>`,
});

/** Where tax is charged: this comes first, since nothing is charged without it. */
async function registrations(visit: Visit): Promise<Html> {
  const { registrations: all } = await visit.ask(getTaxSettings, {});
  const { address, words } = visit;
  const can_change = visit.may(updateTaxSettings);
  const columns = [
    { title: 'Country', cell: (one: Row) => words.countryName(one.country) },
    { title: 'Region', cell: regionText },
    { title: 'Scheme', cell: schemeText },
    { title: 'Number', cell: (one: Row) => one.tax_number },
    { title: 'Since', cell: (one: Row) => words.day(one.since) },
    { title: 'Until', cell: (one: Row) => one.until && words.day(one.until) },
    ...(can_change
      ? [
          {
            title: 'Change',
            is_action: true,
            cell: (one: Row) =>
              html`<a href="${address}/taxes/registrations/${one.at}">Edit</a>
        <a href="${address}/taxes/registrations/${one.at}/remove">Remove…</a>`,
          },
        ]
      : []),
  ];
  type Row = (typeof all)[number] & { at: number };
  const rows = all.map((one, at) => ({ ...one, at }));
  return card(
    'Where you are registered',
    all.length === 0
      ? html`<p>Nowhere: no tax is charged. Nothing is charged where you are not registered.</p>`
      : rowsTable(visit, { title: 'Registrations', columns }, rows),
    html`<a href="${address}/taxes/report">Tax report</a>
  ${can_change && html`<a href="${address}/taxes/registrations/new">Add a registration</a>`}`,
  );
}

export const taxRoutes = [...profile, ...registrationRoutes, ...taxRateRoutes, ...taxReportRoutes];
