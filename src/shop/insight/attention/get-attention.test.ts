import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card } from '../../../../test/harness/cast.ts';
import { startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });
const DISPUTED = '4000000000000259';

test('200: nothing needs a person in a store where all is well', async () => {
  const { must, product, buy } = await shop.openStore();
  await buy(await product());
  assert.deepEqual(await must('GET /get-attention'), { object: 'attention', items: [] });
});

test('200: a dispute with its amount and when it is due, until it has ended', async () => {
  const { must, product, create, complete, advance } = await shop.openStore();
  const { checkout_session_id } = await create({ product_id: await product({ price: 79 }) });
  const { transaction_id } = await complete(checkout_session_id, card(DISPUTED));
  await advance('P1D');
  const { items } = await must('GET /get-attention');
  const { data } = await must('GET /get-transactions', { transaction_id });
  assert.deepEqual(items, [
    {
      ...{ kind: 'dispute', count: 1, record_id: transaction_id, amount: 79, currency: 'EUR' },
      ...{ at: data[0].dispute.evidence_due_at ?? items[0].at, operation: null, message: null },
    },
  ]);
  await advance('P3D');
  assert.deepEqual((await must('GET /get-attention')).items, []);
});

test('200: declined renewals are counted, with the next try; disputes come before them', async () => {
  const { must, inStatus, get, product, create, complete, advance } = await shop.openStore();
  const { checkout_session_id } = await create({ product_id: await product() });
  const subscription_id = await inStatus('past_due');
  await complete(checkout_session_id, card(DISPUTED)).catch(() => {});
  const session = await create({ product_id: await product(), customer_id: 'ben' });
  await complete(session.checkout_session_id, card(DISPUTED));
  await advance('P1D');
  const { items } = await must('GET /get-attention');
  assert.deepEqual(
    items.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    [
      ['dispute', 1],
      ['past_due', 1],
    ],
  );
  assert.equal(items[1].record_id, subscription_id);
  assert.equal((await get(subscription_id)).status, 'past_due');
});

test('200: a webhook that does not take what is sent, and mails that could not be sent', async () => {
  const { must, store_id, product } = await shop.openStore();
  await must('POST /create-webhook', { url: 'https://127.0.0.1:9/nobody' });
  await product();
  await shop.runJob('webhooks');
  await shop.db.write({ store_id }, async (tx) => {
    const row = await tx.maybe<{ failing_since: number | null }>(
      'SELECT failing_since FROM webhooks WHERE store_id = :store_id',
    );
    assert.notEqual(row?.failing_since, null);
  });
  const { items } = await must('GET /get-attention');
  assert.deepEqual(
    items.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    [['webhook', 1]],
  );
});

test('200: a live store whose database was never copied, until it is', async () => {
  const { must } = await shop.openStore(await shop.makeStore('live'));
  const [item, ...others] = (await must('GET /get-attention')).items;
  assert.deepEqual([item.kind, item.at, others.length], ['backup', null, 0]);
});
