import { openStore } from '../../harness/cast.ts';
import type { Scene, Stage } from './scene.ts';

/** The page where a renewal that was declined is paid, in a store of its own. */
async function billOf({ shop }: Stage, { is_held }: { is_held: boolean }): Promise<string> {
  const store = await openStore(shop);
  await store.must('POST /update-store', { name: 'Lumen Labs', accent_color: '#0f766e' });
  await store.inStatus('past_due');
  const connect = `INSERT INTO provider_connections
      (store_id, provider, mode, key_hint, ask_at, connected_at, disconnected_at, updated_at,
        charges_held_from, charges_held_at)
    VALUES (:store_id, 'stripe', 'test', 'sk_test_…', 0, 1, 1, 1, 1, 1)`;
  if (is_held) await shop.db.write(store, async (tx) => tx.run(connect));
  const row = await shop.db
    .reader(store)
    .maybe<{ payment_token: string }>(
      'SELECT payment_token FROM subscriptions WHERE store_id = :store_id',
    );
  return `/pay/${row?.payment_token}`;
}

/** A bill that is past due: to be paid, and after a restore, when it cannot be paid yet. */
export const PAY_SCENES: Scene[] = [
  { name: 'pay-past-due', url: (stage) => billOf(stage, { is_held: false }) },
  { name: 'pay-later', url: (stage) => billOf(stage, { is_held: true }) },
];
