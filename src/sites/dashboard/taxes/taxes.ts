import { type Html, html } from '../../../platform/core/html.ts';
import { getTaxSettings } from '../../../shop/tax/get-tax-settings.ts';
import { updateTaxSettings } from '../../../shop/tax/update-tax-settings.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { addressFields, withAddress } from '../address-values.ts';
import { countryChoices } from '../choices.ts';
import { formFields } from '../form-fields.ts';
import { card } from '../layout.ts';
import { rowsTable } from '../list.ts';
import { settingsRoutes } from '../settings/settings-page.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';
import { regionText, registrationRoutes, schemeText } from './registrations.ts';
import { taxRateRoutes } from './tax-rates.ts';
import { taxReportRoutes } from './tax-report.ts';

const FIELDS = formFields(updateTaxSettings, {
  legal_name: {
    label: 'Your name or company',
    hint: 'As on your invoices',
    autocomplete: 'organization',
  },
  email: { label: 'E-mail on invoices', hint: 'For questions of buyers' },
  'address.line1': { label: 'Street and number' },
  'address.line2': { label: 'Apartment, floor or building' },
  'address.postal_code': { label: 'Postal code' },
  'address.city': { label: 'City' },
  'address.state': { label: 'State or province' },
  country: { label: 'Country', none: 'Not said yet', choices: countryChoices },
  tax_number: {
    label: 'Number at the tax office',
    hint: 'Where it is not that of a registration',
  },
  company_number: {
    label: 'Entry in the register of companies',
    hint: 'Such as HRB 1234, Amtsgericht Ulm',
  },
  prices_include_tax: {
    label: 'Prices include the tax',
    hint: 'For products that do not say it themselves',
  },
  when_unverified: {
    label: 'A tax number of a buyer that could not be checked',
    choices: {
      charge: 'Charge the tax, as to a consumer',
      accept: 'Accept it, as that of a business',
    },
  },
});

const profile = settingsRoutes({
  section: 'taxes',
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
    nowhere: 'Saved: you collect tax nowhere. Add a registration when that changes.',
  },
  async read(visit) {
    const { address, ...settings } = await visit.ask(getTaxSettings, {});
    return { ...settings, ...addressFields(address) };
  },
  async save(visit, values, once) {
    const { address, ...change } = withAddress(values);
    const is_empty = Object.values(address).every((one) => one === null);
    return visit.ask(updateTaxSettings, { ...change, address: is_empty ? null : address }, once);
  },
  above: registrations,
  below: ({ address }) => html`<p><a href="${address}/taxes/rates">Tax rates of your own</a></p>`,
});

/** Where tax is charged: this comes first, since nothing is charged without it. */
async function registrations(visit: Visit): Promise<Html> {
  const { registrations: all, registrations_confirmed } = await visit.ask(getTaxSettings, {});
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
      ? html`<p>Nowhere: no tax is charged. Nothing is charged where you are not registered.</p>
${can_change && !registrations_confirmed && nowhereForm(visit)}`
      : rowsTable(visit, { title: 'Registrations', columns }, rows),
    html`<a href="${address}/taxes/report">Tax report</a>
  ${can_change && html`<a href="${address}/taxes/registrations/new">Add a registration</a>`}`,
  );
}

/** Nowhere is an answer, too: until there is one, the overview asks for it. */
const nowhereForm = ({ address }: Visit): Html =>
  html`<form method="post" action="${address}/taxes/registrations/none">${attemptField()}
<button class="button second small">I am registered nowhere</button></form>`;

const saveNowhere: Handler = async (visit, { form }) => {
  const once = visit.onceFor(form.get('attempt'), 'registrations-none');
  const { registrations: all } = await visit.ask(getTaxSettings, {});
  // Somebody has added one in another window: that is the answer.
  if (all.length === 0) await visit.ask(updateTaxSettings, { registrations: [] }, once);
  return redirectAfterForm(`${visit.address}/taxes?done=${all.length === 0 ? 'nowhere' : ''}`);
};

const nowhereRoutes = [
  route('/taxes/registrations/none', { POST: ifAllowed(updateTaxSettings, saveNowhere) }),
];

export const taxRoutes = [
  ...profile,
  ...nowhereRoutes,
  ...registrationRoutes,
  ...taxRateRoutes,
  ...taxReportRoutes,
];
