import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { lookAtDatabase } from '../../../src/commands/doctor/database.ts';
import { readSettings } from '../../../src/platform/machine/settings.ts';
import { startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';
import { startReceiver } from '../../stand-ins/receiver.ts';

// A secret that cannot be opened signs nothing, so nothing is sent with it.

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'], clock: Date.now });

async function withUnreadableSecret({ format = 'creem' } = {}) {
  const store = await shop.openStore();
  const { must, store_id } = store;
  const receiver = await startReceiver();
  const { webhook_id } = await must('POST /create-webhook', {
    ...{ url: receiver.url, format, secret_readable: format === 'creem' },
  });
  const spoil = (column: string) =>
    shop.db.write({ store_id }, async (tx) =>
      tx.run(`UPDATE webhooks SET ${column} = '2.bm90aGluZyB0aGF0IGFueWJvZHkgY291bGQgb3Blbg'
        WHERE store_id = :store_id`),
    );
  await spoil('sealed_secret');
  const delivery = async () =>
    (await must('GET /list-webhook-deliveries', { webhook_id })).data.at(-1);
  const tried = async () => {
    await until(async () => {
      await shop.runJob('webhooks');
      return (await delivery())?.attempts === 1;
    }, 'an attempt');
    return delivery();
  };
  return { ...store, receiver, webhook_id, spoil, delivery, tried };
}

for (const format of ['kassa', 'creem']) {
  test(`a delivery (${format}) without a signature is not sent: it failed, with the reason, and is tried again`, async () => {
    const { receiver, buy, product, tried, must, webhook_id } = await withUnreadableSecret({
      format,
    });
    await buy(await product());
    const { status, error, response_status, next_attempt_at } = await tried();
    assert.equal(status, 'pending');
    assert.match(error, /^not sent, .*the secret of this webhook cannot be opened/);
    assert.equal(response_status, null);
    assert.notEqual(next_attempt_at, null);
    assert.equal(receiver.connections, 0, 'nothing was sent');
    const [endpoint] = (await must('GET /list-webhooks')).data;
    assert.notEqual(endpoint.failing_since, null);
    // With a new one, what waited arrives.
    const { secret } = await must('POST /update-webhook', { webhook_id, rotate_secret: true });
    const { event_id } = (await must('GET /list-events', { type: 'checkout.completed' })).data[0];
    await must('POST /replay-event', { event_id, webhook_id });
    await shop.runJob('webhooks');
    const [received] = await receiver.got(1);
    assert.ok(received);
    new Webhook(secret).verify(received.body, received.headers);
  });
}

test('one before it that cannot be opened does not stop the new one', async () => {
  const { receiver, buy, product, must, webhook_id, spoil } = await withUnreadableSecret();
  const { secret } = await must('POST /update-webhook', { webhook_id, rotate_secret: true });
  await spoil('sealed_old_secret');
  await buy(await product());
  await shop.runJob('webhooks');
  const [received] = await receiver.got(1);
  assert.match(received?.headers['webhook-signature'] ?? '', /^v1,\S+$/);
  new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {});
});

test('get-attention and doctor say so before anything is lost, and get-webhook-secret is no 500', async () => {
  const { must, ask, webhook_id } = await withUnreadableSecret();
  const { items } = await must('GET /get-attention');
  const item = items.find(({ kind }: { kind: string }) => kind === 'webhook');
  assert.deepEqual([item.count, item.record_id], [1, webhook_id]);
  assert.match(item.message, /secret of this webhook cannot be opened.*rotate_secret/);
  const { data_dir, database_url } = shop.place;
  const settings = readSettings({ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url });
  const findings = await lookAtDatabase(settings);
  const found = findings.find(({ what }) => what.includes(webhook_id));
  assert.equal(found?.state, 'fail', JSON.stringify(findings));
  assert.match(found?.what ?? '', /cannot be opened: nothing is sent to it/);
  const answer = await ask('POST /get-webhook-secret', { webhook_id });
  assert.equal(answer.body.error.code, 'secret_not_readable');
  await must('POST /update-webhook', { webhook_id, rotate_secret: true });
  assert.deepEqual((await must('GET /get-attention')).items, []);
});
