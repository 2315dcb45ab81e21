import type { Static } from 'typebox';
import type { StoreMode } from '../../../platform/core/access.ts';
import type { ChangedColumns } from '../../../platform/core/changes.ts';
import type { Detail } from '../../../platform/core/errors.ts';
import {
  DateInput,
  Described,
  Instant,
  InstantLike,
  Nullable,
  OneOf,
  OptionalOrNull,
  TextOrNull,
} from '../../../platform/core/fields.ts';
import { Metadata } from '../../../platform/core/metadata.ts';
import { PaymentLinkId, ProductId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant, isoInstantOrNull, parseInstant } from '../../../platform/core/time.ts';
import {
  customFieldsJson,
  ShownCustomFields,
  showCustomFields,
  whyNotCustomFields,
} from '../../money/transactions/custom-fields.rules.ts';
import type { NewCheckout } from '../checkout.rules.ts';
import {
  adjustableJson,
  limitsOf,
  ShownAdjustableQuantity,
  whyNotAdjustable,
} from '../quantity.rules.ts';
import { Quantity, session_fields, whyNotRedirect } from '../session-fields.rules.ts';
import { linkPath } from './link-address.rules.ts';

const PURCHASES_MAX = 1_000_000;

export const LINK_STATUSES = ['active', 'inactive', 'expired', 'sold_out', 'deleted'] as const;

const Slug = Type.Refine(
  Type.String({
    minLength: 3,
    maxLength: 64,
    documented: { pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' },
    examples: ['editor-launch'],
  }),
  (text) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(text),
  () => 'must be of a–z, 0–9 and -, and neither begin nor end with -',
);

export const PaymentLink = Type.Object({
  payment_link_id: PaymentLinkId,
  object: Type.Literal('payment_link'),
  url: Type.String({
    description:
      'The address; of a test store below `/test`. Where another store of the installation has ' +
      'the slug, the number of the store follows it: `editor-launch.2`',
    examples: ['https://localhost:8443/test/buy/editor-launch'],
  }),
  slug: Type.String({ examples: ['editor-launch'] }),
  status: OneOf([...LINK_STATUSES], {
    description: '`inactive`: switched off. Only an active link sells',
    examples: ['active'],
  }),
  product_id: ProductId,
  quantity: Type.Integer({ examples: [1] }),
  adjustable_quantity: ShownAdjustableQuantity,
  coupon_code: TextOrNull('LAUNCH20'),
  custom_fields: ShownCustomFields,
  success_url: TextOrNull('https://example.com/thanks'),
  cancel_url: TextOrNull('https://example.com/pricing'),
  redirect: Type.Boolean({ examples: [false] }),
  metadata: Metadata,
  max_purchases: Nullable(Type.Integer({ examples: [100] })),
  purchases: Type.Integer({
    description: 'How often it was paid, with payments that are under way',
    examples: [0],
  }),
  expires_at: Nullable(InstantLike('2026-12-31T23:59:59.999Z')),
  created_at: Instant,
  updated_at: Instant,
});

const changing = {
  quantity: Type.Optional(Quantity),
  ...session_fields,
  max_purchases: OptionalOrNull(
    Type.Integer({
      minimum: 1,
      maximum: PURCHASES_MAX,
      description: 'How often it can be paid; null: any number of times',
      examples: [100],
    }),
  ),
  expires_at: OptionalOrNull(
    Described('Until when it can be paid: an instant, or a day, which counts whole', DateInput),
  ),
};

export const link_fields = {
  product_id: ProductId,
  slug: Type.Optional(
    Described(
      'The last part of the address, once in a store: 3 to 64 of a–z, 0–9 and -; random if left out',
      Slug,
    ),
  ),
  ...changing,
};

export const link_change_fields = {
  slug: Type.Optional(
    Described(
      'The last part of the address: 3 to 64 of a–z, 0–9 and -. The old address leads to the new one',
      Slug,
    ),
  ),
  ...changing,
  active: Type.Optional(
    Type.Boolean({
      description: 'Whether it sells; switched off, nobody begins to pay by it any more',
      examples: [false],
    }),
  ),
};

export interface PaymentLinkRow {
  payment_link_id: string;
  slug: string;
  /** The last part of the address: the slug, or with the number of the store behind it. */
  address: string;
  is_active: number;
  product_id: string;
  quantity: number;
  /** As JSON; null: buyers cannot change it. */
  adjustable_quantity: string | null;
  coupon_code: string | null;
  /** CustomField[] as JSON. */
  custom_fields: string;
  success_url: string | null;
  cancel_url: string | null;
  redirect: number;
  metadata: string;
  max_purchases: number | null;
  purchases: number;
  expires_at: number | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

type Fields = {
  [Name in keyof typeof link_fields]?: Static<(typeof link_fields)[Name]> | undefined;
};
type Change = {
  [Name in keyof typeof link_change_fields]?: Static<(typeof link_change_fields)[Name]> | undefined;
};

/** What the schema cannot say about the parameters of a link. */
export const whyNotLink = (input: Pick<Fields, 'custom_fields'>): Detail[] =>
  whyNotCustomFields(input.custom_fields);

/** What of a link cannot be, as a whole. */
export const whyNotTerms = (row: PaymentLinkRow, now: number): Detail[] => [
  ...whyNotRedirect({ redirect: row.redirect === 1, success_url: row.success_url }),
  ...whyNotAdjustable(row),
  ...(row.expires_at !== null && row.expires_at <= now ? [PAST] : []),
];

export const SLUG_TAKEN: Detail = {
  param: 'slug',
  code: 'slug_taken',
  message: 'is already used by another payment link: choose another',
};

const PAST: Detail = { param: 'expires_at', code: 'invalid', message: 'must be in the future' };

export function newLink(
  input: Fields & { product_id: string },
  made: { payment_link_id: string; slug: string; now: number },
): PaymentLinkRow {
  const { payment_link_id, slug, now } = made;
  return {
    payment_link_id,
    slug: input.slug ?? slug,
    address: input.slug ?? slug,
    is_active: 1,
    product_id: input.product_id,
    quantity: input.quantity ?? 1,
    adjustable_quantity: adjustableJson(input.adjustable_quantity),
    coupon_code: input.coupon_code ?? null,
    custom_fields: customFieldsJson(input.custom_fields),
    success_url: input.success_url ?? null,
    cancel_url: input.cancel_url ?? null,
    redirect: input.redirect ? 1 : 0,
    metadata: JSON.stringify(input.metadata ?? {}),
    max_purchases: input.max_purchases ?? null,
    purchases: 0,
    expires_at: endOf(input.expires_at),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}

type Changed = ChangedColumns<PaymentLinkRow, Omit<Change, 'active'> & { is_active: number }>;

/** The link with some fields replaced; fields that are not given stay, null clears one. */
export function changedLink(before: PaymentLinkRow, change: Change, now: number): PaymentLinkRow {
  const or = <T>(given: T | undefined, kept: T): T => (given === undefined ? kept : given);
  const { custom_fields, redirect, metadata, expires_at, active } = change;
  const changed: Changed = {
    slug: change.slug ?? before.slug,
    quantity: change.quantity ?? before.quantity,
    adjustable_quantity:
      change.adjustable_quantity === undefined
        ? before.adjustable_quantity
        : adjustableJson(change.adjustable_quantity),
    coupon_code: or(change.coupon_code, before.coupon_code),
    custom_fields: custom_fields ? customFieldsJson(custom_fields) : before.custom_fields,
    success_url: or(change.success_url, before.success_url),
    cancel_url: or(change.cancel_url, before.cancel_url),
    redirect: redirect === undefined ? before.redirect : Number(redirect),
    metadata: metadata ? JSON.stringify(metadata) : before.metadata,
    max_purchases: or(change.max_purchases, before.max_purchases),
    expires_at: expires_at === undefined ? before.expires_at : endOf(expires_at),
    is_active: active === undefined ? before.is_active : Number(active),
    updated_at: now,
  };
  return { ...before, ...changed };
}

/** A plain date means the whole day. */
const endOf = (text: string | null | undefined): number | null =>
  text ? (parseInstant(text, 'end') ?? null) : null;

export function linkStatus(row: PaymentLinkRow, now: number): (typeof LINK_STATUSES)[number] {
  if (row.deleted_at !== null) return 'deleted';
  if (row.is_active === 0) return 'inactive';
  if (row.expires_at !== null && row.expires_at <= now) return 'expired';
  const is_sold_out = row.max_purchases !== null && row.purchases >= row.max_purchases;
  return is_sold_out ? 'sold_out' : 'active';
}

/** The checkout of somebody who opens a link. */
export const checkoutOf = (
  row: PaymentLinkRow,
): NewCheckout & Pick<PaymentLinkRow, 'product_id'> => ({
  product_id: row.product_id,
  quantity: row.quantity,
  adjustable_quantity: row.adjustable_quantity,
  custom_fields: row.custom_fields,
  success_url: row.success_url,
  cancel_url: row.cancel_url,
  redirect: row.redirect === 1,
  metadata: JSON.parse(row.metadata),
  payment_link_id: row.payment_link_id,
  expires_in_minutes: 1440,
});

/** What a link is shown with. */
interface Showing {
  services: { base_url: string };
  store: { mode: StoreMode };
  now: number;
}

export const showLink = (
  row: PaymentLinkRow,
  { services, store, now }: Showing,
): Static<typeof PaymentLink> => ({
  payment_link_id: row.payment_link_id,
  object: 'payment_link',
  url: services.base_url + linkPath(store.mode, row.address),
  slug: row.slug,
  status: linkStatus(row, now),
  product_id: row.product_id,
  quantity: row.quantity,
  adjustable_quantity: limitsOf(row) ?? null,
  coupon_code: row.coupon_code,
  custom_fields: showCustomFields(row),
  success_url: row.success_url,
  cancel_url: row.cancel_url,
  redirect: row.redirect === 1,
  metadata: JSON.parse(row.metadata),
  max_purchases: row.max_purchases,
  purchases: row.purchases,
  expires_at: isoInstantOrNull(row.expires_at),
  created_at: isoInstant(row.created_at),
  updated_at: isoInstant(row.updated_at),
});
