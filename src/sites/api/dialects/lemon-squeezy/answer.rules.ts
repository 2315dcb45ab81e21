import type { Static } from 'typebox';
import type { Instance, License } from '../../../../shop/licenses/license.rules.ts';

// The answers of Lemon Squeezy's License API, as its documentation and the types of its own package
// (`@lemonsqueezy/lemonsqueezy.js` 4.0.0) have them.

/** Records that are named by a whole number. */
export const NUMBERED = ['product', 'customer', 'transaction', 'license'] as const;
type Kind = (typeof NUMBERED)[number];

/** What a license is of, with the numbers of those records that have one already. */
export type LicenseDetails = Record<`${Kind}_id`, string> &
  Record<`${Kind}_number`, number | null> & {
    product_name: string;
    customer_name: string | null;
    customer_email: string | null;
  };

/** What an answer says about a license. */
export interface LicenseFacts {
  license: Static<typeof License>;
  details: LicenseDetails;
  store: { number: number; mode: 'test' | 'live' };
}

/** The field that says whether a call did what it was called for. */
export const DONE = {
  activate: 'activated',
  validate: 'valid',
  deactivate: 'deactivated',
} as const;

export type Call = keyof typeof DONE;

/** The body of an answer. Without an error it was done. */
export function body(
  call: Call,
  facts: LicenseFacts | null,
  { error, instance }: { error: string | null; instance: Static<typeof Instance> | null },
): object {
  return {
    [DONE[call]]: error === null,
    error,
    license_key: facts && licenseKey(facts),
    ...(call !== 'deactivate' && { instance: instance && shownInstance(instance) }),
    meta: facts && meta(facts),
  };
}

const licenseKey = ({ license, details, store }: LicenseFacts) => ({
  id: details.license_number,
  status: status(license),
  key: license.license_key,
  activation_limit: license.activation_limit,
  activation_usage: license.activation_usage,
  created_at: instant(license.created_at),
  expires_at: license.expires_at === null ? null : instant(license.expires_at),
  test_mode: store.mode === 'test',
});

/** There, `inactive` is a key without activations; here, one that never had any. */
const status = ({ status, activation_usage }: Static<typeof License>): string => {
  if (status === 'expired' || status === 'disabled') return status;
  return activation_usage > 0 ? 'active' : 'inactive';
};

const shownInstance = (instance: Static<typeof Instance>) => ({
  id: instance.instance_id,
  name: instance.instance_name,
  created_at: instant(instance.activated_at),
});

/** A product here is what a product with one variant is there, and a purchase an order of one item. */
const meta = ({ details, store }: LicenseFacts) => ({
  store_id: store.number,
  order_id: details.transaction_number,
  order_item_id: details.transaction_number,
  product_id: details.product_number,
  product_name: details.product_name,
  variant_id: details.product_number,
  variant_name: 'Default',
  customer_id: details.customer_number,
  customer_name: details.customer_name ?? '',
  customer_email: details.customer_email ?? '',
});

/** There, instants have six decimals. */
const instant = (iso: string): string => iso.replace('Z', '000Z');
