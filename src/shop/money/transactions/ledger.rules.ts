import type { Dispute } from '../payments/provider-record.rules.ts';
import { parseRows, taxOfRows } from './tax-given-back.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';

/**
 * `gateway` is what the provider holds for us until it pays it out, `balance` what customers have
 * with us, `disputes` what a bank has taken back and may return.
 */
type Account = 'gateway' | 'sales' | 'tax' | 'refunds' | 'balance' | 'disputes' | 'fees';

/** One movement: what the debit account gets, the credit account gives. */
export interface LedgerEntry {
  debit_account: Account;
  credit_account: Account;
  amount_minor: number;
}

/**
 * What a settled transaction moves. A purchase of 119, 19 of it tax: 119 from sales to the gateway, 19
 * from tax to sales, so that sales give 100. A refund of it: 119 from the gateway to refunds, 19 from
 * refunds to tax.
 */
export function ledgerEntries(
  row: Pick<TransactionRow, 'type' | 'total_minor' | 'tax_minor' | 'balance_change_minor'>,
): LedgerEntry[] {
  const { type, total_minor, tax_minor, balance_change_minor } = row;
  // Money first, then the part of it that is tax. A bill paid with credit may have more tax than it
  // moves money, and one that gives back more than it charges has tax below 0.
  const paid =
    type === 'refund'
      ? [...moved('gateway', 'refunds', total_minor), ...moved('refunds', 'tax', tax_minor)]
      : [...moved('sales', 'gateway', total_minor), ...moved('tax', 'sales', tax_minor)];
  return [...paid, ...moved('balance', 'sales', balance_change_minor)];
}

/** What a refund that was paid moves when it fails after all: everything back. */
export const failedRefundEntries = (row: Parameters<typeof ledgerEntries>[0]): LedgerEntry[] =>
  ledgerEntries(row).map(({ debit_account, credit_account, amount_minor }) =>
    entry(debit_account, credit_account, amount_minor),
  );

/** What a provider keeps, or gives back of that (below 0). */
export const feeEntries = (fee_minor: number): LedgerEntry[] => moved('gateway', 'fees', fee_minor);

/** What a dispute takes from a customer's balance, or gives back to it (below 0). */
export const reversedBalanceEntries = (amount_minor: number): LedgerEntry[] =>
  moved('sales', 'balance', amount_minor);

interface Disputed extends Pick<Dispute, 'status' | 'amount_minor'> {
  /** TaxRow[] as JSON. */
  tax_rows: string;
}

/** Who has the money of a dispute. One that is lost is a refund that the bank made. */
const HOLDERS: Record<Dispute['status'], Account> = {
  opened: 'disputes',
  won: 'gateway',
  lost: 'refunds',
};

/**
 * What a dispute moves: when it is opened, ends, or is decided again. Of 119 with 19 of tax: opened,
 * 119 from the gateway to disputes; lost, 119 from there to refunds, and 19 from refunds to tax; won
 * after that, 119 from refunds to the gateway, and 19 from tax to refunds.
 */
export function disputeEntries(before: Disputed | undefined, after: Disputed): LedgerEntry[] {
  const from = before ? HOLDERS[before.status] : 'gateway';
  const to = HOLDERS[after.status];
  const tax = moved('refunds', 'tax', lostTax(after) - (before ? lostTax(before) : 0));
  if (!before || before.amount_minor === after.amount_minor) {
    return [...moved(from, to, after.amount_minor), ...tax];
  }
  return [
    ...moved(from, 'gateway', before.amount_minor),
    ...moved('gateway', to, after.amount_minor),
    ...tax,
  ];
}

/**
 * The tax that is not owed any more because a dispute is lost; one that was won may stand for a
 * refund that was made meanwhile.
 */
const lostTax = (dispute: Disputed): number =>
  dispute.status === 'opened' ? 0 : taxOfRows(parseRows(dispute));

function moved(from: Account, to: Account, amount_minor: number): LedgerEntry[] {
  if (from === to || amount_minor === 0) return [];
  return amount_minor > 0 ? [entry(from, to, amount_minor)] : [entry(to, from, -amount_minor)];
}

const entry = (from: Account, to: Account, amount_minor: number): LedgerEntry => ({
  debit_account: to,
  credit_account: from,
  amount_minor,
});
