import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';
import { answering, startReceiver } from '../../../../test/stand-ins/receiver.ts';

const OP = 'DELETE /delete-webhook';

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

test('200: the record as deleted; it is listed no more, and nothing is told about it', async () => {
  const { must, advance, toldTypes } = await shop.openStore();
  const url = 'https://example.com/hook';
  const { webhook_id: kept } = await must('POST /create-webhook', { url });
  const { secret: _, ...webhook } = await must('POST /create-webhook', { url });
  await advance('P1D');
  const answer = await must(OP, { webhook_id: webhook.webhook_id });
  const updated_at = '2026-11-15T09:30:00.000Z';
  assert.deepEqual(answer, { ...webhook, status: 'deleted', updated_at });
  const { data } = await must('GET /list-webhooks');
  assert.deepEqual(
    data.map(({ webhook_id }: { webhook_id: string }) => webhook_id),
    [kept],
  );
  assert.deepEqual(await toldTypes(), []);
});

test('200: what has not been delivered is dropped, and nothing that happens later is sent', async () => {
  const { must, sell } = await shop.openStore();
  const receiver = await startReceiver();
  const other = await startReceiver();
  const { webhook_id } = await must('POST /create-webhook', { url: receiver.url });
  await must('POST /create-webhook', { url: other.url });
  receiver.answer = answering(500);
  await sell();
  await receiver.got(1);
  receiver.answer = answering(200);
  await must(OP, { webhook_id });
  shop.now += 3_600_000;
  await sell();
  await other.got(2);
  await receiver.gotNoMore(shop);
  assert.equal(receiver.received.length, 1);
});

test('200: parameters may be in the body; with the same Idempotency-Key the answer is given again', async () => {
  const { key, must } = await shop.openStore();
  const { webhook_id } = await must('POST /create-webhook', { url: 'https://example.com/' });
  const headers = { 'idempotency-key': 'delete-1' };
  const first = await shop.call(OP, { webhook_id }, { key, headers, in_body: true });
  const again = await shop.call(OP, { webhook_id }, { key, headers, in_body: true });
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
});

test('404 webhook_not_found: none, one deleted before, or one of another store, which is the same', async () => {
  const { ask, must } = await shop.openStore();
  const other = await shop.openStore();
  const url = 'https://example.com/hook';
  const { webhook_id } = await must('POST /create-webhook', { url });
  const { webhook_id: theirs } = await other.must('POST /create-webhook', { url });
  await must(OP, { webhook_id });
  const before = await shop.everything();
  const missing = await ask(OP, { webhook_id: 'wh_nothing' });
  assertRefused(missing, 404, 'webhook_not_found', []);
  for (const one of [webhook_id, theirs]) {
    assert.deepEqual(errorOf(await ask(OP, { webhook_id: one })), errorOf(missing));
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: webhook_id must be given; 403: by a key that may do it', async () => {
  const { ask, must } = await shop.openStore(shop);
  const { webhook_id } = await must('POST /create-webhook', { url: 'https://example.com/' });
  const before = await shop.everything();
  assertRefused(await ask(OP), 400, 'invalid_parameters', ['webhook_id']);
  assertRefused(await ask(OP, { webhook_id, force: true }), 400, 'unknown_parameter', ['force']);
  assert.equal(await shop.everything(), before);
  const { api_key: key } = await shop.makeKey('read');
  assertRefused(await shop.call(OP, { webhook_id }, { key }), 403, 'api_key_scope');
});
