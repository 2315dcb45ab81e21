import { html } from '../../../platform/core/html.ts';
import { resolveTransaction } from '../../../shop/settlement/resolve-transaction.ts';
import type { Action } from '../action.ts';
import { field } from '../field.ts';
import type { Payment } from './payment-text.ts';

const fields = {
  outcome: field.choice({
    label: 'What the provider shows',
    choices: { paid: 'The money was moved', not_paid: 'No money was moved' },
  }),
  provider_reference: field.optionalText({
    label: 'Its name at the provider',
    hint: 'Such as pi_3MtwBwLkdIwHu7ix28a3t; needed if the money was moved',
    is_code: true,
  }),
  note: field.text({ label: 'Note', hint: 'Who found out, and how. It is kept with the payment.' }),
};

export const resolveAction: Action<Payment, typeof fields> = {
  operation: resolveTransaction,
  name: 'resolve',
  title: 'Settle by hand',
  refused: 'Nothing was settled',
  fields: () => fields,
  intro: () =>
    `The provider could not tell whether the money was moved. Look the payment up in the provider's
    own dashboard, and say here what you found.`,
  explain: ({ words }, { type, total, currency }, { outcome }) => {
    const sum = words.amount(total, currency);
    const what = type === 'refund' ? 'refund' : 'payment';
    return {
      text:
        outcome === 'paid'
          ? html`<p>The ${what} of <strong>${sum}</strong> counts as made. Everything follows as if
            the provider had said so: receipts, licenses, invoices.</p>`
          : html`<p>The ${what} of <strong>${sum}</strong> counts as not made. A checkout can be
            paid again, and a renewal is charged anew.</p>`,
      button: outcome === 'paid' ? 'It was made' : 'It was not made',
    };
  },
  act: (visit, { transaction_id }, { provider_reference, ...values }, once) => {
    const reference = { provider_reference: provider_reference ?? undefined };
    return visit.ask(resolveTransaction, { transaction_id, ...values, ...reference }, once);
  },
  done: () => 'resolved',
};
