import { getStoreSettings } from '../../../shop/store/get-store-settings.ts';
import { updateStoreSettings } from '../../../shop/store/update-store-settings.ts';
import { formFields } from '../form-fields.ts';
import { settingsRoutes } from './settings-page.ts';

const FIELDS = formFields(updateStoreSettings, {
  retry_days: {
    label: 'Try a failed renewal again after days',
    hint: 'Such as 1, 3, 5, 7: each counts from the try before. Empty: never',
  },
  after_retries: {
    label: 'If no try succeeds',
    choices: { cancel: 'Cancel the subscription', pause: 'Pause the subscription' },
  },
  past_due_license_days: {
    label: 'License stays valid, in days',
    hint: 'After a renewal failed; empty: while it is tried again',
  },
  unpaid_license_days: {
    label: 'The same if nothing was ever paid',
    hint: 'When the first payment after a trial fails, for example',
  },
  on_dispute_lost: {
    label: 'When a dispute is lost',
    choices: { cancel: 'End subscription and license', keep: 'Do nothing' },
  },
  on_fraud_warning: {
    label: 'When a bank warns of fraud',
    hint: 'A refund within hours mostly avoids a dispute and its fee. It ends the subscription too',
    choices: {
      ask: 'Ask me: list it in the overview',
      refund: 'Refund at once, end the license',
    },
  },
  portal_quantity_changes: { label: 'Customers may change quantities' },
  portal_pauses: { label: 'Customers may pause, once in a paid period' },
  cancel_offer: {
    label: 'Discount code for those who are about to cancel',
    hint: 'Offered once to each; empty: none',
    is_code: true,
  },
  allowed_origins: {
    label: 'Sites whose pages may use your API keys',
    hint:
      'One on each line, such as https://www.example.com or http://localhost:3000. Whoever opens ' +
      'such a page can read the key in it',
  },
  lemon_squeezy_licenses: {
    label:
      'Answer applications that were made for Lemon Squeezy about licenses, without an API key',
  },
});

/** What becomes of payments that fail, and what customers may do by themselves. */
export const rulesRoutes = settingsRoutes({
  section: 'checkout-settings',
  fields: FIELDS,
  groups: [
    {
      title: 'Payments that fail',
      rows: [
        ['retry_days', 'after_retries'],
        ['past_due_license_days', 'unpaid_license_days'],
        ['on_dispute_lost', 'on_fraud_warning'],
      ],
    },
    {
      title: 'In the customer portal',
      rows: [['portal_quantity_changes'], ['portal_pauses'], ['cancel_offer']],
    },
    {
      title: 'Who may call the API',
      rows: [['allowed_origins'], ['lemon_squeezy_licenses']],
    },
  ],
  operation: updateStoreSettings,
  read: async (visit) => visit.ask(getStoreSettings, {}),
  save: async (visit, values, once) => visit.ask(updateStoreSettings, values, once),
});
