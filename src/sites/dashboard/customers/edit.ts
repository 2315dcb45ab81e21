import { LANGUAGES } from '../../../platform/core/languages.ts';
import { updateCustomer } from '../../../shop/customers/update-customer.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { countryChoices, languageChoices } from '../choices.ts';
import { field } from '../field.ts';
import { formFields, METADATA } from '../form-fields.ts';
import { form, formHandlers } from '../form-page.ts';
import { findCustomer } from './find-customer.ts';

const fields = {
  ...formFields(updateCustomer, {
    name: { label: 'Name', autocomplete: 'off' },
    email: {
      label: 'E-mail',
      autocomplete: 'off',
      hint: 'Where receipts and links to the portal are sent',
    },
    country: {
      label: 'Country',
      none: 'Not known',
      hint: 'Decides the tax of what they buy next',
      choices: countryChoices,
    },
    metadata: METADATA,
  }),
  language: field.optionalChoice({
    label: 'Language',
    none: 'That of their browser',
    choices: languageChoices,
  }),
};

export const editHandlers = formHandlers(
  updateCustomer,
  async (visit, parts: { customer_id: string }) => {
    const { record, address, name } = await findCustomer(visit, parts);
    const language = LANGUAGES.find((one) => one === record.language) ?? null;
    return form(fields, {
      ...{ section: 'customers', title: `Edit ${name}`, back: { at: address, name } },
      action: `${address}/edit`,
      ...{ filled: { ...record, language }, button: 'Save', refused: 'The details were not saved' },
      parts: [
        { title: 'Details', rows: [['name', 'email'], ['country', 'language'], ['metadata']] },
      ],
      async send(values, once) {
        const { customer_id } = record;
        await visit.ask(updateCustomer, { customer_id, ...values }, once);
        return redirectAfterForm(`${address}?done=saved`);
      },
    });
  },
);
