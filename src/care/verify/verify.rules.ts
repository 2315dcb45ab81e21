import { percentOf } from '../../platform/core/money.ts';
import type { CheckoutRow } from '../../shop/checkout/checkout.rules.ts';
import {
  hashLicenseKey,
  isLostKey,
  type RevealKey,
} from '../../shop/licenses/license-key.rules.ts';
import type { LicenseRow } from '../../shop/licenses/license-row.rules.ts';
import { wholeSteps } from '../../shop/money/payments/chargeable.rules.ts';
import type { ProviderRecord } from '../../shop/money/payments/provider-record.rules.ts';
import { parseLines } from '../../shop/money/transactions/lines.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { isPaid, paidStatus } from '../../shop/money/transactions/transaction-status.rules.ts';
import { calculateTax } from '../../shop/tax/calculate-tax.rules.ts';
import { parseTaxDecision } from '../../shop/tax/stored-tax.rules.ts';

// Rules that every record must follow. Each function returns what is wrong with a record.

/** Amounts are whole minor units, and the parts make the whole. */
export function amountProblems(
  row: Pick<TransactionRow, 'subtotal_minor' | 'discount_minor' | 'tax_minor' | 'total_minor'>,
  balance_change_minor = 0,
): string[] {
  const { subtotal_minor, discount_minor, tax_minor, total_minor } = row;
  const all = [discount_minor, total_minor];
  // A change that gives back more than it charges has both below 0.
  const signed = [subtotal_minor, tax_minor, balance_change_minor];
  if (!all.every((one) => Number.isSafeInteger(one) && one >= 0)) return ['an amount is no amount'];
  if (!signed.every(Number.isSafeInteger)) return ['an amount is no amount'];
  const sum = subtotal_minor - discount_minor + tax_minor + balance_change_minor;
  return sum === total_minor ? [] : [`${sum} is not the total of ${total_minor}`];
}

export function lineProblems(row: TransactionRow): string[] {
  const sum = parseLines(row).reduce((all, line) => all + line.amount_minor, 0);
  return sum === row.total_minor ? [] : [`its lines make ${sum}, its total is ${row.total_minor}`];
}

/** Status, dates and what was refunded agree. */
export function statusProblems(row: TransactionRow): string[] {
  const problems: string[] = [];
  const { status, refunding_minor } = row;
  if ((status === 'pending') !== (row.settled_at === null)) problems.push('its date of settling');
  const has_failed = status === 'declined' || status === 'failed';
  if (has_failed !== (row.decline_code !== null)) problems.push('its decline code');
  if (row.settled_at !== null && row.settled_at < row.created_at) {
    problems.push('it was settled before it was made');
  }
  const meant = paidStatus(row);
  if (isPaid(row) && status !== meant) problems.push(`its status is ${status}, not ${meant}`);
  if (!isPaid(row) && refunding_minor > 0) problems.push('what is not paid is refunded');
  return problems;
}

/** One whose outcome its provider does not know. */
export const reviewProblems = ({ needs_review }: TransactionRow): string[] =>
  needs_review === 1
    ? ['nobody knows whether the money was moved: look it up there, then call resolve-transaction']
    : [];

/** Refunds never exceed what was paid, and are counted right. */
export function refundProblems(
  row: TransactionRow,
  { paid_minor, claimed_minor }: { paid_minor: number; claimed_minor: number },
): string[] {
  const problems: string[] = [];
  if (claimed_minor > row.total_minor) problems.push('more is refunded than was paid');
  if (row.refunded_minor !== paid_minor) {
    problems.push(`${row.refunded_minor} is marked as refunded, its refunds make ${paid_minor}`);
  }
  if (row.refunding_minor !== claimed_minor) problems.push('what is being refunded');
  return problems;
}

/** Credit that was made of a payment is never more than that payment. */
export function creditProblems(row: TransactionRow): string[] {
  const used = Math.max(0, -row.balance_change_minor);
  return row.credited_minor <= row.total_minor + used
    ? []
    : [`${row.credited_minor} of it went to the balance, ${row.total_minor + used} was paid`];
}

export interface ComparedRow extends TransactionRow {
  /** Of a refund: the provider's name of the charge that it is of. */
  charge_reference: string | null;
}

/** The provider took or gave back exactly what we say it did. */
export function gatewayProblems(row: ComparedRow, recorded: ProviderRecord | undefined): string[] {
  if (row.total_minor === 0) return recorded ? ['the gateway charged what costs nothing'] : [];
  if (!recorded) return isPaid(row) ? ['the gateway knows nothing of it'] : [];
  if (recorded.amount_minor !== row.total_minor) {
    return [`the gateway has ${recorded.amount_minor}, we have ${row.total_minor}`];
  }
  if (recorded.currency !== row.currency) return ['its currency'];
  if ((recorded.kind === 'refund') !== (row.type === 'refund')) return ['its kind'];
  if ((recorded.key ?? row.transaction_id) !== row.transaction_id) {
    return [`the gateway has it for ${recorded.key}`];
  }
  if (recorded.charge_reference !== row.charge_reference) {
    return ['the gateway refunded another charge'];
  }
  // It was paid there after it was given up here, and was given back at once.
  if (row.status === 'declined' && recorded.refunded_minor === recorded.amount_minor) return [];
  // While it is pending the gateway may be ahead of us, never the other way round.
  if (row.status !== 'pending' && (recorded.status === 'paid') !== isPaid(row)) {
    return [`the gateway says ${recorded.status}, we say ${row.status}`];
  }
  if (row.status === 'declined' && recorded.status !== 'declined') {
    return ['the gateway may still make what we say was declined'];
  }
  const { refunded_minor } = recorded;
  if (row.type === 'refund') return [];
  return refunded_minor >= row.refunded_minor && refunded_minor <= row.refunding_minor
    ? []
    : [`the gateway gave back ${refunded_minor}, we have ${row.refunded_minor}`];
}

type Payment = Pick<
  TransactionRow,
  | 'transaction_id'
  | 'status'
  | 'customer_id'
  | 'product_id'
  | 'discount_id'
  | 'quantity'
  | 'total_minor'
  | 'balance_change_minor'
  | 'currency'
>;

/** What was promised is what it costs, and today's amounts follow from it, with their tax. */
export function priceProblems(row: CheckoutRow): string[] {
  const { unit_price_minor, quantity, percent_bps, coupon_amount_minor, trial_days } = row;
  const full = trial_days > 0 ? 0 : unit_price_minor * quantity;
  const saved =
    percent_bps === null ? Math.min(coupon_amount_minor ?? 0, full) : percentOf(full, percent_bps);
  const tax = parseTaxDecision(row.tax_decision);
  const stated = { includes_tax: row.includes_tax === 1, tax, corrects: null };
  const meant = calculateTax([
    { ...stated, amount_minor: full, is_discount: false },
    { ...stated, amount_minor: -saved, is_discount: true },
  ]);
  const total_minor = wholeSteps(meant.total_minor, row);
  const is_whole = total_minor === meant.total_minor; // Else a little more discount is given.
  return row.total_minor === total_minor &&
    (!is_whole ||
      (row.subtotal_minor === meant.subtotal_minor && row.tax_minor === meant.tax_minor))
    ? []
    : ['its amounts do not follow from price, quantity, coupon and tax'];
}

/** A paid session that promises a license has brought one, and no other has. */
export function promisedLicenseProblems(row: CheckoutRow & { licenses: number }): string[] {
  const promised = row.status === 'completed' && row.license !== null ? 1 : 0;
  return row.licenses === promised ? [] : [`it brought ${row.licenses} licenses of ${promised}`];
}

/** A license, with what others say about it. */
export interface LicenseCount extends LicenseRow {
  live: number;
  paid_status: TransactionRow['status'] | null;
  payer: string | null;
  paid_subscription_id: string | null;
  subscribed: number | null;
  plan_id: string | null;
}

/** A license is counted right, and its payment and subscription say the same as it. */
export function licenseProblems(row: LicenseCount, revealKey: RevealKey | undefined): string[] {
  const problems: string[] = [];
  if (row.live !== row.activation_usage) {
    problems.push(`${row.activation_usage} devices are counted, there are ${row.live}`);
  }
  if (row.paid_status === null || !isPaid({ status: row.paid_status })) {
    problems.push('nobody paid for it');
  }
  if (row.payer !== row.customer_id) problems.push('somebody else paid for it');
  if (row.paid_subscription_id !== row.subscription_id) problems.push('its subscription');
  if (row.subscription_id !== null) {
    if (row.subscribed !== row.quantity) problems.push('its quantity is not the subscribed one');
    if (row.plan_id !== row.product_id) problems.push('it is not of the plan');
  }
  const key = revealKey?.(row.key_seed);
  if (key !== undefined && !isLostKey(key) && hashLicenseKey(key) !== row.key_hash)
    problems.push('its key is lost');
  return problems;
}

/** One payment at most that was not declined, and the session says the same as it. */
export function checkoutProblems(row: CheckoutRow, payments: Payment[]): string[] {
  const standing = payments.filter(({ status }) => status !== 'declined');
  if (standing.length > 1) return ['it was paid more than once'];
  const [payment] = standing;
  const meant = payment && (payment.status === 'pending' ? 'processing' : 'completed');
  const problems: string[] = [];
  if (payment ? row.status !== meant : row.status !== 'open' && row.status !== 'expired') {
    problems.push(`it is ${row.status}, its payment is ${payment?.status ?? 'not there'}`);
  }
  if ((row.status === 'completed') !== (row.completed_at !== null)) {
    problems.push('its date of completion');
  }
  if (row.transaction_id !== (payment?.transaction_id ?? null)) problems.push('its transaction');
  const same = [
    'customer_id',
    'product_id',
    'discount_id',
    'quantity',
    'balance_change_minor',
    'currency',
  ] as const;
  for (const field of payment ? same : []) {
    if (row[field] !== payment?.[field]) problems.push(`its payment has another ${field}`);
  }
  if (payment && row.total_minor + row.balance_change_minor !== payment.total_minor) {
    problems.push('its payment has another total_minor');
  }
  return problems;
}

export function couponProblems(row: {
  redemptions: number;
  max_redemptions: number | null;
  max_per_customer: number | null;
  counted: number;
  uses: number;
  most_uses: number;
}): string[] {
  const problems: string[] = [];
  if (row.redemptions !== row.counted) {
    problems.push(`${row.redemptions} redemptions are counted, ${row.counted} purchases used it`);
  }
  if (row.uses !== row.counted) problems.push(`its customers' uses make ${row.uses}`);
  if (row.redemptions > (row.max_redemptions ?? Number.POSITIVE_INFINITY)) {
    problems.push('it was redeemed too often');
  }
  if (row.most_uses > (row.max_per_customer ?? Number.POSITIVE_INFINITY)) {
    problems.push('a customer redeemed it too often');
  }
  return problems;
}

/** The event that a transaction must have, and its record: a refund has one of what it refunds. */
export function eventsOf(row: TransactionRow): { type: string; record: string }[] {
  const { transaction_id: record, refunded_transaction_id: refunded } = row;
  if (row.status === 'pending') return [];
  if (row.status === 'declined') return [{ type: 'transaction.declined', record }];
  if (row.total_minor === 0) return [];
  if (refunded === null) return [{ type: 'transaction.paid', record }];
  const event = { type: 'transaction.refunded', record: refunded };
  return row.status === 'failed' ? [event, { type: 'transaction.refund_failed', record }] : [event];
}

export const COMPARED_BY_RECORD = [
  'transaction.paid',
  'transaction.declined',
  'transaction.refunded',
  'transaction.refund_failed',
  'transaction.disputed',
  'transaction.dispute_won',
  'transaction.dispute_lost',
  'checkout.completed',
  'checkout.expired',
];

/** The record that an event is about. */
export function subjectOf(type: string, data: Record<string, unknown>): string {
  const field = type.startsWith('transaction.') ? 'transaction_id' : 'checkout_session_id';
  return String(data?.[field] ?? '');
}

/** The number before that of the next event: restores leave some out. */
export function afterLeaps(
  leaps: { after_sequence: number; next_sequence: number }[],
  sequence: number,
): number {
  let at = sequence;
  for (const leap of leaps) if (leap.after_sequence === at) at = leap.next_sequence - 1;
  return at;
}
