import { ProviderUnanswered } from '../platform/core/errors.ts';
import type { StoreWork } from '../platform/operation/work.ts';
import { lookAgainAt } from '../shop/subscriptions/card-update.rules.ts';
import {
  listDueCardUpdates,
  lockCardUpdate,
  saveCardUpdate,
} from '../shop/subscriptions/card-update.sql.ts';
import { settleCardUpdate } from '../shop/subscriptions/settle-card-update.ts';

const BATCH = 20;

/**
 * Asks whether customers have given the cards that they were asked for, in case neither they nor a
 * message comes back, and ends what has expired. Returns whether there may be more.
 */
export async function settleDueCardUpdates(work: StoreWork): Promise<boolean> {
  const { reader, write, store, now, services } = work;
  const due = await listDueCardUpdates(reader, { now, limit: BATCH });
  for (const row of due) {
    try {
      await settleCardUpdate(work, row, { give_up: row.expires_at <= now });
    } catch (error) {
      if (!(error instanceof ProviderUnanswered)) throw error;
      const { card_update_id } = row;
      await write(async ({ tx }) => {
        const found = await lockCardUpdate(tx, card_update_id);
        if (found?.status !== 'open') return;
        const next_attempt_at = lookAgainAt(found, now);
        await saveCardUpdate(tx, { ...found, next_attempt_at, attempts: found.attempts + 1 });
      });
      const { store_id } = store;
      services.log.error('unresolved', { store_id, card_update_id, error: String(error) });
    }
  }
  return due.length === BATCH;
}
