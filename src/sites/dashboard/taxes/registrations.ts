import type { Static } from 'typebox';
import { html } from '../../../platform/core/html.ts';
import { getTaxSettings } from '../../../shop/tax/get-tax-settings.ts';
import type { TaxSettingsRecord } from '../../../shop/tax/tax-settings-record.rules.ts';
import { updateTaxSettings } from '../../../shop/tax/update-tax-settings.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { countryChoices } from '../countries.ts';
import { field } from '../field.ts';
import { type Filled, filledWith, inputs, pair, part, renamed, sendForm } from '../form.ts';
import { dashboardPage, notFoundPage } from '../layout.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';

type Registration = Static<typeof TaxSettingsRecord>['registrations'][number];

export const schemeText = ({ scheme }: Pick<Registration, 'scheme'>): string =>
  scheme === 'oss' ? 'One-Stop-Shop (EU)' : 'Standard';

export const regionText = ({ region }: Pick<Registration, 'region'>): string => region ?? '';

const FIELDS = {
  scheme: field.choice({
    label: 'Scheme',
    choices: [
      { value: 'standard', label: 'Standard: with a country, or one of its regions' },
      { value: 'oss', label: 'One-Stop-Shop of the European Union' },
    ],
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

interface About {
  path: string;
  title: string;
  button: string;
}

const registrationForm = (visit: Visit, filled: Filled, { path, title, button }: About) =>
  dashboardPage(visit, {
    title,
    section: 'taxes',
    back: { at: `${visit.address}/taxes`, name: 'Taxes' },
    refusal: filled.refusal,
    main: html`<form class="form" method="post" action="${visit.address}${path}" novalidate>
${attemptField()}
${part(
  'Registration',
  pair(inputs(FIELDS, filled, ['scheme', 'country'])),
  pair(inputs(FIELDS, filled, ['region', 'tax_number'])),
  pair(inputs(FIELDS, filled, ['since', 'until'])),
)}
<div class="actions"><button class="button">${button}</button>
<a href="${visit.address}/taxes">Cancel</a></div></form>`,
  });

const NEW = {
  ...{ path: '/taxes/registrations/new', title: 'Add a registration' },
  button: 'Add the registration',
};

const showNew: Handler = async (visit) => {
  const { country } = await visit.ask(getTaxSettings, {});
  const known = country === null ? {} : { country };
  return registrationForm(visit, filledWith(FIELDS, { scheme: 'standard', ...known }), NEW);
};

const add: Handler = async (visit, asked) => {
  const { registrations } = await visit.ask(getTaxSettings, {});
  const once = visit.onceFor(asked.form.get('attempt'), 'add-registration');
  const sent = await sendForm(
    { fields: FIELDS, sent: asked, refused: 'The registration was not added' },
    async (values) => {
      const all = [...registrations, values];
      const adding = visit.ask(updateTaxSettings, { registrations: all }, once);
      return renamed(`registrations.${registrations.length}.`, adding);
    },
  );
  if ('again' in sent) return registrationForm(visit, sent.again, NEW);
  return redirectAfterForm(`${visit.address}/taxes?done=registered`);
};

type OfRegistration = { registration: string };

const editOf = (at: number): About => ({
  ...{ path: `/taxes/registrations/${at}`, title: 'Change a registration', button: 'Save' },
});

const showEdit: Handler<OfRegistration> = async (visit, _, { registration }) => {
  const { registrations } = await visit.ask(getTaxSettings, {});
  const one = registrations[Number(registration)];
  if (!one) return notFoundPage(visit);
  return registrationForm(visit, filledWith(FIELDS, one), editOf(Number(registration)));
};

const save: Handler<OfRegistration> = async (visit, asked, { registration }) => {
  const at = Number(registration);
  const { registrations } = await visit.ask(getTaxSettings, {});
  if (!registrations[at]) return notFoundPage(visit);
  const once = visit.onceFor(asked.form.get('attempt'), `change-registration-${at}`);
  const sent = await sendForm(
    { fields: FIELDS, sent: asked, refused: 'The registration was not saved' },
    async (values) => {
      const all = registrations.with(at, { ...values });
      return renamed(
        `registrations.${at}.`,
        visit.ask(updateTaxSettings, { registrations: all }, once),
      );
    },
  );
  if ('again' in sent) return registrationForm(visit, sent.again, editOf(at));
  return redirectAfterForm(`${visit.address}/taxes?done=registered`);
};

/** A registration has no identifier: this is sent along, so that no other one is removed. */
const markOf = ({ scheme, country, region, since }: Registration): string =>
  [scheme, country, region ?? '', since].join(' ');

const askToRemove: Handler<OfRegistration> = async (visit, _, { registration }) => {
  const { registrations } = await visit.ask(getTaxSettings, {});
  const one = registrations[Number(registration)];
  if (!one) return notFoundPage(visit);
  const country = visit.words.countryName(one.country);
  return dashboardPage(visit, {
    title: `Remove the registration in ${country}?`,
    section: 'taxes',
    back: { at: `${visit.address}/taxes`, name: 'Taxes' },
    main: html`<form class="form" method="post"
  action="${visit.address}/taxes/registrations/${registration}/remove">
${attemptField()}
<input type="hidden" name="mark" value="${markOf(one)}">
<p>From the next sale or renewal on, no tax is charged for ${schemeText(one)}, ${country}
${regionText(one)}. What was sold and invoiced stays as it is. If the registration ends on a day,
<a href="${visit.address}/taxes/registrations/${registration}">set its last day</a> instead.</p>
<div class="actions"><button class="button danger">Remove it</button>
<a href="${visit.address}/taxes">Keep it</a></div></form>`,
  });
};

const remove: Handler<OfRegistration> = async (visit, asked, { registration }) => {
  const at = Number(registration);
  const { registrations } = await visit.ask(getTaxSettings, {});
  const one = registrations[at];
  if (!one || markOf(one) !== asked.form.get('mark')) return notFoundPage(visit);
  await visit.ask(updateTaxSettings, { registrations: registrations.toSpliced(at, 1) });
  return redirectAfterForm(`${visit.address}/taxes?done=removed`);
};

export const registrationRoutes = [
  route('/taxes/registrations/new', {
    GET: ifAllowed(updateTaxSettings, showNew),
    POST: ifAllowed(updateTaxSettings, add),
  }),
  route('/taxes/registrations/:registration', {
    GET: ifAllowed(updateTaxSettings, showEdit),
    POST: ifAllowed(updateTaxSettings, save),
  }),
  route('/taxes/registrations/:registration/remove', {
    GET: ifAllowed(updateTaxSettings, askToRemove),
    POST: ifAllowed(updateTaxSettings, remove),
  }),
];
