import type { Dispute } from '../../shop/money/payments/provider-record.rules.ts';
import {
  type DisputeRow,
  newestDispute,
  shownDispute,
} from '../../shop/money/transactions/dispute.rules.ts';
import {
  disputeEntries,
  failedRefundEntries,
  feeEntries,
  type LedgerEntry,
  ledgerEntries,
  reversedBalanceEntries,
} from '../../shop/money/transactions/ledger.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { isPaid } from '../../shop/money/transactions/transaction-status.rules.ts';

// The ledger and disputes: what is wrong with them, if anything.

export type PostedEntry = LedgerEntry & { currency: string };

/**
 * The ledger has exactly the movements that the transaction makes when it is settled; and what was
 * moved after that (fees, disputes, a refund that failed) adds up to what is known of it.
 */
export function ledgerProblems(
  row: TransactionRow,
  disputes: DisputeRow[],
  entries: PostedEntry[],
): string[] {
  const { currency } = row;
  const was_paid = isPaid(row) || row.status === 'failed';
  const settled = inCurrency(was_paid ? ledgerEntries(row) : [], currency);
  const [first, later] = [entries.slice(0, settled.length), entries.slice(settled.length)];
  if (textOf(first) !== textOf(settled)) {
    return [`the ledger has "${textOf(entries)}" instead of "${textOf(settled)}"`];
  }
  const meant = sums([
    ...inCurrency(feeEntries(row.fee_minor ?? 0), row.fee_currency ?? currency),
    ...inCurrency(row.status === 'failed' ? failedRefundEntries(row) : [], currency),
    ...disputes.flatMap((one) => [
      ...inCurrency(disputeEntries(undefined, one), currency),
      ...inCurrency(feeEntries(one.fee_minor), one.fee_currency),
      ...inCurrency(
        reversedBalanceEntries(one.credit_minor + one.debt_minor + one.excess_minor),
        currency,
      ),
    ]),
  ]);
  const found = sums(later);
  return found === meant ? [] : [`the ledger has "${found}" after it, instead of "${meant}"`];
}

const inCurrency = (entries: LedgerEntry[], currency: string): PostedEntry[] =>
  entries.map((one) => ({ ...one, currency }));

const textOf = (all: PostedEntry[]): string =>
  all
    .map((one) => `${one.debit_account}<${one.credit_account}:${one.amount_minor} ${one.currency}`)
    .join(' ');

/** What each account has got, as text. */
function sums(entries: PostedEntry[]): string {
  const all = new Map<string, number>();
  const add = (account: string, amount_minor: number) =>
    all.set(account, (all.get(account) ?? 0) + amount_minor);
  for (const { debit_account, credit_account, amount_minor, currency } of entries) {
    add(`${debit_account} ${currency}`, amount_minor);
    add(`${credit_account} ${currency}`, -amount_minor);
  }
  const moved = [...all]
    .filter(([, sum]) => sum !== 0)
    .map(([account, sum]) => `${account} ${sum}`);
  return moved.sort().join(', ');
}

/** Disputes are counted right, and took back what the money of the payment had brought: no more. */
export function disputeProblems(
  row: TransactionRow,
  disputes: DisputeRow[],
  refunds: { total_minor: number; taken_minor: number },
): string[] {
  const problems: string[] = [];
  const standing = disputes.filter(({ status }) => status !== 'won');
  const disputed = standing.reduce((sum, one) => sum + one.amount_minor, 0);
  if (row.disputed_minor !== disputed) {
    problems.push(`${row.disputed_minor} is marked as disputed, its disputes make ${disputed}`);
  }
  problems.push(...shownProblems(row, disputes));
  const taken = disputes.reduce((sum, { credit_minor, debt_minor, rest_minor }) => {
    return sum + credit_minor + debt_minor + rest_minor;
  }, refunds.taken_minor);
  const meant = Math.min(row.total_minor, refunds.total_minor + disputed);
  if (disputes.length > 0 && taken !== meant) {
    problems.push(`${taken} was taken back for it, instead of ${meant}`);
  }
  const lost = disputes.filter(({ status }) => status === 'lost');
  const lost_minor = lost.reduce((sum, one) => sum + one.amount_minor, 0);
  const excess = disputes.reduce((sum, { excess_minor }) => sum + excess_minor, 0);
  const beyond = Math.max(0, refunds.total_minor + lost_minor - row.total_minor);
  // Before migration 85 it was nobody's debt.
  if (excess !== 0 && excess !== beyond) {
    problems.push(`${excess} is owed for what was given back twice, instead of ${beyond}`);
  }
  return problems;
}

/** The record of a payment shows its newest dispute as that is. */
function shownProblems({ dispute }: TransactionRow, disputes: DisputeRow[]): string[] {
  const newest = newestDispute(disputes);
  if (dispute === null || !newest)
    return dispute === null && !newest ? [] : ['the dispute it shows'];
  const meant: Record<string, unknown> = { ...shownDispute(newest) };
  // Earlier versions kept less of it.
  return Object.entries(JSON.parse(dispute))
    .filter(([name, value]) => value !== meant[name])
    .map(([name, value]) => `${name} of the dispute it shows is ${value}, not ${meant[name]}`);
}

/** The provider's record of a dispute agrees with ours, or is ahead of it. */
export function disputeDifferences(row: DisputeRow, recorded: Dispute | undefined): string[] {
  if (!recorded) return ['the gateway knows nothing of its dispute'];
  const { status, amount_minor, currency } = recorded;
  if (amount_minor !== row.amount_minor || currency !== row.currency) {
    return [`the gateway disputes ${amount_minor} ${currency}, we have ${row.amount_minor}`];
  }
  return row.status === 'opened' || row.status === status
    ? []
    : [`the gateway says that its dispute is ${status}, we say ${row.status}`];
}
