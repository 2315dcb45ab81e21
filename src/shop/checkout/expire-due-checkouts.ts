import type { StoreWork } from '../../platform/operation/work.ts';
import { withStatus } from './checkout.rules.ts';
import { hasDueCheckout, lockDueCheckouts, saveCheckout } from './checkout.sql.ts';
import { showCheckout } from './checkout-record.rules.ts';

const BATCH = 100;

/** Expires a batch of sessions whose time is over; returns whether there may be more. */
export async function expireDueCheckouts({
  reader,
  write,
  now,
  services,
}: StoreWork): Promise<boolean> {
  if (!(await hasDueCheckout(reader, now))) return false;
  return write(async ({ tx, emit, audit }) => {
    const due = await lockDueCheckouts(tx, { now, limit: BATCH });
    for (const before of due) {
      const expired = withStatus(before, 'expired', now);
      await saveCheckout(tx, expired);
      const { checkout_session_id: target, status } = before;
      audit({ target, before: { status }, after: { status: 'expired' } });
      emit('checkout.expired', showCheckout(expired, { base_url: services.base_url, now }));
    }
    return due.length === BATCH;
  });
}
