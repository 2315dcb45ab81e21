import type { Dispute } from '../payments/provider-record.rules.ts';
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

/** What a settled transaction moves. */
export function ledgerEntries(
  row: Pick<TransactionRow, 'type' | 'total_minor' | 'tax_minor' | 'balance_change_minor'>,
): LedgerEntry[] {
  const { type, total_minor, tax_minor, balance_change_minor } = row;
  const paid =
    type === 'refund'
      ? [entry('gateway', 'refunds', total_minor)]
      : [entry('sales', 'gateway', total_minor - tax_minor), entry('tax', 'gateway', tax_minor)];
  const kept =
    balance_change_minor < 0
      ? entry('sales', 'balance', -balance_change_minor)
      : entry('balance', 'sales', balance_change_minor);
  return [...paid, kept].filter(({ amount_minor }) => amount_minor > 0);
}

/** What a dispute moves when it is opened, and when it ends. */
export function disputeEntries(
  dispute: Pick<Dispute, 'status' | 'amount_minor' | 'fee_minor'>,
): LedgerEntry[] {
  const { status, amount_minor, fee_minor } = dispute;
  const moves = {
    opened: [entry('gateway', 'disputes', amount_minor), entry('gateway', 'fees', fee_minor)],
    won: [entry('disputes', 'gateway', amount_minor)],
    // It has become a refund that the bank made.
    lost: [entry('disputes', 'refunds', amount_minor)],
  };
  return moves[status].filter((one) => one.amount_minor > 0);
}

const entry = (from: Account, to: Account, amount_minor: number): LedgerEntry => ({
  debit_account: to,
  credit_account: from,
  amount_minor,
});
