import type { StoreTx } from '../../platform/operation/work.ts';
import type { SalesChange } from '../figures/figure-change.rules.ts';
import type { CheckoutRow } from './checkout.rules.ts';
import { insertCheckout } from './checkout.sql.ts';
import { openedCheckout } from './checkout-record.rules.ts';

/** Stores a new session, and counts it. */
export async function addCheckout(
  { tx, addFigures, audit }: Pick<StoreTx, 'tx' | 'addFigures' | 'audit'>,
  checkout: CheckoutRow,
): Promise<void> {
  await insertCheckout(tx, checkout);
  addFigures(checkoutFigures(checkout, { checkouts_opened: 1 }));
  audit(openedCheckout(checkout));
}

/** What becomes of a session is counted on the day on which it was made. */
export const checkoutFigures = (
  { created_at: at, currency, product_id }: CheckoutRow,
  sums: SalesChange['sums'],
): SalesChange => ({ at, currency, product_id, sums });
