import { newId } from '../../platform/core/ids.ts';
import type { StoreTx } from '../../platform/operation/work.ts';
import { findUsableCard } from '../money/payments/usable-card.ts';
import { openCharge } from '../money/transactions/open-transaction.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { readBilling } from './read-billing.ts';
import { chargeOf, nextPeriod } from './renewal.rules.ts';
import { recordMissingCard, recordZeroCharge } from './settle-charge.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/** Opens a charge for the next period. Settles it at once if it is 0 or there is no card. */
export async function beginRenewal(
  context: StoreTx,
  row: SubscriptionRow,
  request_key: string | null,
): Promise<TransactionRow> {
  const { tx, now } = context;
  const billing = (await readBilling(context, tx, row)).at(now);
  const { effect, bill } = nextPeriod(row, billing);
  const transaction_id = newId('txn', now);
  const made = { bill, effect, tax_evidence: billing.tax_evidence };
  const charge = { transaction_id, type: 'renewal', ...made, request_key, now } as const;
  const pending = chargeOf(row, charge);
  if (bill.total_minor === 0) return (await recordZeroCharge(context, row, pending)).transaction;
  const method = await findUsableCard(context, tx, row.customer_id);
  if (!method) return (await recordMissingCard(context, row, pending)).transaction;
  const with_card = { ...pending, ...method };
  await openCharge(tx, with_card);
  return with_card;
}
