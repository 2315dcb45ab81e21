import type { Dispute } from '../payments/provider-record.rules.ts';
import { parseRows, taxOfRows } from './tax-given-back.rules.ts';
import type { TransactionRow } from './transaction.rules.ts';
import type { ShownDispute } from './transaction-status.rules.ts';

export interface DisputeRow {
  transaction_id: string;
  reference: string;
  status: 'opened' | 'won' | 'lost';
  amount_minor: number;
  currency: string;
  fee_minor: number;
  fee_currency: string;
  reason: string;
  due_at: number | null;
  /** What it has reversed of what the payment brought the customer (Reversal). */
  credit_minor: number;
  debt_minor: number;
  rest_minor: number;
  /** Lost, and beyond what was paid, because a part was refunded too: the customer owes it. */
  excess_minor: number;
  /** The tax in the rest (TaxRow[]), as JSON: it is given back if the dispute is lost. */
  tax_rows: string;
  times_won: number;
  times_lost: number;
  /** Whether the subscription is still to be ended because of it. */
  ends_subscription: number;
  opened_at: number;
  closed_at: number | null;
}

/** A dispute with what the provider reports of it now. */
export function nextDispute({
  before,
  reported,
  payment,
  now,
  ends_subscription,
}: {
  before: DisputeRow | undefined;
  reported: Dispute;
  payment: TransactionRow;
  now: number;
  ends_subscription: boolean;
}): DisputeRow {
  const { reference, status, amount_minor, currency, reason, due_at, ...fee } = reported;
  const is_moved = before?.status !== status;
  const closed_at = is_moved ? now : before.closed_at;
  const times = (ended: 'won' | 'lost', so_far = 0) =>
    so_far + Number(is_moved && status === ended);
  const ends = ends_subscription && payment.subscription_id !== null;
  return {
    credit_minor: 0,
    debt_minor: 0,
    rest_minor: 0,
    excess_minor: 0,
    tax_rows: '[]',
    opened_at: now,
    ...before,
    transaction_id: payment.transaction_id,
    reference,
    status,
    amount_minor,
    currency,
    reason,
    due_at,
    fee_minor: fee.fee_minor,
    fee_currency: fee.fee_currency,
    times_won: times('won', before?.times_won),
    times_lost: times('lost', before?.times_lost),
    ends_subscription: ends ? 1 : (before?.ends_subscription ?? 0),
    closed_at: status === 'opened' ? null : closed_at,
  };
}

const REPORTED = [
  'status',
  'amount_minor',
  'fee_minor',
  'fee_currency',
  'reason',
  'due_at',
] as const;

/** Whether the provider reports nothing new about a dispute. */
export const isSame = (before: DisputeRow, after: DisputeRow): boolean =>
  REPORTED.every((name) => before[name] === after[name]);

/** The dispute that the record of a payment shows. Its disputes come oldest first. */
export const newestDispute = (all: DisputeRow[]): DisputeRow | undefined => {
  const newest = (status: DisputeRow['status']) => all.findLast((one) => one.status === status);
  return newest('opened') ?? newest('lost') ?? newest('won');
};

/** What the record of the payment shows of it. */
export function shownDispute(row: DisputeRow): ShownDispute {
  const { status, reason, amount_minor, fee_minor, fee_currency, due_at, opened_at } = row;
  const { closed_at } = row;
  return {
    status,
    reason,
    amount_minor,
    fee_minor,
    fee_currency,
    due_at,
    opened_at,
    closed_at,
    tax_minor: taxOfRows(parseRows(row)),
  };
}
