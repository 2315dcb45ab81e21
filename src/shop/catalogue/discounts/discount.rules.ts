import type { Static } from 'typebox';
import type { Detail } from '../../../platform/core/errors.ts';
import {
  CurrencyCode,
  Described,
  Instant,
  InstantLike,
  Nullable,
  OneOf,
  TextOrNull,
  UsuallyNull,
} from '../../../platform/core/fields.ts';
import { fromMinor, fromUnits, toMinor, toUnits } from '../../../platform/core/money.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant, isoInstantOrNull, parseInstant } from '../../../platform/core/time.ts';
import { DiscountId, Duration, type discount_fields, Percentage } from './discount-fields.rules.ts';

export const DISCOUNT_STATUSES = [
  'scheduled',
  'active',
  'expired',
  'exhausted',
  'deleted',
] as const;

export const DiscountCode = Type.Object({
  discount_id: DiscountId,
  object: Type.Literal('discount_code'),
  code: Type.String({ examples: ['LAUNCH20'] }),
  name: TextOrNull('Launch week', 'What the seller calls it. Buyers are not shown it'),
  discount_percentage: Nullable(Percentage),
  discount_amount: Nullable(Type.Number({ description: 'Instead of a percentage' })),
  currency: UsuallyNull(Described('Of `discount_amount`', CurrencyCode)),
  valid_from: Nullable(Instant),
  valid_until: Nullable(InstantLike('2026-12-31T23:59:59.999Z')),
  duration: Duration,
  duration_months: Nullable(Type.Integer()),
  max_redemptions: Nullable(Type.Integer()),
  max_redemptions_per_customer: Nullable(Type.Integer()),
  product_ids: Nullable(Type.Array(Type.String())),
  redemptions: Type.Integer({ examples: [0] }),
  status: OneOf([...DISCOUNT_STATUSES], { examples: ['active'] }),
  created_at: Instant,
});

export interface DiscountRow {
  discount_id: string;
  code: string;
  code_folded: string;
  name: string | null;
  /** Has either `percent_bps`, or `amount_minor` with `currency`. */
  percent_bps: number | null;
  amount_minor: number | null;
  currency: string | null;
  valid_from: number | null;
  valid_until: number | null;
  duration: Static<typeof Duration>;
  duration_months: number | null;
  max_redemptions: number | null;
  max_redemptions_per_customer: number | null;
  /** Identifiers, separated by commas. */
  product_ids: string | null;
  redemptions: number;
  created_at: number;
  deleted_at: number | null;
}

type DiscountInput = Static<ReturnType<typeof Type.Object<typeof discount_fields>>>;

/** Only ASCII is capitalised: some other letters would become ASCII ones, and match a real code. */
export const foldCode = (code: string): string =>
  /^[!-~]*$/.test(code) ? code.toUpperCase() : code;

/** What is wrong with the parameters of a new code, taken together. */
export function whyNotDiscount(input: Partial<DiscountInput>): Detail[] {
  const problems: Detail[] = [];
  const { from, until } = validity(input);
  if (from !== null && until !== null && until < from) {
    problems.push({
      param: 'valid_until',
      code: 'too_small',
      message: 'must not be before valid_from',
    });
  }
  problems.push(...whyNotValue(input));
  const product_ids = input.product_ids ?? [];
  if (new Set(product_ids).size < product_ids.length) {
    const message = 'must not have the same item twice';
    problems.push({ param: 'product_ids', code: 'duplicate', message });
  }
  const months = input.duration_months ?? undefined;
  if (input.duration === 'repeating' && months === undefined) {
    const message = 'is missing: a repeating discount needs it';
    problems.push({ param: 'duration_months', code: 'missing', message });
  }
  if (input.duration !== undefined && input.duration !== 'repeating' && months !== undefined) {
    const message = 'is for repeating discounts only (duration: repeating)';
    problems.push({ param: 'duration_months', code: 'not_allowed', message });
  }
  return problems;
}

/** A discount has either a percentage, or an amount with its currency. */
function whyNotValue(input: Partial<DiscountInput>): Detail[] {
  const { discount_percentage: percentage, discount_amount: amount, currency } = input;
  const wrong = (param: string, code: string, message: string) => [{ param, code, message }];
  const has_percentage = (percentage ?? null) !== null;
  if ((amount ?? null) === null) {
    const is_alone = has_percentage && (currency ?? null) !== null;
    return is_alone ? wrong('currency', 'not_allowed', 'is for discount_amount only') : [];
  }
  if (has_percentage) return []; // Refused as one of two.
  if ((currency ?? null) === null) {
    return wrong('currency', 'missing', 'is missing: discount_amount needs it');
  }
  const code = currency?.toUpperCase() ?? '';
  if (toMinor(amount ?? 0, code) !== undefined) return [];
  const message = `has more decimals than ${code} has`;
  return wrong('discount_amount', 'too_many_decimals', message);
}

export function newDiscount(
  input: DiscountInput,
  { discount_id, now }: { discount_id: string; now: number },
): DiscountRow {
  const { from, until } = validity(input);
  const { discount_percentage: percentage = null, discount_amount: amount = null } = input;
  const currency = amount === null ? null : (input.currency?.toUpperCase() ?? null);
  const percent_bps = percentage === null ? null : toUnits(percentage, 2);
  const amount_minor = amount === null || currency === null ? null : toMinor(amount, currency);
  if (percent_bps === undefined || amount_minor === undefined) {
    throw new Error('a discount has too many decimals, and should have been refused');
  }
  return {
    discount_id,
    code: input.code,
    code_folded: foldCode(input.code),
    name: input.name ?? null,
    percent_bps,
    amount_minor,
    currency,
    valid_from: from,
    valid_until: until,
    duration: input.duration,
    duration_months: input.duration_months ?? null,
    max_redemptions: input.max_redemptions ?? null,
    max_redemptions_per_customer: input.max_redemptions_per_customer ?? null,
    product_ids: input.product_ids?.join(',') ?? null,
    redemptions: 0,
    created_at: now,
    deleted_at: null,
  };
}

/** Computed, never stored: a code expires by itself. */
function discountStatus(row: DiscountRow, now: number): (typeof DISCOUNT_STATUSES)[number] {
  if (row.deleted_at !== null) return 'deleted';
  if (row.valid_until !== null && row.valid_until < now) return 'expired';
  if (row.max_redemptions !== null && row.redemptions >= row.max_redemptions) return 'exhausted';
  if (row.valid_from !== null && row.valid_from > now) return 'scheduled';
  return 'active';
}

export function showDiscount(row: DiscountRow, now: number): Static<typeof DiscountCode> {
  return {
    discount_id: row.discount_id,
    object: 'discount_code',
    code: row.code,
    name: row.name,
    discount_percentage: row.percent_bps === null ? null : fromUnits(row.percent_bps, 2),
    discount_amount:
      row.amount_minor === null || row.currency === null
        ? null
        : fromMinor(row.amount_minor, row.currency),
    currency: row.currency,
    valid_from: isoInstantOrNull(row.valid_from),
    valid_until: isoInstantOrNull(row.valid_until),
    duration: row.duration,
    duration_months: row.duration_months,
    max_redemptions: row.max_redemptions,
    max_redemptions_per_customer: row.max_redemptions_per_customer,
    product_ids: row.product_ids?.split(',') ?? null,
    redemptions: row.redemptions,
    status: discountStatus(row, now),
    created_at: isoInstant(row.created_at),
  };
}

/** The product that a coupon is to be used for. */
export interface CouponProduct {
  product_id: string;
  currency: string;
}

/** Why a coupon cannot be used for a purchase; `uses` is how often this customer has used it. */
export function whyNotCoupon(
  row: DiscountRow | undefined,
  { product, uses, now }: { product: CouponProduct; uses: number; now: number },
): CouponDetail | undefined {
  if (!row || row.deleted_at !== null) return couponDetail('coupon_not_found');
  const status = discountStatus(row, now);
  if (status === 'expired') return couponDetail('coupon_expired');
  if (status === 'scheduled') return couponDetail('coupon_not_started');
  if (status === 'exhausted') return couponDetail('coupon_exhausted');
  const is_listed = row.product_ids?.split(',').includes(product.product_id) ?? true;
  if (!is_listed) return couponDetail('coupon_not_applicable');
  if (row.currency !== null && row.currency !== product.currency) {
    const message = `takes off an amount in ${row.currency}, and the price is in ${product.currency}`;
    return couponDetail('coupon_not_applicable', message);
  }
  const { max_redemptions_per_customer: most } = row;
  return most !== null && uses >= most ? couponDetail('coupon_exhausted') : undefined;
}

export const COUPON_ERRORS = [
  'coupon_not_found',
  'coupon_expired',
  'coupon_not_started',
  'coupon_exhausted',
  'coupon_not_applicable',
] as const;

type CouponError = (typeof COUPON_ERRORS)[number];

export interface CouponDetail extends Detail {
  code: CouponError;
}

const WHY_NOT: Record<CouponError, string> = {
  coupon_not_found: 'is not a coupon of this store',
  coupon_expired: 'is no longer valid',
  coupon_not_started: 'is not valid yet',
  coupon_exhausted: 'has been used up',
  coupon_not_applicable: 'is not for this product',
};

export const couponDetail = (code: CouponError, message = WHY_NOT[code]): CouponDetail => ({
  param: 'coupon_code',
  code,
  message,
});

function validity(input: Partial<DiscountInput>) {
  const at = (text: string | null | undefined, day: 'start' | 'end') =>
    text ? (parseInstant(text, day) ?? null) : null;
  return { from: at(input.valid_from, 'start'), until: at(input.valid_until, 'end') };
}
