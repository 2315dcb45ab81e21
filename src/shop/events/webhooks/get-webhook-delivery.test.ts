import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';
import { until } from '../../../../test/harness/until.ts';
import { startReceiver } from '../../../../test/stand-ins/receiver.ts';

const OP = 'GET /get-webhook-delivery';
const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

async function delivered(answer: string | Buffer, status = 200) {
  const store = await shop.openStore();
  const receiver = await startReceiver();
  receiver.answer = (response) => response.writeHead(status).end(answer);
  await store.must('POST /create-webhook', { url: receiver.url });
  await store.product();
  const list = async () => (await store.must('GET /list-webhook-deliveries')).data;
  await until(async () => (await list())[0]?.attempts === 1, 'it was tried');
  const [listed] = await list();
  return { ...store, receiver, listed };
}

test('200: the body as it was sent, and the answer as it came: status, text and time', async () => {
  const { must, receiver, listed } = await delivered('<b>thanks</b>\n', 202);
  const { request_body, ...delivery } = await must(OP, { delivery_id: listed.delivery_id });
  assert.equal(request_body, receiver.received[0]?.body);
  assert.deepEqual(delivery, listed);
  assert.equal(delivery.response_status, 202);
  assert.equal(delivery.response_body, '<b>thanks</b>\n');
  assert.ok(delivery.duration_ms >= 0 && delivery.duration_ms < 15_000, delivery.duration_ms);
});

test('200: of a long answer the beginning is kept, and nothing in it that is not text', async () => {
  const long = await delivered('x'.repeat(100_000), 500);
  assert.equal(long.listed.response_body, 'x'.repeat(2_000));
  const odd = await delivered(Buffer.from([0x61, 0x00, 0x1b, 0x09, 0xff, 0x0a, 0x62]));
  assert.equal(odd.listed.response_body, 'a\t\ufffd\nb');
  assert.equal((await delivered('')).listed.response_body, '');
});

test('404 delivery_not_found: none, or one of another store, which is the same', async () => {
  const { ask } = await shop.openStore();
  const other = await delivered('ok');
  const missing = await ask(OP, { delivery_id: 'del_nothing' });
  assertRefused(missing, 404, 'delivery_not_found', []);
  const theirs = await ask(OP, { delivery_id: other.listed.delivery_id });
  assert.deepEqual(errorOf(theirs), errorOf(missing));
});
