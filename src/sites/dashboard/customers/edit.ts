import { COUNTRIES } from '../../../platform/core/countries.ts';
import { html } from '../../../platform/core/html.ts';
import { LANGUAGES, PAGE_LANGUAGES } from '../../../platform/core/languages.ts';
import { updateCustomer } from '../../../shop/customers/update-customer.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { field } from '../field.ts';
import { type Filled, filledWith, inputs, pair, part, sendForm } from '../form.ts';
import { dashboardPage } from '../layout.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';
import { findCustomer } from './find-customer.ts';

type Found = Awaited<ReturnType<typeof findCustomer>>;

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

const fields = {
  name: field.optionalText({ label: 'Name', autocomplete: 'off' }),
  email: field.optionalText({
    label: 'E-mail',
    type: 'email',
    autocomplete: 'off',
    hint: 'Where receipts and links to the portal are sent',
  }),
  country: field.optionalChoice({
    label: 'Country',
    none: 'Not known',
    hint: 'Decides the tax of what they buy next',
    choices: [...COUNTRIES].map((value) => ({ value, label: NAMES.of(value) ?? value })),
  }),
  language: field.optionalChoice({
    label: 'Language',
    none: 'That of their browser',
    choices: LANGUAGES.map((value) => ({ value, label: PAGE_LANGUAGES[value].name })),
  }),
  metadata: field.pairs({ label: 'Data of your own', hint: 'One name = value on each line' }),
};

const page = (visit: Visit, { address, name }: Found, filled: Filled) =>
  dashboardPage(visit, {
    title: `Edit ${name}`,
    section: 'customers',
    back: { at: address, name },
    refusal: filled.refusal,
    main: html`<form class="form" method="post" action="${address}/edit">
  ${attemptField()}
  ${part(
    'Details',
    pair(inputs(fields, filled, ['name', 'email'])),
    pair(inputs(fields, filled, ['country', 'language'])),
    inputs(fields, filled, ['metadata']),
  )}
  <div class="actions"><button class="button">Save</button> <a href="${address}">Back</a></div>
</form>`,
  });

const show: Handler<{ customer_id: string }> = async (visit, _, parts) => {
  const found = await findCustomer(visit, parts);
  const { name, email, country, metadata } = found.record;
  const language = LANGUAGES.find((one) => one === found.record.language) ?? null;
  return page(visit, found, filledWith(fields, { name, email, country, language, metadata }));
};

const save: Handler<{ customer_id: string }> = async (visit, asked, parts) => {
  const found = await findCustomer(visit, parts);
  const { customer_id } = found.record;
  const once = visit.onceFor(asked.form.get('attempt'), 'update-customer');
  const sent = await sendForm(
    { fields, sent: asked, refused: 'The details were not saved' },
    (values) => visit.ask(updateCustomer, { customer_id, ...values }, once),
  );
  if ('again' in sent) return page(visit, found, sent.again);
  return redirectAfterForm(`${found.address}?done=saved`);
};

export const editHandlers = {
  GET: ifAllowed(updateCustomer, show),
  POST: ifAllowed(updateCustomer, save),
};
