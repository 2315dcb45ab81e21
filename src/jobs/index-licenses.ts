import { HOUR_MS } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { keyPartsText } from '../shop/licenses/key-part.rules.ts';
import { lockLicensesWithoutEntry, saveSearchEntry } from '../shop/licenses/key-part.sql.ts';
import type { Licensing } from '../shop/licenses/licensing.ts';
import type { Job } from './job.ts';

const BATCH = 100;
const PAUSE_MS = 50;

/**
 * Licenses that were issued before they could be found by a part of their key get their entry, some
 * at a time. What was done stays done: after a restart it goes on with those that are left.
 */
export const indexLicensesJob = (
  db: Database,
  { revealKey, hashKeyPart }: Pick<Licensing, 'revealKey' | 'hashKeyPart'>,
): Job => ({
  name: 'index-licenses',
  every_ms: HOUR_MS,
  more_ms: PAUSE_MS,
  run: () =>
    db.write(null, async (tx) => {
      const rows = await lockLicensesWithoutEntry(tx, BATCH);
      for (const { license_id, key_seed, ...store } of rows) {
        const license_key = revealKey(key_seed);
        const parts = keyPartsText({ license_id, license_key }, store, hashKeyPart);
        const search_entry = await tx.index(parts);
        await saveSearchEntry(tx, { of_store: store.store_id, license_id, search_entry });
      }
      return rows.length === BATCH;
    }),
});
