import type { Detail } from '../../platform/core/errors.ts';
import { Id, Instant, Line, Nullable, OneOf, TextOrNull } from '../../platform/core/fields.ts';
import { InstanceId, ProductId, TransactionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import type { LicenseTerms } from '../catalogue/products/license-terms.rules.ts';
import type {
  LicenseRow,
  LicenseWithSubscription,
  SubscriptionFacts,
} from './license-row.rules.ts';

const LICENSE_STATUSES = ['inactive', 'active', 'expired', 'disabled'] as const;
type LicenseStatus = (typeof LICENSE_STATUSES)[number];

const EXAMPLE_KEY = 'KASSA-7QK2M-9D4XA-HT0WV-3RBN8-FZ6E5';

const LICENSE_ID = 'lic_1tq3v9w0e00h4rk6m2x8pz7ycn5';
export const LicenseId = Id(LICENSE_ID, 'The license. `list-licenses` lists them');

export const Instance = Type.Object(
  {
    instance_id: InstanceId,
    instance_name: Type.String({ examples: ["Ada's laptop"] }),
    fingerprint: TextOrNull('9f2c61d0'),
    activated_at: Instant,
    last_validated_at: Instant,
  },
  { title: 'LicenseInstance' },
);

/** How many of its instances get-license and list-licenses show. */
export const INSTANCES_SHOWN = 100;
/** The same everywhere else: using a license costs the same however many machines it has. */
export const INSTANCES_ANSWERED = 10;

export const License = Type.Object({
  license_id: LicenseId,
  object: Type.Literal('license'),
  license_key: Type.String({ examples: [EXAMPLE_KEY] }),
  status: OneOf([...LICENSE_STATUSES], { examples: ['active'] }),
  product_id: ProductId,
  customer_id: Type.String({ examples: ['user_42'] }),
  transaction_id: TransactionId,
  subscription_id: Nullable(Type.String()),
  activation_limit: Nullable(Type.Integer({ examples: [3] })),
  activation_usage: Type.Integer({ examples: [1] }),
  instances: Type.Array(Instance, {
    description:
      `Newest first, at most ${INSTANCES_ANSWERED} (get-license and list-licenses: ` +
      `${INSTANCES_SHOWN}); \`activation_usage\` counts all`,
  }),
  expires_at: Nullable(Type.String({ format: 'date-time' })),
  created_at: Instant,
  updated_at: Instant,
});

export const Certificate = Type.String({
  description:
    'A JWS (EdDSA), verifiable without a network with the keys at /.well-known/jwks.json',
  examples: ['eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCIsImtpZCI6InNpZ25f…'],
});

/** A license key as a client sends it. parseLicenseKey() checks it. */
export const LicenseKeyInput = Id(
  EXAMPLE_KEY,
  'The license key as the buyer has it: in any case, with or without dashes',
);

export const FingerprintInput = Line(255, {
  description: 'What identifies this machine, such as a hash of its serial numbers',
  examples: ['9f2c61d0'],
});

export const NO_SUBSCRIPTION: SubscriptionFacts = {
  subscription_status: null,
  cancel_at_period_end: null,
  ended_at: null,
  current_period_start: null,
  current_period_end: null,
  grace_ends_at: null,
};

export interface InstanceRow {
  instance_id: string;
  license_id: string;
  instance_name: string;
  fingerprint: string | null;
  activated_at: number;
  last_validated_at: number;
}

/** A new license, on the terms that were bought. */
export function newLicense(
  bought: Pick<LicenseRow, 'product_id' | 'customer_id' | 'transaction_id' | 'subscription_id'> & {
    quantity: number;
    terms: LicenseTerms;
  },
  made: Pick<LicenseRow, 'license_id' | 'key_hash' | 'key_seed' | 'search_entry'> & {
    now: number;
  },
): LicenseRow {
  const { terms, quantity, ...whose } = bought;
  const { now, ...key } = made;
  return {
    ...whose,
    ...key,
    ...activationLimits(terms.activation_limit, quantity),
    extra_activations: 0,
    activation_usage: 0,
    first_activated_at: null,
    // The license of a subscription ends with the subscription.
    expires_at:
      terms.valid_days === null || whose.subscription_id !== null
        ? null
        : now + terms.valid_days * DAY_MS,
    certificate_days: terms.certificate_days,
    disabled_at: null,
    disabled_reason: null,
    lacks_plan: 0,
    whole_places: null,
    partial_since: null,
    created_at: now,
    updated_at: now,
  };
}

/** A product's limit is for one copy: the license allows that many times the quantity. */
export const activationLimits = (unit_limit: number | null, quantity: number) => ({
  quantity,
  unit_limit,
  activation_limit: unit_limit === null ? null : unit_limit * quantity,
});

/** On how many machines it works: as many as were bought, and those that the seller has added. */
export const allowedActivations = (
  row: Pick<LicenseRow, 'activation_limit' | 'extra_activations'>,
): number | null =>
  row.activation_limit === null ? null : row.activation_limit + row.extra_activations;

interface NewTerms {
  activation_limit: number | undefined;
  /** Null: it never ends; undefined: as it is. */
  expires_at: number | null | undefined;
}

const VALID_DAYS_MAX = 36_500;

/** What is wrong with new terms for a license. */
export function whyNotUpdate(row: LicenseRow, terms: NewTerms, now: number): Detail[] {
  const { activation_limit: limit, expires_at: end } = terms;
  const problems: Detail[] = [];
  const add = (param: string, code: string, message: string) =>
    problems.push({ param, code, message });
  if (end !== undefined && end !== row.expires_at) {
    if (row.subscription_id !== null) {
      add('expires_at', 'not_allowed', 'is not for this license: it ends with its subscription');
    } else if (end !== null && end <= now) add('expires_at', 'too_small', 'must be in the future');
    else if (end !== null && end > now + VALID_DAYS_MAX * DAY_MS) {
      add('expires_at', 'too_large', `must be within ${VALID_DAYS_MAX} days`);
    }
  }
  if (limit !== undefined && row.activation_limit === null) {
    add('activation_limit', 'not_allowed', 'is not for this license: it works on any number');
  } else if (limit !== undefined && limit < (row.activation_limit ?? 0)) {
    const message = `must be at least ${row.activation_limit}: so many were bought`;
    add('activation_limit', 'too_small', message);
  }
  return problems;
}

export const changedLicense = <Row extends LicenseRow>(
  row: Row,
  { activation_limit: limit, expires_at = row.expires_at }: NewTerms,
  now: number,
): Row => ({
  ...row,
  expires_at,
  extra_activations:
    limit === undefined ? row.extra_activations : limit - (row.activation_limit ?? limit),
  updated_at: now,
});

/** The license, disabled from now on for this reason. */
export const disable = <Row extends LicenseRow>(
  row: Row,
  reason: NonNullable<LicenseRow['disabled_reason']>,
  now: number,
): Row => ({ ...row, disabled_at: now, disabled_reason: reason, updated_at: now });

export const enable = <Row extends LicenseRow>(row: Row, now: number): Row => ({
  ...row,
  disabled_at: null,
  disabled_reason: null,
  updated_at: now,
});

/** The license with one more seat in use, as takeSeat() has stored it. */
export const countActivation = <Row extends LicenseRow>(row: Row, now: number): Row => ({
  ...row,
  activation_usage: row.activation_usage + 1,
  first_activated_at: row.first_activated_at ?? now,
  updated_at: now,
});

export const countDeactivation = <Row extends LicenseRow>(row: Row, now: number): Row => ({
  ...row,
  activation_usage: row.activation_usage - 1,
  updated_at: now,
});

/** What the audit log says of a machine more or less. */
export const usageOf = ({ activation_usage }: LicenseRow) => ({ activation_usage });

/** When a subscription stops its license from being valid; null: not known yet. */
function validUntil(subscription: SubscriptionFacts): number | null {
  if (subscription.ended_at !== null) return subscription.ended_at;
  if (subscription.cancel_at_period_end === 1) return subscription.current_period_end;
  return subscription.subscription_status === 'past_due' ? subscription.grace_ends_at : null;
}

/** When a license ends: on its own date or with its subscription. Null: not known yet. */
export const expiresAt = (row: LicenseWithSubscription): number | null =>
  earlier(row.expires_at, validUntil(row));

/** The earlier of two instants, where null means never. */
const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

export function licenseStatus(row: LicenseWithSubscription, now: number): LicenseStatus {
  const expires_at = expiresAt(row);
  if (row.disabled_at !== null || row.subscription_status === 'paused') return 'disabled';
  if (expires_at !== null && expires_at <= now) return 'expired';
  return row.first_activated_at === null ? 'inactive' : 'active';
}

/** How many instances have no seat because the limit has become smaller. These are the newest. */
export const instancesOverLimit = (
  row: Pick<LicenseRow, 'activation_usage' | 'activation_limit'>,
): number => Math.max(0, row.activation_usage - (row.activation_limit ?? row.activation_usage));

export type ValidationCode =
  | 'valid'
  | 'expired'
  | 'disabled'
  | 'not_activated'
  | 'instance_unknown'
  | 'over_limit';

/** Whether a license may be used. `instance`: undefined if none was named, null if not found. */
export function validationCode(
  row: LicenseWithSubscription,
  instance: InstanceRow | null | undefined,
  { has_seat, now }: { has_seat: boolean; now: number },
): ValidationCode {
  const status = licenseStatus(row, now);
  if (status === 'disabled' || status === 'expired') return status;
  if (instance !== null) return has_seat ? 'valid' : 'over_limit';
  return row.first_activated_at === null ? 'not_activated' : 'instance_unknown';
}

/** Why a license cannot be activated. */
export function whyNotActivate(row: LicenseWithSubscription, now: number) {
  const status = licenseStatus(row, now);
  if (status === 'disabled') return 'license_disabled';
  return status === 'expired' ? 'license_expired' : undefined;
}
