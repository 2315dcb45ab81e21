import type { Reader } from '../db/database.ts';
import type { StoreWrite } from '../operation/outbox.ts';
import { moved } from './checkout.rules.ts';
import { hasDueCheckout, lockDueCheckouts, saveCheckout } from './checkout.sql.ts';
import { showCheckout } from './checkout-record.rules.ts';

const BATCH = 100;

/** Expires some sessions whose time is over; returns whether there may be more. */
export async function expireDueCheckouts({
  reader,
  write,
  now,
  base_url,
}: {
  reader: Reader;
  write: StoreWrite;
  now: number;
  base_url: string;
}): Promise<boolean> {
  if (!(await hasDueCheckout(reader, now))) return false;
  return write(async (tx, emit) => {
    const due = await lockDueCheckouts(tx, { now, limit: BATCH });
    for (const before of due) {
      const expired = moved(before, 'expired', now);
      await saveCheckout(tx, expired);
      emit('checkout.expired', showCheckout(expired, { base_url, now }));
    }
    return due.length === BATCH;
  });
}
