import assert from 'node:assert/strict';
import { MINUTE_MS } from '../../../platform/core/time.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { StoreTx } from '../../../platform/operation/work.ts';
import { changeBalance } from '../../customers/balance.sql.ts';
import { findCustomer } from '../../customers/customer.sql.ts';
import { taxBuyerOf } from '../../customers/tax-buyer.rules.ts';
import type { Origin, SalesChange } from '../../figures/figure-change.rules.ts';
import { countryOf, withCardCountry } from '../../tax/evidence.rules.ts';
import { countTaxes } from './count-taxes.ts';
import { earlierRenewal, hasEarlierPayment } from './earlier-renewal.sql.ts';
import { issueFor, reverseFor } from './issue-for.ts';
import {
  failedRefundEntries,
  feeEntries,
  type LedgerEntry,
  ledgerEntries,
} from './ledger.rules.ts';
import { countLedgerEntries, insertLedgerEntry } from './ledger.sql.ts';
import { releaseRefund, saveFailedRefund, saveRefunded } from './refund.sql.ts';
import {
  isTriedRenewal,
  mayFollowTrial,
  salesOfEnding,
  salesOfEntry,
  salesOfRenewal,
} from './sales.rules.ts';
import {
  movedAtOnce,
  movedWhenPaid,
  settledAt,
  showTransaction,
  type TransactionRow,
} from './transaction.rules.ts';
import { lockTransaction, saveSettled } from './transaction.sql.ts';
import { canBecome, withRefund } from './transaction-status.rules.ts';

/** How a transaction ended. */
export type Ending = { status: 'paid' } | { status: 'declined'; decline_code: string };

/** When a fee is looked up that the provider did not know at once. */
const FIRST_FEE_MS = 10 * MINUTE_MS;

/**
 * The one step in which a pending transaction is settled, whatever it is for: its row, the
 * customer's balance, the ledger, the payment that a refund is of, and the event, together. What
 * is to follow from every payment, refund or decline belongs here. `pending` is locked, and may
 * bring what else has become known of it (its card, period, reference, fee). `stored`: the row
 * without that, as it was read when it was locked; without it, all columns are written.
 */
export async function settleTransaction(
  context: StoreTx,
  pending: TransactionRow,
  ending: Ending,
  stored?: TransactionRow,
): Promise<TransactionRow> {
  const { tx, emit, audit, now, services } = context;
  assert(canBecome(pending.status, ending.status));
  const settled: TransactionRow = {
    ...pending,
    status: ending.status,
    decline_code: ending.status === 'declined' ? ending.decline_code : null,
    settled_at: settledAt(pending, now),
    next_attempt_at: null,
    action_url: null,
    needs_review: 0,
    fee_due_at: feeDueAt(context, pending, ending),
    tax_evidence: withCardCountry(pending.tax_evidence, pending.card_country),
    sold_country: await soldCountry(tx, pending, ending),
  };
  assert.equal(await saveSettled(tx, settled, stored), 1);
  await countEnding(context, settled);
  await settleBalance(tx, settled);
  if (settled.status === 'declined') {
    await releaseRefundOf(tx, settled);
    emit('transaction.declined', showTransaction(settled, services));
    return settled;
  }
  await postSettled(context, settled);
  countTaxes(context, settled);
  const issued = await issueFor(context, settled);
  const refunded = await countRefund(tx, settled, settled.total_minor);
  const shown = showTransaction(issued, services);
  if (refunded) {
    const was = withRefund(refunded, -settled.total_minor);
    const [before, after] = [showTransaction(was, services), showTransaction(refunded, services)];
    audit({ target: refunded.transaction_id, before, after });
    emit('transaction.refunded', { ...after, refund_transaction_id: shown.transaction_id }, shown);
  }
  // A payment of 0 emits no transaction event: other events report what happened.
  else if (settled.total_minor > 0) emit('transaction.paid', shown);
  return issued;
}

/**
 * A refund that was paid has failed after all, perhaps days later: everything that settling it
 * moved goes back, by new rows of the ledger. `paid` is locked, and so is what it was a refund of.
 */
export async function failRefund(
  context: StoreTx,
  paid: TransactionRow,
  decline_code: string,
): Promise<TransactionRow> {
  const { tx, emit, now } = context;
  assert(paid.type === 'refund' && canBecome(paid.status, 'failed'));
  const failed: TransactionRow = { ...paid, status: 'failed', decline_code };
  assert.equal(await saveFailedRefund(tx, failed), 1);
  const { customer_id, currency, balance_change_minor } = failed;
  if (balance_change_minor !== 0) {
    const change_minor = -balance_change_minor;
    await changeBalance(tx, { customer_id, currency, change_minor, now });
  }
  const where = { transaction: failed, currency, created_at: now };
  await post(context, where, failedRefundEntries(failed));
  countTaxes(context, failed, true);
  await countRefund(tx, failed, -failed.total_minor);
  await releaseRefundOf(tx, failed);
  reverseFor(context, failed);
  emit('transaction.refund_failed', showTransaction(failed, context.services));
  return failed;
}

/**
 * What the buyer answered comes first, then what the taxes went by, then the card. Nobody answers
 * when a subscription is charged: where no tax asks for a country, it is that of the customer.
 */
async function soldCountry(
  tx: Tx,
  { type, customer_id, sold_country, tax_evidence, card_country }: TransactionRow,
  { status }: Ending,
): Promise<string> {
  const said = sold_country || countryOf(tax_evidence, null);
  const is_asked = type === 'purchase' || type === 'refund' || status === 'declined';
  if (said !== '' || is_asked) return said || (card_country ?? '');
  const { address } = taxBuyerOf(await findCustomer(tx, customer_id));
  return address?.country ?? card_country ?? '';
}

/** A fee that the provider does not know yet is looked up later. */
function feeDueAt(
  { services }: StoreTx,
  { type, provider, total_minor, fee_minor }: TransactionRow,
  { status }: Ending,
): number | null {
  const has_fee = status === 'paid' && type !== 'refund' && provider !== null && total_minor > 0;
  return has_fee && fee_minor === null ? services.clock() + FIRST_FEE_MS : null;
}

/**
 * Used credit and a collected debt were moved when the transaction was opened, and a decline moves
 * them back. All other changes of the balance are made once the transaction is paid.
 */
async function settleBalance(tx: Tx, row: TransactionRow): Promise<void> {
  const { customer_id, currency, created_at: now } = row;
  const change_minor = row.status === 'declined' ? -movedAtOnce(row) : movedWhenPaid(row);
  if (change_minor !== 0) await changeBalance(tx, { customer_id, currency, change_minor, now });
}

/** Counts what ended, and of a renewal whether it fails now or recovers. */
async function countEnding({ tx, addFigures }: StoreTx, row: TransactionRow): Promise<void> {
  const { transaction_id, subscription_id, currency, product_id, settled_at } = row;
  assert(settled_at !== null);
  const addSums = (sums: SalesChange['sums']) =>
    addFigures({ at: settled_at, currency, product_id, sums });
  const of = subscription_id === null ? undefined : { transaction_id, subscription_id };
  const asks = of !== undefined && mayFollowTrial(row);
  addSums(salesOfEnding(row, { is_after_others: asks && (await hasEarlierPayment(tx, of)) }));
  if (!isTriedRenewal(row) || of === undefined) return;
  addSums(salesOfRenewal(row, await earlierRenewal(tx, of)));
}

async function postSettled(context: StoreTx, row: TransactionRow): Promise<void> {
  assert(row.settled_at !== null, 'only a settled transaction moves money');
  const { currency, settled_at: created_at } = row;
  const entries = ledgerEntries(row);
  const where = { transaction: row, currency, created_at };
  await insertEntries(context, where, entries, 0);
  const fee_currency = row.fee_currency ?? currency;
  await insertEntries(
    context,
    { ...where, currency: fee_currency },
    feeEntries(row.fee_minor ?? 0),
    entries.length,
  );
}

interface Posting {
  transaction: Pick<TransactionRow, 'transaction_id' | 'product_id' | 'type'> & Origin;
  currency: string;
  created_at: number;
}

/** Adds movements to those that a transaction has made. It must be locked. */
export async function post(context: Posts, where: Posting, entries: LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { transaction_id } = where.transaction;
  await insertEntries(
    context,
    where,
    entries,
    await countLedgerEntries(context.tx, transaction_id),
  );
}

type Posts = Pick<StoreTx, 'tx' | 'addFigures'>;

/** Writes movements, and counts them: the one place where money moves. */
async function insertEntries(
  { tx, addFigures }: Posts,
  { transaction, currency, created_at }: Posting,
  entries: LedgerEntry[],
  first: number,
): Promise<void> {
  const { transaction_id, product_id } = transaction;
  for (const [at, entry] of entries.entries()) {
    const where = { transaction_id, currency, created_at };
    await insertLedgerEntry(tx, { ...entry, ...where, position: first + at });
    const sums = salesOfEntry(transaction, entry);
    addFigures({ at: created_at, currency, product_id, sums, origin: transaction });
  }
}

/** After a refund that was not made: its amount can be refunded again. */
async function releaseRefundOf(tx: Tx, row: TransactionRow): Promise<void> {
  const { refunded_transaction_id: transaction_id, total_minor: amount_minor } = row;
  if (transaction_id !== null) await releaseRefund(tx, { transaction_id, amount_minor });
}

/** Updates the payment that a refund is for and returns it; undefined if this is not a refund. */
async function countRefund(
  tx: Tx,
  row: TransactionRow,
  amount_minor: number,
): Promise<TransactionRow | undefined> {
  if (row.refunded_transaction_id === null) return undefined;
  const original = await lockTransaction(tx, row.refunded_transaction_id);
  assert(original, 'what is refunded exists');
  const after = withRefund(original, amount_minor);
  await saveRefunded(tx, after);
  return after;
}
