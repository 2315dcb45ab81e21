import type { Static } from 'typebox';
import type { ChangedColumns } from '../../../platform/core/changes.ts';
import { CURRENCY_DECIMALS } from '../../../platform/core/currencies.ts';
import type { Detail } from '../../../platform/core/errors.ts';
import {
  Amount,
  CurrencyCode,
  Instant,
  Nullable,
  OneOf,
  TextOrNull,
} from '../../../platform/core/fields.ts';
import { Metadata } from '../../../platform/core/metadata.ts';
import { fromMinor, toMinor } from '../../../platform/core/money.ts';
import { ProductId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant } from '../../../platform/core/time.ts';
import { words } from '../../../platform/core/words.ts';
import { TAX_CATEGORIES, type TaxCategory } from '../../tax/tax-rate.rules.ts';
import { TAX_BEHAVIORS, type TaxBehavior } from '../../tax/tax-settings.rules.ts';
import { LicenseTerms, licenseTermsJson, parseLicenseTerms } from './license-terms.rules.ts';
import {
  BillingInterval,
  BillingType,
  type billing_fields,
  type change_fields,
  type product_fields,
  type required_fields,
} from './product-fields.rules.ts';
import { imageAddress } from './product-image.rules.ts';

export const Product = Type.Object({
  product_id: ProductId,
  object: Type.Literal('product'),
  name: Type.String({ examples: ['Photo editor'] }),
  description: Type.String({ examples: ['Edits photos on your own machine'] }),
  price: Amount,
  currency: CurrencyCode,
  image_url: TextOrNull('https://example.com/picture.png'),
  billing_type: BillingType,
  billing_interval: Nullable(BillingInterval),
  billing_interval_count: Nullable(Type.Integer()),
  trial_days: Type.Integer({ examples: [0] }),
  tier: Nullable(Type.Integer()),
  license: Nullable(LicenseTerms),
  tax_behavior: Nullable(OneOf([...TAX_BEHAVIORS])),
  tax_category: OneOf([...TAX_CATEGORIES], { examples: ['digital'] }),
  status: OneOf(['active', 'archived']),
  metadata: Metadata,
  created_at: Instant,
  updated_at: Instant,
});

/** A product with the same revision is the same in every field. */
export interface ProductRevision {
  product_id: string;
  revision: number;
}

/** A product as it is stored. */
export interface ProductRow extends ProductRevision {
  name: string;
  description: string;
  price_minor: number;
  currency: string;
  /** `https://…`, or `/files/…` of an uploaded one. */
  image_url: string | null;
  billing_type: Static<typeof BillingType>;
  billing_interval: Static<typeof BillingInterval> | null;
  billing_interval_count: number | null;
  trial_days: number;
  tier: number | null;
  license: string | null;
  status: 'active' | 'archived';
  metadata: string;
  tax_behavior: TaxBehavior | null;
  tax_category: TaxCategory;
  search_entry: number;
  created_at: number;
  updated_at: number;
}

/** The parameters of create-product. */
type ProductInput = Static<
  ReturnType<
    typeof Type.Object<typeof required_fields & typeof product_fields & typeof billing_fields>
  >
>;

/** What is wrong with a price in a currency. */
export function whyNotPrice(price: number | undefined, currency: string | undefined): Detail[] {
  const code = currency?.toUpperCase();
  if (price === undefined || code === undefined) return [];
  if (toMinor(price, code) !== undefined) return [];
  const decimals = CURRENCY_DECIMALS[code];
  const message =
    decimals === 0
      ? `must be a whole number: ${code} has no decimals`
      : `must have at most ${decimals} decimals in ${code}`;
  return [{ param: 'price', code: 'too_many_decimals', message }];
}

const INTERVALS_MAX = { day: 1096, week: 156, month: 36, year: 3 };

/** What is wrong with the billing terms of a new product. */
export function whyNotBilling(input: Partial<ProductInput>): Detail[] {
  if (input.billing_type !== 'recurring')
    return input.billing_type ? recurringOnlyProblems(input) : [];
  const interval = input.billing_interval ?? 'month';
  const most = INTERVALS_MAX[interval];
  if ((input.billing_interval_count ?? 1) <= most) return [];
  return [
    {
      param: 'billing_interval_count',
      code: 'too_large',
      message: `must be at most ${most} with the interval ${interval}: three years`,
    },
  ];
}

function recurringOnlyProblems(input: Partial<ProductInput>): Detail[] {
  const given = (['billing_interval', 'billing_interval_count', 'trial_days'] as const).filter(
    (param) => input[param] !== undefined && input[param] !== 0,
  );
  const message = 'is for recurring products only (billing_type: recurring)';
  return given.map((param) => ({ param, code: 'not_allowed', message }));
}

/** Its place in the search index and its revision are given to it when it is stored. */
type NewProduct = Omit<ProductRow, 'search_entry' | 'revision'>;

/** A new product from parameters that were checked. */
export function newProduct(
  input: ProductInput,
  { product_id, now }: { product_id: string; now: number },
): NewProduct {
  const currency = input.currency.toUpperCase();
  const recurring = input.billing_type === 'recurring';
  return {
    product_id,
    name: input.name,
    description: input.description,
    price_minor: priceMinor(input.price, currency),
    currency,
    image_url: input.image_url ?? null,
    billing_type: input.billing_type,
    billing_interval: recurring ? (input.billing_interval ?? 'month') : null,
    billing_interval_count: recurring ? (input.billing_interval_count ?? 1) : null,
    trial_days: input.trial_days ?? 0,
    tier: input.tier ?? null,
    license: licenseTermsJson(input.license),
    status: 'active',
    tax_behavior: input.tax_behavior ?? null,
    tax_category: input.tax_category ?? 'digital',
    metadata: JSON.stringify(input.metadata ?? {}),
    created_at: now,
    updated_at: now,
  };
}

type ProductChange = Static<ReturnType<typeof Type.Object<typeof change_fields>>>;

export type ChangedProduct = ChangedColumns<ProductRow, ProductChange>;

/** The product with some fields replaced; fields that are not given stay. */
export function changedProduct(before: ProductRow, change: ProductChange, now: number): ProductRow {
  const changed: ChangedProduct = {
    name: change.name ?? before.name,
    description: change.description ?? before.description,
    price_minor:
      change.price === undefined ? before.price_minor : priceMinor(change.price, before.currency),
    image_url: change.image_url === undefined ? before.image_url : change.image_url,
    trial_days: change.trial_days ?? before.trial_days,
    tier: change.tier === undefined ? before.tier : change.tier,
    license: change.license === undefined ? before.license : licenseTermsJson(change.license),
    tax_behavior: change.tax_behavior === undefined ? before.tax_behavior : change.tax_behavior,
    tax_category: change.tax_category ?? before.tax_category,
    status: change.status ?? before.status,
    metadata: change.metadata ? JSON.stringify(change.metadata) : before.metadata,
    updated_at: now,
  };
  return { ...before, ...changed };
}

/** The record that clients see. */
export function showProduct(row: NewProduct, base_url: string): Static<typeof Product> {
  return {
    product_id: row.product_id,
    object: 'product',
    name: row.name,
    description: row.description,
    price: fromMinor(row.price_minor, row.currency),
    currency: row.currency,
    image_url: imageAddress(base_url, row.image_url),
    billing_type: row.billing_type,
    billing_interval: row.billing_interval,
    billing_interval_count: row.billing_interval_count,
    trial_days: row.trial_days,
    tier: row.tier,
    license: parseLicenseTerms(row.license),
    tax_behavior: row.tax_behavior,
    tax_category: row.tax_category,
    status: row.status,
    metadata: JSON.parse(row.metadata),
    created_at: isoInstant(row.created_at),
    updated_at: isoInstant(row.updated_at),
  };
}

/** The part of the search index for these products. Active and archived ones are kept apart for speed. */
export const productScope = (store_number: number, status: ProductRow['status']): string =>
  `${store_number}${status === 'active' ? 'p' : 'q'}`;

export const productText = (
  row: Pick<ProductRow, 'product_id' | 'name' | 'description' | 'status'>,
  store_number: number,
) => ({
  record_id: row.product_id,
  scope: productScope(store_number, row.status),
  title: words(row.name),
  body: words(row.description),
});

function priceMinor(price: number, currency: string): number {
  const minor = toMinor(price, currency);
  if (minor === undefined)
    throw new Error('a price has too many decimals for its currency, and should have been refused');
  return minor;
}
