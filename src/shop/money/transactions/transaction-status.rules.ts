import type { Static } from 'typebox';
import { CurrencyCode, Instant, Nullable, OneOf } from '../../../platform/core/fields.ts';
import { fromMinor } from '../../../platform/core/money.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant, isoInstantOrNull } from '../../../platform/core/time.ts';

export const TRANSACTION_STATUSES = [
  'pending',
  'paid',
  'declined',
  'partially_refunded',
  'refunded',
  'disputed',
  'charged_back',
  'failed',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

const DISPUTE_STATUSES = ['opened', 'won', 'lost'] as const;

export const Dispute = Type.Object(
  {
    status: OneOf([...DISPUTE_STATUSES], { examples: ['opened'] }),
    reason: Type.String({ examples: ['fraudulent'] }),
    amount: Type.Number({ examples: [19.99] }),
    tax: Type.Number({
      description: 'How much of the amount is tax, which is given back with it if it is lost',
      examples: [3.19],
    }),
    fee: Type.Number({ description: 'What the provider keeps for it', examples: [15] }),
    fee_currency: CurrencyCode,
    due_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Until when you can answer it, at the provider',
      }),
    ),
    opened_at: Instant,
    closed_at: Nullable(Type.String({ format: 'date-time' })),
  },
  {
    title: 'TransactionDispute',
    description: 'The buyer asked the bank for the money back: the open dispute, or the last one',
  },
);

/**
 * The only changes of status that are allowed. A refund that was paid can still fail, and a dispute
 * that was won can be lost when the bank decides again.
 */
const STEPS: Record<TransactionStatus, TransactionStatus[]> = {
  pending: ['paid', 'declined'],
  paid: ['partially_refunded', 'refunded', 'disputed', 'charged_back', 'failed'],
  partially_refunded: ['paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back'],
  refunded: ['paid', 'partially_refunded', 'disputed', 'charged_back'],
  disputed: ['paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back'],
  charged_back: ['paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back'],
  declined: [],
  failed: [],
};

export const canBecome = (from: TransactionStatus, to: TransactionStatus): boolean =>
  STEPS[from].includes(to);

/** Whether the money has arrived, whatever became of it since. */
export const isPaid = ({ status }: { status: TransactionStatus }): boolean =>
  status !== 'pending' && status !== 'declined' && status !== 'failed';

/** Whether the buyer's bank has taken it back, or tries to. */
export const isDisputed = ({ status }: { status: TransactionStatus }): boolean =>
  status === 'disputed' || status === 'charged_back';

/** What becomes known of a payment after it was made. */
export interface KnownLater {
  /** The amounts of its disputes that are open or lost. */
  disputed_minor: number;
  /** The dispute that its record shows (ShownDispute), as JSON. */
  dispute: string | null;
  /** What the provider kept of it; null until that is known. */
  fee_minor: number | null;
  fee_currency: string | null;
  /** When the fee is looked up again, by real time. */
  fee_due_at: number | null;
  fee_attempts: number;
}

/** What the status of a payment follows from. */
interface Paid {
  status: TransactionStatus;
  total_minor: number;
  refunded_minor: number;
  disputed_minor: number;
  dispute: string | null;
}

/** A payment after one of its refunds is paid, or has failed after that (below 0). */
export const withRefund = <Row extends Paid>(row: Row, amount_minor: number): Row =>
  withPaidStatus({ ...row, refunded_minor: row.refunded_minor + amount_minor });

/** A payment with the status that follows from its refunds and disputes. */
export function withPaidStatus<Row extends Paid>(row: Row): Row {
  const status = paidStatus(row);
  if (status !== row.status && !canBecome(row.status, status)) {
    throw new Error(`what is ${row.status} cannot become ${status}`);
  }
  return { ...row, status };
}

export function paidStatus(row: Omit<Paid, 'status'>): TransactionStatus {
  const { total_minor, refunded_minor, disputed_minor } = row;
  if (disputed_minor > 0) {
    return parseDispute(row)?.status === 'opened' ? 'disputed' : 'charged_back';
  }
  if (refunded_minor === 0) return 'paid';
  return refunded_minor < total_minor ? 'partially_refunded' : 'refunded';
}

/** A dispute as it is kept with the payment, to be shown. */
export interface ShownDispute {
  status: (typeof DISPUTE_STATUSES)[number];
  reason: string;
  amount_minor: number;
  /** There was none before Kassa knew taxes. */
  tax_minor?: number;
  fee_minor: number;
  fee_currency: string;
  due_at: number | null;
  opened_at: number;
  closed_at: number | null;
}

const parseDispute = ({ dispute }: { dispute: string | null }): ShownDispute | null =>
  dispute === null ? null : JSON.parse(dispute);

export function showDispute(row: {
  dispute: string | null;
  currency: string;
}): Static<typeof Dispute> | null {
  const dispute = parseDispute(row);
  if (!dispute) return null;
  return {
    status: dispute.status,
    reason: dispute.reason,
    amount: fromMinor(dispute.amount_minor, row.currency),
    tax: fromMinor(dispute.tax_minor ?? 0, row.currency),
    fee: fromMinor(dispute.fee_minor, dispute.fee_currency),
    fee_currency: dispute.fee_currency,
    due_at: isoInstantOrNull(dispute.due_at),
    opened_at: isoInstant(dispute.opened_at),
    closed_at: isoInstantOrNull(dispute.closed_at),
  };
}
