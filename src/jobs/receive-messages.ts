import { HOUR_MS } from '../platform/core/time.ts';
import type { StoreWork } from '../platform/operation/work.ts';
import { followHint } from '../shop/settlement/follow-hint.ts';

const BATCH = 50;

/**
 * Handles messages of a provider that follows the store's clock, as the test gateway does. Returns
 * whether there may be more.
 */
export async function receiveMessages(work: StoreWork): Promise<boolean> {
  const { store, now, services } = work;
  const { store_id } = store;
  const gateway = services.gatewayOf(store);
  if (!gateway?.messages) return false;
  const due = await gateway.messages.list({ store_id, now, limit: BATCH });
  for (const { message_id, ...hint } of due) {
    try {
      await followHint(work, gateway, hint);
      await gateway.messages.forget(store_id, message_id);
    } catch (error) {
      await gateway.messages.postpone(store_id, message_id, now + HOUR_MS);
      services.log.error('not followed', { store_id, ...hint, error: String(error) });
    }
  }
  return due.length === BATCH;
}
