import type { Static } from 'typebox';
import {
  CurrencyCode,
  Instant,
  Nullable,
  OneOf,
  TextOrNull,
} from '../../../platform/core/fields.ts';
import { Metadata } from '../../../platform/core/metadata.ts';
import { AMOUNT_MAX, fromMinor } from '../../../platform/core/money.ts';
import { CheckoutSessionId, ProductId, TransactionId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant, isoInstantOrNull } from '../../../platform/core/time.ts';
import { leaveSeed, type RevealKey } from '../../licenses/license-key.rules.ts';
import {
  showTaxEvidence,
  showTaxRows,
  TaxBreakdown,
  TaxEvidence,
} from '../../tax/tax-record.rules.ts';
import { EXAMPLE_ADDRESS, invoiceAddresses } from '../invoices/invoice-address.rules.ts';
import { PaymentMethod } from '../payments/card.rules.ts';
import { PROVIDER_NAMES } from '../payments/provider-names.rules.ts';
import { CustomValues } from './custom-fields.rules.ts';
import type { FromBuyer } from './from-buyer.rules.ts';
import { Lines, parseLines, showLines } from './lines.rules.ts';
import {
  Dispute,
  isPaid,
  type KnownLater,
  showDispute,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from './transaction-status.rules.ts';

export const TRANSACTION_TYPES = [
  'purchase',
  'subscription_start',
  'renewal',
  'plan_change',
  'refund',
] as const;

const nullableField = (schema = Type.String()) => Nullable(schema);

export const Transaction = Type.Object({
  transaction_id: TransactionId,
  object: Type.Literal('transaction'),
  type: OneOf([...TRANSACTION_TYPES]),
  status: OneOf([...TRANSACTION_STATUSES], { examples: ['paid'] }),
  customer_id: Type.String({ examples: ['user_42'] }),
  product_id: ProductId,
  subscription_id: nullableField(),
  checkout_session_id: Nullable(CheckoutSessionId),
  refunded_transaction_id: nullableField(),
  quantity: Type.Integer({ examples: [1] }),
  subtotal: Type.Number({ examples: [16.8] }),
  discount: Type.Number({ examples: [0] }),
  tax: Type.Number({ examples: [3.19] }),
  balance_change: Type.Number({
    description:
      "What it moves on the customer's balance: below 0, credit that was used; above 0, credit " +
      'that was given or a debt that was paid. Payments: subtotal - discount + tax + ' +
      'balance_change = total',
    examples: [0],
  }),
  total: Type.Number({
    minimum: 0,
    maximum: AMOUNT_MAX,
    description: 'What the card was charged, or given back',
    examples: [19.99],
  }),
  refunded: Type.Number({ examples: [0] }),
  currency: CurrencyCode,
  fee: Nullable(
    Type.Number({
      description: 'What the provider kept of a payment; null until it is known',
      examples: [0.88],
    }),
  ),
  fee_currency: Nullable(CurrencyCode),
  dispute: Nullable(Dispute),
  lines: Lines,
  tax_breakdown: TaxBreakdown,
  tax_evidence: Nullable(TaxEvidence),
  payment_method: Nullable(PaymentMethod),
  decline_code: nullableField(),
  needs_review: Type.Boolean({
    description:
      'Pending, and the provider no longer knows whether the money was moved: look it up there',
    examples: [false],
  }),
  review_note: Nullable(
    Type.String({ description: 'What the person wrote who settled it with resolve-transaction' }),
  ),
  provider: TextOrNull(PROVIDER_NAMES[0], 'Who moved the money; null where none was moved'),
  provider_reference: TextOrNull(
    'pi_3MtwBwLkdIwHu7ix28a3t',
    'How the provider names the payment or refund',
  ),
  reason: nullableField(),
  period_start: Nullable(Type.String({ format: 'date-time' })),
  period_end: Nullable(Type.String({ format: 'date-time' })),
  license_keys: Type.Array(Type.String(), {
    description: 'The key that this purchase brought',
    examples: [[]],
  }),
  invoice_url: Nullable(
    Type.String({
      description: 'The invoice or credit note, as a page; for whoever has the address',
      examples: [EXAMPLE_ADDRESS],
    }),
  ),
  invoice_pdf_url: Nullable(Type.String({ examples: [`${EXAMPLE_ADDRESS}/invoice.pdf`] })),
  metadata: Metadata,
  custom_fields: CustomValues,
  created_at: Instant,
  settled_at: Nullable(Instant),
});

export interface TransactionRow extends KnownLater, FromBuyer {
  transaction_id: string;
  type: (typeof TRANSACTION_TYPES)[number];
  status: TransactionStatus;
  customer_id: string;
  product_id: string;
  subscription_id: string | null;
  checkout_session_id: string | null;
  refunded_transaction_id: string | null;
  discount_id: string | null;
  quantity: number;
  subtotal_minor: number;
  discount_minor: number;
  tax_minor: number;
  total_minor: number;
  /** How much it changes the customer's balance, set when it is opened. */
  balance_change_minor: number;
  /** How much of this money a later change has put on the customer's balance. */
  credited_minor: number;
  /** How much of the credit that it used has become money of other payments again. */
  returned_minor: number;
  refunded_minor: number;
  refunding_minor: number;
  currency: string;
  /** LineRow[] as JSON. */
  lines: string;
  /** TaxRow[] as JSON: what the lines come to, by tax. Those of a refund are positive too. */
  tax_rows: string;
  /** TaxEvidence as JSON: where the buyer was, and how that is known. */
  tax_evidence: string | null;
  card_token: string | null;
  card_brand: string | null;
  card_last_four: string | null;
  exp_month: number | null;
  exp_year: number | null;
  /** Where the card was issued, if the provider has said so. */
  card_country: string | null;
  /** Where it came from: the country once it is settled, the code and the link; '' if there is none. */
  sold_country: string;
  sold_code: string;
  sold_link: string;
  decline_code: string | null;
  action_url: string | null;
  reason: string | null;
  period_start: number | null;
  period_end: number | null;
  metadata: string;
  request_key: string | null;
  buyer_present: number;
  /** The payment provider; null if none is involved. */
  provider: string | null;
  /** The provider's own name for this charge or refund, once it is known. */
  provider_reference: string | null;
  /** Nobody knows whether the money was moved. */
  needs_review: number;
  /** What a person has found out about it, and wrote: settled without asking the provider. */
  review_outcome: 'paid' | 'not_paid' | null;
  review_note: string | null;
  /**
   * A cancel or a pause has abandoned this charge: how much of it goes back if it is paid after all.
   * Also 0 for credit in place of a refund. Null: it counts.
   */
  give_back_minor: number | null;
  /** The page of ours that the payer comes back to after confirming; null: nobody is there. */
  return_path: string | null;
  /** What a payment of a subscription changes once it is paid (Effect), as JSON. */
  effect: string | null;
  /** When the provider is asked again about a pending one, on the store's clock. */
  next_attempt_at: number | null;
  attempts: number;
  /** How long it was pending by a moved clock, or held, so that the provider knows nothing of it. */
  clock_moved_ms: number;
  created_at: number;
  settled_at: number | null;
  /** The seed of its license key; computed when it is read. */
  key_seed: string | null;
  /** Of its invoice, or of the credit note of a refund; null if there is none. */
  invoice_token: string | null;
}

/** When it was settled: never before it was created, even if another process's clock is behind. */
export const settledAt = (row: TransactionRow, now: number): number =>
  Math.max(now, row.created_at);

type Moving = Pick<TransactionRow, 'total_minor' | 'balance_change_minor'>;

/**
 * How much of the customer's balance it moves when it is opened, and moves back when it is declined:
 * credit that it uses and a debt that it collects, so that no other payment uses or collects the same
 * meanwhile. A price of 20 with credit of 5 moves -5, with a debt of 5, which makes it 25, 5. What
 * gives back 8 and charges nothing moves its 8 once it is paid.
 */
export const movedAtOnce = ({ total_minor, balance_change_minor }: Moving): number =>
  balance_change_minor <= total_minor ? balance_change_minor : 0;

/** How much of it is moved once it is paid. */
export const movedWhenPaid = (row: Moving): number => row.balance_change_minor - movedAtOnce(row);

/** How much of a payment is left after refunds, made or under way, and disputes: of 100, 30 and 20, 50. */
export const leftMinor = ({ type, status, ...row }: TransactionRow): number =>
  type !== 'refund' && isPaid({ status })
    ? Math.max(0, row.total_minor - row.refunding_minor - row.disputed_minor)
    : 0;

/** Without `revealKey`, for events, which are stored: shows seeds instead of keys. */
export function showTransaction(
  row: TransactionRow,
  { base_url, revealKey = leaveSeed }: { base_url: string; revealKey?: RevealKey },
): Static<typeof Transaction> {
  const money = (minor: number) => fromMinor(minor, row.currency);
  const { invoice_token } = row;
  const invoice = invoice_token === null ? undefined : invoiceAddresses(base_url, invoice_token);
  return {
    transaction_id: row.transaction_id,
    object: 'transaction',
    type: row.type,
    status: row.status,
    customer_id: row.customer_id,
    product_id: row.product_id,
    subscription_id: row.subscription_id,
    checkout_session_id: row.checkout_session_id,
    refunded_transaction_id: row.refunded_transaction_id,
    quantity: row.quantity,
    subtotal: money(row.subtotal_minor),
    discount: money(row.discount_minor),
    tax: money(row.tax_minor),
    balance_change: money(row.balance_change_minor),
    total: money(row.total_minor),
    refunded: money(row.refunded_minor),
    currency: row.currency,
    fee: row.fee_minor === null ? null : fromMinor(row.fee_minor, row.fee_currency ?? row.currency),
    fee_currency: row.fee_currency,
    dispute: showDispute(row),
    lines: showLines(parseLines(row), row.currency),
    tax_breakdown: showTaxRows(JSON.parse(row.tax_rows), row.currency),
    tax_evidence: showTaxEvidence(row.tax_evidence),
    payment_method:
      row.card_brand === null || row.card_last_four === null
        ? null
        : { brand: row.card_brand, last4: row.card_last_four },
    decline_code: row.decline_code,
    needs_review: row.needs_review === 1,
    review_note: row.review_note,
    provider: row.provider,
    provider_reference: row.provider_reference,
    reason: row.reason,
    period_start: isoInstantOrNull(row.period_start),
    period_end: isoInstantOrNull(row.period_end),
    license_keys: row.key_seed === null ? [] : [revealKey(row.key_seed)],
    invoice_url: invoice?.invoice_url ?? null,
    invoice_pdf_url: invoice?.invoice_pdf_url ?? null,
    metadata: JSON.parse(row.metadata),
    custom_fields: JSON.parse(row.custom_values),
    created_at: isoInstant(row.created_at),
    settled_at: isoInstantOrNull(row.settled_at),
  };
}
