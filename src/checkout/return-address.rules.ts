import { createHmac } from 'node:crypto';
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
  const told = Object.entries({
    checkout_id: row.checkout_session_id,
    customer_id: row.customer_id,
    order_id: row.transaction_id?.replace(/^txn_/, 'ord_') ?? null,
    product_id: row.product_id,
    request_id: row.request_id,
    subscription_id: row.subscription_id,
  }).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));
  const text = told.map(([name, value]) => `${name}=${value}`).join('&');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return new URLSearchParams([...told, ['signature', signature]]).toString();
}
