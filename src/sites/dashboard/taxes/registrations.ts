import type { Static } from 'typebox';
import { Refusal } from '../../../platform/core/errors.ts';
import { html } from '../../../platform/core/html.ts';
import { isoInstant } from '../../../platform/core/time.ts';
import { getTaxSettings } from '../../../shop/tax/get-tax-settings.ts';
import type { TaxSettingsRecord } from '../../../shop/tax/tax-settings-record.rules.ts';
import { updateTaxSettings } from '../../../shop/tax/update-tax-settings.ts';
import { route } from '../../shared/router.ts';
import { countryChoices } from '../choices.ts';
import { field } from '../field.ts';
import { renamed, type ValuesOf } from '../form.ts';
import { confirmHandlers, form, formHandlers } from '../form-page.ts';
import type { Visit } from '../visit.ts';

type Registration = Static<typeof TaxSettingsRecord>['registrations'][number];
type OfRegistration = { registration: string };

export const schemeText = ({ scheme }: Pick<Registration, 'scheme'>): string =>
  scheme === 'oss' ? 'One-Stop-Shop (EU)' : 'Standard';

export const regionText = ({ region }: Pick<Registration, 'region'>): string => region ?? '';

const FIELDS = {
  scheme: field.choice({
    label: 'Scheme',
    choices: {
      standard: 'Standard: with a country, or one of its regions',
      oss: 'One-Stop-Shop of the European Union',
    },
  }),
  country: field.oneOf({
    label: 'Country',
    hint: 'Of the One-Stop-Shop: where it is made',
    choices: countryChoices,
  }),
  region: field.optionalText({
    label: 'Region',
    hint: 'A state or province with a tax of its own, such as NY or QC',
  }),
  tax_number: field.optionalText({ label: 'Number', hint: 'On invoices; empty: none' }),
  since: field.text({ label: 'First day', type: 'date' }),
  until: field.optionalDay({ label: 'Last day', hint: 'Empty: no end' }),
};

const PARTS = [
  {
    title: 'Registration',
    rows: [
      ['scheme', 'country'],
      ['region', 'tax_number'],
      ['since', 'until'],
    ],
  },
] as const;

const add = formHandlers(updateTaxSettings, async (visit) => {
  const { registrations, country } = await visit.ask(getTaxSettings, {});
  return form(FIELDS, {
    ...{ section: 'taxes', title: 'Add a registration', parts: PARTS },
    filled: {
      ...{ scheme: 'standard', since: isoInstant(visit.now).slice(0, 10) },
      ...(country !== null && { country }),
    },
    ...{ button: 'Add registration', refused: 'The registration was not added' },
    send: async (values, once) => saveAt(visit, registrations, values, registrations.length, once),
  });
});

const edit = formHandlers(updateTaxSettings, async (visit, { registration }: OfRegistration) => {
  const { at, one, registrations } = await find(visit, registration);
  return form(FIELDS, {
    ...{ section: 'taxes', title: 'Change a registration', parts: PARTS },
    ...{ filled: one, button: 'Save', refused: 'The registration was not saved' },
    send: async (values, once) => saveAt(visit, registrations, values, at, once),
  });
});

/** All registrations are sent, with this one at its place among them. */
async function saveAt(
  visit: Visit,
  before: Registration[],
  values: ValuesOf<typeof FIELDS>,
  at: number,
  once: string | undefined,
) {
  const registrations = [...before.slice(0, at), values, ...before.slice(at + 1)];
  const saving = visit.ask(updateTaxSettings, { registrations }, once);
  await renamed(`registrations.${at}.`, saving);
  return '/taxes?done=registered';
}

async function find(visit: Visit, registration: string) {
  const at = Number(registration);
  const { registrations } = await visit.ask(getTaxSettings, {});
  const one = registrations[at];
  if (!one) throw new Refusal('unknown_path');
  return { at, one, registrations };
}

/** A registration has no identifier: this is sent along, so that no other one is removed. */
const markOf = ({ scheme, country, region, since }: Registration): string =>
  [scheme, country, region ?? '', since].join(' ');

const remove = confirmHandlers<OfRegistration>(updateTaxSettings, {
  async ask(visit, { registration }) {
    const { one } = await find(visit, registration);
    const country = visit.words.countryName(one.country);
    return {
      ...{ section: 'taxes', title: `Remove the registration in ${country}?` },
      text: html`From the next sale or renewal on, no tax is charged for ${schemeText(one)},
      ${country} ${regionText(one)}. What was sold and invoiced stays as it is. If the registration
      ends on a day, <a href="${visit.address}/taxes/registrations/${registration}">set its last
      day</a> instead.`,
      ...{ button: 'Remove it', keep: 'Keep it', hidden: { mark: markOf(one) } },
    };
  },
  async act(visit, { registration }, _, form) {
    const { at, one, registrations } = await find(visit, registration);
    if (markOf(one) !== form.get('mark')) throw new Refusal('unknown_path');
    await visit.ask(updateTaxSettings, { registrations: registrations.toSpliced(at, 1) });
    return '/taxes?done=removed';
  },
});

export const registrationRoutes = [
  route('/taxes/registrations/new', add),
  route('/taxes/registrations/:registration', edit),
  route('/taxes/registrations/:registration/remove', remove),
];
