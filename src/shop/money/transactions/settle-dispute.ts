import assert from 'node:assert/strict';
import type { StoreTx, StoreWork } from '../../../platform/operation/work.ts';
import type { SalesChange } from '../../figures/figure-change.rules.ts';
import { disableLicenseOfPurchase } from '../../licenses/disable-license-of-purchase.ts';
import { readSettings } from '../../store/read-settings.ts';
import type { Dispute } from '../payments/provider-record.rules.ts';
import { countDisputeTaxes } from './count-taxes.ts';
import { disableBoughtWithCredit } from './disable-bought-with-credit.ts';
import { type DisputeRow, isSame, nextDispute } from './dispute.rules.ts';
import { listDisputesOf, saveDispute } from './dispute.sql.ts';
import { disputeEntries, feeEntries } from './ledger.rules.ts';
import { rebalanceDisputes, showNewestDispute } from './rebalance-disputes.ts';
import { post } from './settle-transaction.ts';
import { lockSubscriptionOfPayment } from './subscription-payments.sql.ts';
import { showTransaction, type TransactionRow } from './transaction.rules.ts';
import { lockTransaction } from './transaction.sql.ts';
import { isPaid } from './transaction-status.rules.ts';

/**
 * Records what became of a dispute, and everything that follows from it, exactly once: it may be
 * reported any number of times, and its end before its beginning. A subscription that is to end
 * because of it is marked, and ended afterwards (see end-lost.ts).
 */
export async function settleDispute(
  work: StoreWork,
  payment: Pick<TransactionRow, 'transaction_id' | 'subscription_id'>,
  found: Dispute,
): Promise<void> {
  const { transaction_id, subscription_id } = payment;
  await work.write(async (context) => {
    const { tx } = context;
    if (subscription_id !== null) await lockSubscriptionOfPayment(tx, subscription_id);
    const locked = await lockTransaction(tx, transaction_id);
    // A payment that is declined here is given back by other means.
    if (!locked || !isPaid(locked) || locked.currency !== found.currency) return;
    const is_new = (await findDispute(context, transaction_id, found)) === undefined;
    // What has ended has begun before.
    if (is_new) await record(context, transaction_id, { ...found, status: 'opened' });
    if (!is_new || found.status !== 'opened') await record(context, transaction_id, found);
  });
}

async function findDispute(
  { tx }: StoreTx,
  transaction_id: string,
  { reference }: Dispute,
): Promise<DisputeRow | undefined> {
  const all = await listDisputesOf(tx, transaction_id);
  return all.find((one) => one.reference === reference);
}

async function record(context: StoreTx, transaction_id: string, found: Dispute): Promise<void> {
  const { tx, emit, now } = context;
  const payment = await lockTransaction(tx, transaction_id);
  assert(payment, 'it was locked');
  const before = await findDispute(context, transaction_id, found);
  // The provider was asked before it ended, and the answer is late.
  if (before && before.status !== 'opened' && found.status === 'opened') return;
  const is_moved = before?.status !== found.status;
  const ends = is_moved && found.status === 'lost' && (await readSettings(tx)).on_dispute_lost;
  const after = nextDispute({
    before,
    reported: found,
    payment,
    now,
    ends_subscription: ends === 'cancel',
  });
  if (before && isSame(before, after)) return;
  await saveDispute(tx, after);
  const where = { transaction: payment, currency: payment.currency, created_at: now };
  await post(context, where, disputeEntries(before, after));
  await postFee(context, payment, before, after);
  countDispute(context, payment, before, after);
  countDisputeTaxes(context, before, after);
  const disputed = await rebalanceDisputes(context, await showNewestDispute(context, payment));
  if (is_moved) emit(EVENTS[found.status], showTransaction(disputed, context.services));
  if (ends === 'cancel' && payment.subscription_id === null) {
    await disableLicenseOfPurchase(context, transaction_id);
  }
  if (ends === 'cancel') await disableBoughtWithCredit(context, disputed);
}

const EVENTS = {
  opened: 'transaction.disputed',
  won: 'transaction.dispute_won',
  lost: 'transaction.dispute_lost',
} as const;

/** Counts it on the days on which it was opened and decided, once, however often it is decided. */
function countDispute(
  { addFigures }: StoreTx,
  { currency, product_id }: TransactionRow,
  before: DisputeRow | undefined,
  after: DisputeRow,
): void {
  const addSums = (at: number | null, sums: SalesChange['sums']) => {
    if (at !== null) addFigures({ at, currency, product_id, sums });
  };
  const decided = ({ status }: DisputeRow, number: 1 | -1) => ({
    disputes_won: status === 'won' ? number : 0,
    disputes_lost: status === 'lost' ? number : 0,
  });
  if (before) addSums(before.closed_at, decided(before, -1));
  else addSums(after.opened_at, { disputes_opened: 1 });
  addSums(after.closed_at, decided(after, 1));
}

async function postFee(
  context: StoreTx,
  payment: TransactionRow,
  before: DisputeRow | undefined,
  after: DisputeRow,
): Promise<void> {
  const where = { transaction: payment, created_at: context.now };
  const { fee_minor: known = 0, fee_currency: currency = after.fee_currency } = before ?? {};
  if (currency === after.fee_currency) {
    return post(context, { ...where, currency }, feeEntries(after.fee_minor - known));
  }
  await post(context, { ...where, currency }, feeEntries(-known));
  await post(context, { ...where, currency: after.fee_currency }, feeEntries(after.fee_minor));
}
