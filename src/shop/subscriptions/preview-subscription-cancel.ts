import { CurrencyCode, Instant } from '../../platform/core/fields.ts';
import { fromMinor } from '../../platform/core/money.ts';
import { SubscriptionId, TransactionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import type { Reader } from '../../platform/db/database.ts';
import { operation } from '../../platform/operation/operation.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { findUsableCard } from '../money/payments/usable-card.ts';
import { listHeldDebts } from '../money/transactions/held-debt.sql.ts';
import { hasDebtCharge } from '../money/transactions/subscription-payments.sql.ts';
import { listPaymentsSince } from '../money/transactions/transaction.sql.ts';
import { billWithBalance, NO_CHARGE } from './bill.rules.ts';
import { CancelTerms } from './cancel-terms.ts';
import { chargeableIn } from './chargeable-in.ts';
import { type Extent, plannedRefund } from './refund-period.rules.ts';
import { endIfCanceled } from './state.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';
import { findSubscription } from './subscription.sql.ts';

const CancelPreview = Type.Object({
  object: Type.Literal('subscription_cancel_preview'),
  currency: CurrencyCode,
  ends_at: Type.String({ ...Instant, description: 'Until when it can be used' }),
  charged: Type.Number({
    description: 'What the customer owes, and the card is charged before the end',
    examples: [0],
  }),
  refunds: Type.Array(
    Type.Object({ transaction_id: TransactionId, amount: Type.Number({ examples: [12.5] }) }),
    { description: 'What goes back of which payment, the newest first' },
  ),
  refunded: Type.Number({ description: 'All of that together', examples: [12.5] }),
  credited: Type.Number({ description: "What goes to the customer's balance", examples: [0] }),
});

export const previewSubscriptionCancel = operation({
  method: 'GET',
  path: '/preview-subscription-cancel',
  summary: 'See what a cancel would give back',
  description: 'The same rules as cancel-subscription; nothing is changed.',
  scope: 'read',
  input: Type.Object({
    subscription_id: SubscriptionId,
    ...CancelTerms,
  }),
  output: CancelPreview,
  errors: ['subscription_not_found'],
  example: { subscription_id: 'sub_1tq3v9w0e00h4rk6m2x8pz7ycn5', refund: 'prorated' },
  async read({ input, reader, store, services, now, refuse }) {
    const row = await findSubscription(reader, input.subscription_id);
    if (!row) throw refuse('subscription_not_found');
    const { currency } = row;
    const money = (minor: number) => fromMinor(minor, currency);
    const later = input.cancel_at_period_end ? endIfCanceled(row, now) : null;
    const ends_at = row.ended_at ?? later ?? now;
    const is_now = row.ended_at === null && later === null;
    const work = { reader, store, services };
    const charged_minor = is_now ? await debtMinor(work, row) : 0;
    const { refunds, to_balance_minor } =
      is_now && input.refund !== 'none'
        ? await refundOf(work, row, { extent: input.refund, now })
        : { refunds: [], to_balance_minor: 0 };
    return {
      object: 'subscription_cancel_preview' as const,
      currency,
      ends_at: isoInstant(ends_at),
      charged: money(charged_minor),
      refunds: refunds.map(({ payment: { transaction_id }, amount_minor }) => ({
        transaction_id,
        amount: money(amount_minor),
      })),
      refunded: money(refunds.reduce((all, { amount_minor }) => all + amount_minor, 0)),
      credited: money(to_balance_minor),
    };
  },
});

type Work = Pick<StoreWork, 'store' | 'services'> & { reader: Reader };

/** As beginDebtCharge() would charge it, when payments that wait for the customer are given up. */
async function debtMinor(work: Work, found: SubscriptionRow): Promise<number> {
  const held = await listHeldDebts(work.reader, found);
  const held_minor = held.reduce((all, { balance_change_minor }) => all + balance_change_minor, 0);
  const row = { ...found, balance_minor: found.balance_minor - held_minor };
  const { total_minor } = billWithBalance(NO_CHARGE, row, chargeableIn(work, row));
  if (total_minor === 0 || row.balance_minor >= 0) return 0;
  const { subscription_id, customer_id, paid_since: since } = row;
  const card = await findUsableCard(work, work.reader, customer_id);
  const is_tried = await hasDebtCharge(work.reader, { subscription_id, since });
  return card && !is_tried ? total_minor : 0;
}

async function refundOf(
  work: Work,
  row: SubscriptionRow,
  { extent, now }: { extent: Extent; now: number },
) {
  const { subscription_id, paid_since: since } = row;
  const payments = await listPaymentsSince(work.reader, { subscription_id, since });
  return plannedRefund(row, payments, { extent, now, chargeable: chargeableIn(work, row) });
}
