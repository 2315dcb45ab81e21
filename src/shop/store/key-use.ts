import { DAY_MS } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { type ApiKeyRow, saveLastUse } from './api-key.sql.ts';

/**
 * On which day keys were last used. Held in memory and written by a job, at most once a day for a
 * key: no request waits for it. A power cut loses at most the last minute of it.
 */
export interface KeyUse {
  note(key: Pick<ApiKeyRow, 'store_id' | 'key_id' | 'last_used_on'>, now: number): void;
  flush(): Promise<void>;
}

interface KeyUsed {
  store_id: string;
  key_id: string;
  last_used_on: number;
}

const UNWRITTEN_MAX = 10_000;

export function createKeyUse(db: Database): KeyUse {
  const unwritten = new Map<string, KeyUsed>();
  return {
    note({ store_id, key_id, last_used_on: known }, now) {
      const last_used_on = now - (now % DAY_MS);
      if (known !== null && known >= last_used_on) return;
      if (unwritten.size >= UNWRITTEN_MAX) return;
      unwritten.set(key_id, { store_id, key_id, last_used_on });
    },
    async flush() {
      for (const one of [...unwritten.values()]) {
        const { store_id, ...use } = one;
        await db.write({ store_id }, async (tx) => saveLastUse(tx, use));
        if (unwritten.get(use.key_id) === one) unwritten.delete(use.key_id);
      }
    },
  };
}
