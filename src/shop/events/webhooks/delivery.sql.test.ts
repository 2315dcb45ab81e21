import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessShop } from '../../../../test/harness/process-shop.ts';
import { START } from '../../../../test/harness/shop.ts';
import { answering, startReceiver } from '../../../../test/stand-ins/receiver.ts';

test('an endpoint whose waiting events were left without a turn gets them all after a start', async () => {
  const shop = await ProcessShop.make();
  const settings = { KASSA_WEBHOOK_ALLOW: '127.0.0.0/8' };
  await shop.start(settings);
  const receiver = await startReceiver();
  receiver.answer = () => {};
  assert.equal((await shop.call('/create-webhook', { url: receiver.url })).status, 200);
  const customer_id = 'ada';
  await shop.call('/create-customer', { customer_id });
  for (const name of ['Ada', 'Grace', 'Edsger']) {
    await shop.call('/update-customer', { customer_id, name });
  }
  await receiver.got(1);
  await shop.until('SELECT 1 FROM webhook_deliveries WHERE sequence = 4');
  await shop.kill();
  // As an older Kassa leaves it, which passes no turn on.
  await shop.db.write(null, async (tx) =>
    tx.run(
      `UPDATE webhook_deliveries SET status = 'delivered', attempts = 1, delivered_at = :at,
        next_attempt_at = NULL WHERE has_turn = 1`,
      { at: START },
    ),
  );
  receiver.answer = answering(200);
  receiver.received = [];
  await shop.start(settings);
  await receiver.got(3);
  const names = receiver.received.map(({ body }) => JSON.parse(body).data.name);
  assert.deepEqual(names, ['Ada', 'Grace', 'Edsger']);
});
