import { findBalance } from '../customers/balance.sql.ts';
import { disableLicenseOfPurchase } from '../licenses/disable-license-of-purchase.ts';
import type { StoreTx } from '../operation/work.ts';
import { listBoughtWithCredit } from './credit-purchases.sql.ts';
import { listDisputesOf } from './dispute.sql.ts';
import type { TransactionRow } from './transaction.rules.ts';

/**
 * A lost dispute has taken back credit that was spent: the licenses that were bought with it are
 * disabled, the newest first. Of 100 that were paid, a change made 80 credit, which bought a license
 * for 80; the 100 are lost: the balance is 80 below 0, and the license is off.
 */
export async function disableBoughtWithCredit(
  inside: StoreTx,
  { transaction_id, customer_id, currency, created_at: since }: TransactionRow,
): Promise<void> {
  const { tx } = inside;
  const lost = (await listDisputesOf(tx, transaction_id)).filter(({ status }) => status === 'lost');
  const taken_minor = lost.reduce((sum, { credit_minor }) => sum + credit_minor, 0);
  if (taken_minor === 0) return;
  const given_twice_minor = lost.reduce((sum, { excess_minor }) => sum + excess_minor, 0);
  const balance_minor = await findBalance(tx, { customer_id, currency });
  let spent_minor = Math.min(taken_minor, 0 - balance_minor - given_twice_minor);
  for (const bought of await listBoughtWithCredit(tx, { customer_id, currency, since })) {
    if (spent_minor <= 0) return;
    await disableLicenseOfPurchase(inside, bought.transaction_id);
    spent_minor += bought.balance_change_minor;
  }
}
