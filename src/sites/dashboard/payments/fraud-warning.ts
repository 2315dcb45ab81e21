import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { getAttention } from '../../../shop/insight/attention/get-attention.ts';
import { dismissFraudWarning } from '../../../shop/settlement/dismiss-fraud-warning.ts';
import { refundTransaction } from '../../../shop/settlement/refund-transaction.ts';
import type { Action } from '../action.ts';
import { card, chip } from '../layout.ts';
import { instant } from '../text.ts';
import type { Visit } from '../visit.ts';
import type { Payment } from './payment-text.ts';

type Warning = Static<typeof getAttention.output>['items'][number];

/** What a bank has said about a payment, until somebody has decided about it. */
export async function findWarning(visit: Visit, payment: Payment): Promise<Warning | undefined> {
  const { transaction_id: id, type, status } = payment;
  const can_be_refunded = status === 'paid' || status === 'partially_refunded';
  if (type === 'refund' || !can_be_refunded) return undefined;
  const { items } = await visit.ask(getAttention, {});
  return items.find(({ kind, record_id }) => kind === 'fraud_warning' && record_id === id);
}

export function warningCard(visit: Visit, warning: Warning | undefined): Html | false {
  if (!warning) return false;
  const at = `${visit.address}/payments/${warning.record_id}`;
  const keep = html`<a class="button second" href="${at}/keep">Keep the payment…</a>`;
  return card(
    'Fraud warning',
    html`<p>${warning.at && html`On ${instant(warning.at)}: `}${warning.message}.</p>
<div class="actions">
${visit.may(refundTransaction) && html`<a class="button" href="${at}/refund?all=1">Refund…</a>`}
${visit.may(dismissFraudWarning) && keep}
</div>`,
    chip('bad', 'Decide now'),
  );
}

export const keepAction: Action<Payment> = {
  operation: dismissFraudWarning,
  name: 'keep',
  title: 'Keep the payment',
  refused: 'The warning stays',
  explain: ({ words }, { total, currency }) => ({
    text: html`<p>Nothing is refunded of <strong>${words.amount(total, currency)}</strong>, and the
      warning is no longer listed. Choose this if you know the buyer. Should the owner of the card
      dispute the payment, the bank takes it back, with a fee.</p>`,
    button: 'Keep the payment',
  }),
  act: (visit, { transaction_id }, _, once) =>
    visit.ask(dismissFraudWarning, { transaction_id }, once),
  done: () => 'kept',
};
