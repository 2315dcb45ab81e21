import { createHmac } from 'node:crypto';
import type { Detail } from '../../platform/core/errors.ts';
import type { CheckoutRow } from './checkout.rules.ts';

/** `success_url` with the session added to its query, or with what was signed. */
export function successAddress(row: CheckoutRow): string | null {
  if (row.success_url === null) return null;
  const url = new URL(row.success_url);
  const added =
    row.return_query === null
      ? [['checkout_session_id', row.checkout_session_id] as const]
      : new URLSearchParams(row.return_query);
  for (const [name, value] of added) url.searchParams.set(name, value);
  return url.href;
}

/** What the address that the buyer returns to says of a session that is paid. */
type Returned = Pick<
  CheckoutRow,
  | 'checkout_session_id'
  | 'transaction_id'
  | 'customer_id'
  | 'subscription_id'
  | 'product_id'
  | 'request_id'
>;

/**
 * The query with its signature: the hexadecimal HMAC-SHA256, with the seller's key, of
 * `name=value` in the order of the names, with `&` between them and nothing escaped.
 */
export function signedReturn(row: Returned, key: string): string {
  const parts = Object.entries({
    checkout_id: row.checkout_session_id,
    customer_id: row.customer_id,
    order_id: row.transaction_id?.replace(/^txn_/, 'ord_') ?? null,
    product_id: row.product_id,
    request_id: row.request_id,
    subscription_id: row.subscription_id,
  }).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, escaped(value)]],
  );
  const text = parts.map(([name, value]) => `${name}=${value}`).join('&');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return new URLSearchParams([...parts, ['signature', signature]]).toString();
}

/**
 * Only the identifier of a customer who was found by address can have an `&` here. In the text it
 * would begin another name, and the same signature would fit another address.
 */
const escaped = (value: string): string => value.replaceAll('&', '%26');

/** What the seller names and cannot be signed: who may choose a part of it could choose the rest. */
export const whyNotSigned = (input: {
  return_key?: string | null | undefined;
  request_id?: string | null | undefined;
  customer_id?: string | undefined;
}): Detail[] =>
  (['request_id', 'customer_id'] as const).flatMap((param) =>
    input.return_key && input[param]?.includes('&')
      ? [{ param, code: 'not_allowed', message: 'cannot have an & where the return is signed' }]
      : [],
  );
