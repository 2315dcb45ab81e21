import type { Static } from 'typebox';
import {
  Amount,
  CurrencyCode,
  Example,
  Instant,
  InstantLike,
  Nullable,
  OneOf,
  TextOrNull,
} from '../../platform/core/fields.ts';
import { Metadata } from '../../platform/core/metadata.ts';
import { fromMinor } from '../../platform/core/money.ts';
import { CheckoutSessionId, ProductId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant, isoInstantOrNull } from '../../platform/core/time.ts';
import { imageAddress } from '../catalogue/products/product-image.rules.ts';
import { leaveSeed, type RevealKey } from '../licenses/license-key.rules.ts';
import { ShownCustomFields, showCustomFields } from '../money/transactions/custom-fields.rules.ts';
import { showTaxRows, TaxBreakdown } from '../tax/tax-record.rules.ts';
import {
  amountDue,
  CHECKOUT_STATUSES,
  type CheckoutRow,
  checkoutAddress,
  isOverdue,
} from './checkout.rules.ts';
import type { Consent } from './consent.rules.ts';
import { limitsOf, ShownAdjustableQuantity } from './quantity.rules.ts';

export const Checkout = Type.Object({
  checkout_session_id: CheckoutSessionId,
  object: Type.Literal('checkout_session'),
  status: OneOf([...CHECKOUT_STATUSES]),
  checkout_url: Type.String({
    examples: ['https://localhost:8443/checkout/cs_1tq3v9w0e00h4rk6m2x8pz7ycn5'],
  }),
  product_id: ProductId,
  product: Type.Object({
    name: Type.String({ examples: ['Photo editor'] }),
    description: Type.String({ examples: ['Edits photos on your own machine'] }),
    image_url: TextOrNull('https://example.com/picture.png'),
  }),
  quantity: Type.Integer({ examples: [1] }),
  adjustable_quantity: ShownAdjustableQuantity,
  customer_id: TextOrNull(
    'user_42',
    'Null for a buyer whom nobody has named: the customer is found or made by their e-mail ' +
      'address when they pay',
  ),
  coupon_code: Nullable(Type.String()),
  unit_price: Amount,
  subtotal: Example(16.8, Amount),
  discount: Type.Number({ examples: [0] }),
  tax: Type.Number({ examples: [3.19] }),
  total: Amount,
  tax_breakdown: TaxBreakdown,
  includes_tax: Type.Boolean({
    description: '`unit_price` has the tax in it; `subtotal` and `discount` never have',
    examples: [true],
  }),
  balance_change: Type.Number({
    description:
      "What paying moves on the customer's balance: below 0, credit that is used; above 0, a debt that is paid",
    examples: [0],
  }),
  amount_due: Type.Number({
    description: 'What the card is charged: total + balance_change',
    examples: [19.99],
  }),
  currency: CurrencyCode,
  recurring: Nullable(
    Type.Object(
      {
        interval: OneOf(['day', 'week', 'month', 'year']),
        interval_count: Type.Integer(),
        trial_days: Type.Integer(),
        renewal_total: Amount,
      },
      { description: '`renewal_total` is the next payment, after the trial if there is one' },
    ),
  ),
  success_url: TextOrNull('https://example.com/thanks'),
  cancel_url: TextOrNull('https://example.com/pricing'),
  redirect: Type.Boolean({
    description: 'Whether the buyer goes to `success_url` at once, without a look at the receipt',
    examples: [false],
  }),
  consent: Nullable(
    Type.Object(
      {
        text: Type.String({ examples: ['I want it delivered immediately, and I know …'] }),
        language: Type.String({ examples: ['en'] }),
        country: Type.String({ examples: ['DE'] }),
        given_at: Instant,
      },
      {
        description:
          'What the buyer agreed to on the payment page where the law of their country wants it, ' +
          'as it was shown: that delivery begins at once, and what becomes of the right of withdrawal',
      },
    ),
  ),
  metadata: Metadata,
  custom_fields: ShownCustomFields,
  request_id: Nullable(
    Type.String({
      description: "The seller's own name for what made it",
      examples: ['order_1001'],
    }),
  ),
  payment_link_id: Nullable(Type.String({ description: 'The payment link by which it was made' })),
  last_payment_error: Nullable(
    Type.Object(
      { code: Type.String(), message: Type.String() },
      { description: 'Why the last payment was declined' },
    ),
  ),
  transaction_id: Nullable(Type.String()),
  subscription_id: Nullable(Type.String()),
  license_keys: Type.Array(Type.String(), { examples: [[]] }),
  expires_at: InstantLike('2026-11-15T09:30:00.000Z'),
  completed_at: Nullable(Type.String({ format: 'date-time' })),
  created_at: Instant,
  updated_at: Instant,
});

/** Without `revealKey`, for events, which are stored: shows seeds instead of keys. */
export function showCheckout(
  row: CheckoutRow,
  {
    base_url,
    now,
    revealKey = leaveSeed,
  }: { base_url: string; now: number; revealKey?: RevealKey },
): Static<typeof Checkout> {
  const money = (minor: number) => fromMinor(minor, row.currency);
  const { billing_interval, billing_interval_count, renewal_total_minor } = row;
  const is_recurring =
    billing_interval !== null && billing_interval_count !== null && renewal_total_minor !== null;
  return {
    checkout_session_id: row.checkout_session_id,
    object: 'checkout_session',
    status: isOverdue(row, now) ? 'expired' : row.status,
    checkout_url: checkoutAddress(base_url, row.checkout_session_id),
    product_id: row.product_id,
    product: {
      name: row.product_name,
      description: row.product_description,
      image_url: imageAddress(base_url, row.product_image_url),
    },
    quantity: row.quantity,
    adjustable_quantity: limitsOf(row) ?? null,
    customer_id: row.customer_id,
    coupon_code: row.coupon_code,
    unit_price: money(row.unit_price_minor),
    subtotal: money(row.subtotal_minor),
    discount: money(row.discount_minor),
    tax: money(row.tax_minor),
    total: money(row.total_minor),
    tax_breakdown: showTaxRows(JSON.parse(row.tax_rows), row.currency),
    includes_tax: row.includes_tax === 1,
    balance_change: money(amountDue(row).balance_change_minor),
    amount_due: money(amountDue(row).due_minor),
    currency: row.currency,
    recurring: is_recurring
      ? {
          interval: billing_interval,
          interval_count: billing_interval_count,
          trial_days: row.trial_days,
          renewal_total: money(renewal_total_minor),
        }
      : null,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    redirect: row.redirect === 1,
    consent: showConsent(row),
    metadata: JSON.parse(row.metadata),
    custom_fields: showCustomFields(row),
    request_id: row.request_id,
    payment_link_id: row.payment_link_id,
    last_payment_error: row.last_payment_error === null ? null : JSON.parse(row.last_payment_error),
    transaction_id: row.transaction_id,
    subscription_id: row.subscription_id,
    license_keys: row.key_seed === null ? [] : [revealKey(row.key_seed)],
    expires_at: isoInstant(row.expires_at),
    completed_at: isoInstantOrNull(row.completed_at),
    created_at: isoInstant(row.created_at),
    updated_at: isoInstant(row.updated_at),
  };
}

function showConsent({ consent }: CheckoutRow): Static<typeof Checkout>['consent'] {
  if (consent === null) return null;
  const { given_at, ...given }: Consent = JSON.parse(consent);
  return { ...given, given_at: isoInstant(given_at) };
}

/** What the audit log says of a session that was opened: it has no event. */
export const openedCheckout = (row: CheckoutRow) => ({
  target: row.checkout_session_id,
  after: {
    customer_id: row.customer_id,
    product_id: row.product_id,
    quantity: row.quantity,
    currency: row.currency,
  },
});
