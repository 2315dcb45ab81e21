import type { Tx } from '../../../platform/db/database.ts';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { findBalance } from '../../customers/balance.sql.ts';
import { disableLicenseOfPurchase } from '../../licenses/disable-license-of-purchase.ts';
import { type BoughtWithCredit, listBoughtWithCredit } from './credit-purchases.sql.ts';
import { readReversals } from './reverse-payment.ts';
import type { TransactionRow } from './transaction.rules.ts';

/** Whose credit is lost: that of lost disputes; and that of refunds because of a warning of fraud. */
export type LostBy = 'dispute_lost' | 'refunded';

/**
 * A lost dispute has taken back credit that was spent: the licenses that were bought with it are
 * disabled, the newest first. Subscriptions are ended afterwards (see end-bought-with-credit.ts).
 */
export async function disableBoughtWithCredit(
  context: StoreTx,
  payment: TransactionRow,
  by: LostBy = 'dispute_lost',
): Promise<void> {
  for (const { type, transaction_id } of await boughtWithLostCredit(context.tx, payment, by)) {
    if (type === 'purchase') await disableLicenseOfPurchase(context, transaction_id);
  }
}

/**
 * What was bought with credit that lost disputes of a payment, or all that went back of it, have
 * taken back, as far as that was spent and is owed. Of 100 that were paid, a change made 80 credit,
 * which bought a license for 30 and a year of another plan for 50; the 100 are lost: the balance is
 * 80 below 0, and both are named. Where 50 of it are paid by then, only the newer one is.
 */
export async function boughtWithLostCredit(
  tx: Tx,
  payment: TransactionRow,
  by: LostBy,
): Promise<BoughtWithCredit[]> {
  const { subscription_id, customer_id, currency, created_at: since } = payment;
  const { disputes, credit_minor: all_minor } = await readReversals(tx, payment);
  const lost = disputes.filter(({ status }) => status === 'lost');
  const lost_minor = lost.reduce((sum, { credit_minor }) => sum + credit_minor, 0);
  const reversed_minor = by === 'refunded' ? all_minor : lost_minor;
  if (reversed_minor === 0) return [];
  const given_twice_minor = lost.reduce((sum, { excess_minor }) => sum + excess_minor, 0);
  const balance_minor = await findBalance(tx, { customer_id, currency });
  let spent_minor = Math.min(reversed_minor, 0 - balance_minor - given_twice_minor);
  const whose = {
    customer_id,
    currency,
    since,
    subscription_id: subscription_id ?? '',
    reason: by,
  };
  return (await listBoughtWithCredit(tx, whose)).filter(({ balance_change_minor }) => {
    const is_named = spent_minor > 0;
    spent_minor += balance_change_minor;
    return is_named;
  });
}
