import type { StoreTx } from '../../platform/operation/work.ts';
import type { SalesNote } from '../figures/figure-note.rules.ts';
import type { CheckoutRow } from './checkout.rules.ts';
import { insertCheckout } from './checkout.sql.ts';
import { openedCheckout } from './checkout-record.rules.ts';

/** Stores a new session, and counts it. */
export async function addCheckout(
  { tx, count, note }: Pick<StoreTx, 'tx' | 'count' | 'note'>,
  checkout: CheckoutRow,
): Promise<void> {
  await insertCheckout(tx, checkout);
  count(checkoutNote(checkout, { checkouts_opened: 1 }));
  note(openedCheckout(checkout));
}

/** What becomes of a session is counted on the day on which it was made. */
export const checkoutNote = (
  { created_at: at, currency, product_id }: CheckoutRow,
  sums: SalesNote['sums'],
): SalesNote => ({ at, currency, product_id, sums });
