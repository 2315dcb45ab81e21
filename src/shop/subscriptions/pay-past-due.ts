import type { StoreWork } from '../../platform/operation/work.ts';
import type { Card } from '../money/payments/card.rules.ts';
import { requireGateway, type SavedCard } from '../money/payments/gateway.ts';
import { refuseWhileHeld } from '../money/payments/held-charges.ts';
import { withTimeout } from '../money/payments/with-timeout.ts';
import { ifSettled, type Settling } from '../money/transactions/ask-provider.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { findTransaction } from '../money/transactions/transaction.sql.ts';
import { beginPastDueCharge } from './charge-past-due.ts';
import { settleCharge } from './settle-charge.ts';
import type { SubscriptionRow } from './subscription.rules.ts';
import { withIdleSubscription } from './with-idle-subscription.ts';

interface Paying {
  /** Where our page asks for the card. */
  card?: Card | undefined;
  /** What was typed into the provider's fields there, looked at and not refused. */
  typed?: SavedCard | undefined;
  /** The page that the payer comes back to. */
  return_path: string;
  request_key: string | null;
}

/**
 * Pays what is past due while the customer is there: they may be asked to confirm it, or pay on
 * the provider's page (`action_url` of the charge). Whatever else charges this subscription at the
 * same time, it is charged once. Undefined: there is nothing to be paid now.
 */
export async function payPastDue(
  work: StoreWork,
  { subscription_id }: SubscriptionRow,
  { card, typed, return_path, request_key }: Paying,
): Promise<TransactionRow | undefined> {
  const gateway = requireGateway(work);
  await refuseWhileHeld(work.reader);
  const saved = card ? await withTimeout(gateway.saveCard(card)) : typed;
  const { refused: _, ...method } = saved ?? { provider: gateway.provider };
  const begun = await withIdleSubscription(
    work,
    subscription_id,
    'payment',
    async (found) =>
      found.unsettled ??
      (await beginPastDueCharge(found, { paid_by: method, request_key, return_path })),
  );
  if (!begun) return undefined;
  return settlePresentCharge(work, begun);
}

/** What became of a charge; it may still wait for the payer, or for the provider. */
export async function settlePresentCharge(
  work: StoreWork,
  charge: TransactionRow,
  settling: Settling = 'ask',
): Promise<TransactionRow> {
  await ifSettled(settleCharge(work, charge, settling));
  return (await findTransaction(work.reader, charge.transaction_id)) ?? charge;
}
