import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../test/harness.ts';
import { claimDeliveries, insertDelivery } from './delivery.sql.ts';

test('what happened to one record is claimed in its order, also when the later one was due first', async () => {
  const shop = await startShop();
  const { store_id, now } = shop;
  const made = await shop.call('POST /create-webhook', { url: 'https://example.com/webhooks' });
  const { webhook_id } = made.body;
  // As two processes make them whose clocks differ.
  const due = [
    { sequence: 8, subject: 'ada', next_attempt_at: now - 20 },
    { sequence: 7, subject: 'ada', next_attempt_at: now - 10 },
    { sequence: 9, subject: 'bob', next_attempt_at: now - 15 },
  ];
  const claimed = await shop.db.write({ store_id }, async (tx) => {
    for (const one of due) {
      const { sequence } = one;
      const name = { delivery_id: `del_${sequence}`, event_id: `evt_${sequence}`, webhook_id };
      const fresh = { event_type: 'customer.updated', is_replay: 0, attempts: 0 };
      const nothing = { response_status: null, error: null, last_attempt_at: null };
      const row = { ...name, ...fresh, ...nothing, ...one, status: 'pending' as const };
      await insertDelivery(tx, { ...row, delivered_at: null, created_at: now });
    }
    return claimDeliveries(tx, { webhook_id, now, until: now + 1, owner: 'me', limit: 8 });
  });
  assert.deepEqual(
    claimed.map(({ sequence }) => sequence),
    [9, 7],
  );
});
