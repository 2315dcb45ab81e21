import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import type { Transaction } from '../../../shop/money/transactions/transaction.rules.ts';
import { declineText } from '../../shared/decline-text.ts';
import { chip, type States } from '../layout.ts';
import type { Visit } from '../visit.ts';

export type Payment = Static<typeof Transaction>;

export const TYPES = {
  purchase: 'Purchase',
  subscription_start: 'First payment',
  renewal: 'Renewal',
  plan_change: 'Change of plan',
  refund: 'Refund',
} as const satisfies Record<Payment['type'], string>;

const STATUSES: States<Payment['status']> = {
  paid: ['good', 'Paid'],
  pending: ['warn', 'Pending'],
  declined: ['bad', 'Declined'],
  partially_refunded: ['over', 'Partly refunded'],
  refunded: ['over', 'Refunded'],
  disputed: ['bad', 'Disputed'],
  charged_back: ['bad', 'Charged back'],
  failed: ['bad', 'Failed'],
};

export function statusChip({ status, type, needs_review }: Payment): Html {
  if (needs_review) return chip('bad', 'Needs review');
  const [mood, text] = STATUSES[status];
  return chip(mood, type === 'refund' && status === 'paid' ? 'Refunded' : text);
}

/** What the card was charged; a refund with a minus. */
export const totalText = ({ words }: Visit, { type, total, currency }: Payment): string =>
  words.amount(type === 'refund' ? -total : total, currency);

/** `Editor`, or what the first line says. */
export const whatText = ({ lines, type }: Payment): string => lines[0]?.description ?? TYPES[type];

/** `Visa •••• 4242`. */
export const methodText = ({ payment_method }: Pick<Payment, 'payment_method'>): string | null =>
  payment_method && `${brandText(payment_method.brand)} •••• ${payment_method.last4}`;

const brandText = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);

/** Why a bank or a provider did not pay, and its own word for it. */
export const declineReason = ({ words }: Visit, { decline_code }: Payment): Html | null =>
  decline_code === null
    ? null
    : html`${declineText(words, decline_code).text} <code>${decline_code}</code>`;

/** How much of a payment can still go back. */
export const leftToRefund = (payment: Payment, refunds: readonly Payment[]): number => {
  const { type, status, total, refunded, dispute } = payment;
  const is_paid = ['paid', 'partially_refunded'].includes(status);
  if (type === 'refund' || !is_paid) return 0;
  const waiting = refunds.filter((one) => one.status === 'pending');
  const lost = dispute?.status === 'lost' ? dispute.amount : 0;
  const gone = waiting.reduce((sum, one) => sum + one.total, refunded + lost);
  return Math.max(0, round(total - gone));
};

/** Sums of amounts with decimals are not exact; no currency has more than four of these. */
export const round = (amount: number): number => Math.round(amount * 10_000) / 10_000;
