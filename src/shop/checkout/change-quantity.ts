import type { Detail } from '../../platform/core/errors.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { chargeableBy, requireGateway } from '../money/payments/gateway.ts';
import { lockCheckout, saveCheckout } from './checkout.sql.ts';
import { isRefused, withQuantity } from './quantity.rules.ts';

/** Gives an open session another quantity. Returns why, if that is not possible. */
export async function changeQuantity(
  { write, now, ...work }: StoreWork,
  { checkout_session_id, quantity }: { checkout_session_id: string; quantity: number },
): Promise<Detail | 'checkout_expired' | undefined> {
  return write(async ({ tx }) => {
    const before = await lockCheckout(tx, checkout_session_id);
    if (before?.status !== 'open' || before.expires_at <= now) return 'checkout_expired';
    const terms = { ...before, ...chargeableBy(requireGateway(work), before.currency) };
    const after = withQuantity(terms, quantity);
    if (isRefused(after)) return after;
    await saveCheckout(tx, { ...after, updated_at: now });
    return undefined;
  });
}
