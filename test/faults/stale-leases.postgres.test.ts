import { test } from 'node:test';
import { ProcessShop } from '../harness/process-shop.ts';
import { standStill } from './stale-leases.ts';

// `npm run faults` waits for the leases; here they are ended in the database, when nobody else has
// any.

test('a process that stood still for longer than its leases charges nobody twice, sends no mail twice and overwrites nothing', async () => {
  const shop = await ProcessShop.make();
  const endLeases = () =>
    shop.db.write(null, async (tx) => {
      const now = Date.now();
      await tx.run(`UPDATE mails SET next_attempt_at = :now WHERE status = 'sending'`, { now });
      await tx.run(`UPDATE webhook_deliveries SET claimed_until = 0 WHERE status = 'pending'`);
      await tx.run('UPDATE subscriptions SET claimed_until = 0');
    });
  await standStill(shop, endLeases);
});
