import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APIError } from 'creem/models/errors';
import { verifyWebhookSignature } from 'creem/webhooks';
import { startShop } from '../../harness/shop.ts';
import { startReceiver } from '../../stand-ins/receiver.ts';
import { methodsOf, speakCreem, trust } from './creem.ts';

// Every method of `webhooks` in Creem's package.

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'], clock: Date.now });
trust(shop);

const tried = new Set<string>();
const speak = (key: string) => speakCreem(shop, key, tried);

const URL = 'https://example.com/api/webhooks/creem';

/** What a call is refused with, as Creem tells it. */
async function refusal(call: Promise<unknown>): Promise<{ status: number; message: string[] }> {
  const error = await call.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof APIError, String(error));
  const { status, error: title, trace_id, message, timestamp } = JSON.parse(error.body);
  assert.deepEqual(
    [status, typeof title, typeof timestamp],
    [error.statusCode, 'string', 'number'],
  );
  assert.match(trace_id, /^req_/);
  return { status, message };
}

test('an endpoint is made, found, listed, changed, switched off and deleted by Creem’s package', async () => {
  const { key, must, store_id } = await shop.openStore();
  const { webhooks } = speak(key);
  const events = ['subscription.paid', 'refund.created'] as const;
  const made = await webhooks.create({ url: URL, name: 'Fulfilment', events: [...events] });
  const { secret, ...known } = made;
  assert.deepEqual(known, {
    ...{ id: made.id, mode: 'test', object: 'webhook', storeId: store_id, name: 'Fulfilment' },
    ...{ url: URL, deliveryMode: 'http', status: 'enabled', events: [...events] },
  });
  assert.match(secret ?? '', /^whsec_/);
  assert.deepEqual(await webhooks.get(made.id), known);
  assert.deepEqual(await webhooks.getSecret(made.id), { secret });
  const changed = await webhooks.update(made.id, {
    name: null,
    url: `${URL}/2`,
    status: 'disabled',
  });
  assert.deepEqual(changed, { ...known, name: null, url: `${URL}/2`, status: 'disabled' });
  const all = await webhooks.update(made.id, { events: [], status: 'enabled' });
  assert.equal(all.events.length, 13);
  const [record] = (await must('GET /list-webhooks')).data;
  assert.partialDeepStrictEqual(record, { format: 'creem', events: null, status: 'enabled' });
  await webhooks.create({ url: URL });
  const { result } = await webhooks.list(1, 1);
  assert.deepEqual([result.items.length, result.pagination.totalRecords], [1, 2]);
  const found = [];
  for await (const page of await webhooks.list(1, 1)) found.push(...page.result.items);
  assert.equal(new Set(found.map(({ id }) => id)).size, 2);
  assert.equal((await webhooks.delete(made.id)).status, 'disabled');
  assert.equal((await refusal(webhooks.get(made.id))).status, 404);
});

test('what is sent to it is signed with the secret that getSecret answers', async () => {
  const { key, product, buy } = await shop.openStore();
  const { webhooks } = speak(key);
  const receiver = await startReceiver();
  const { id } = await webhooks.create({ url: receiver.url });
  const { secret } = await webhooks.getSecret(id);
  await buy(await product());
  const [received] = await receiver.got(1);
  assert.ok(received);
  await verifyWebhookSignature(received.body, received.headers, secret);
});

test('404: endpoints of our own format, and those of other stores, are unknown to all of it', async () => {
  const { key, must } = await shop.openStore();
  const other = await shop.openStore();
  const { webhooks } = speak(key);
  const ours = (await must('POST /create-webhook', { url: URL })).webhook_id;
  const theirs = await speak(other.key).webhooks.create({ url: URL });
  const before = await shop.everything();
  for (const id of [ours, theirs.id, 'wh_none', '../list-webhooks', '%2e%2e']) {
    for (const call of [
      () => webhooks.get(id),
      () => webhooks.getSecret(id),
      () => webhooks.update(id, { url: 'https://example.com/other' }),
      () => webhooks.delete(id),
    ]) {
      assert.equal((await refusal(call())).status, 404);
    }
  }
  assert.deepEqual((await webhooks.list()).result.items, []);
  assert.equal(await shop.everything(), before);
});

test('400: a bad address or name, no address, events that we do not have, the command line; nothing is stored', async () => {
  const { key, must } = await shop.openStore();
  const { webhooks } = speak(key);
  const wrong: [Parameters<typeof webhooks.create>[0], RegExp][] = [
    [{}, /^url /],
    [{ url: 'http://169.254.169.254/latest' }, /^url /],
    [{ url: 'https://ada:secret@example.com/' }, /^url /],
    [{ url: URL, name: 'x'.repeat(101) }, /^name /],
    [{ url: URL, events: ['credits.granted'] }, /^events\.0 /],
    [{ deliveryMode: 'cli' }, /^delivery_mode .*kassa listen/],
  ];
  for (const [input, pattern] of wrong) {
    const { status, message } = await refusal(webhooks.create(input));
    assert.equal(status, 400);
    assert.match(message[0] ?? '', pattern);
  }
  assert.deepEqual((await must('GET /list-webhooks')).data, []);
});

test('403: a key that may only read sees endpoints, and neither changes them nor reads a secret', async () => {
  const { key, must } = await shop.openStore();
  const { id } = await speak(key).webhooks.create({ url: URL });
  const { api_key } = await must('POST /create-api-key', { name: 'Looks', scope: 'read' });
  const { webhooks } = speak(api_key);
  assert.equal((await webhooks.get(id)).id, id);
  for (const call of [
    () => webhooks.getSecret(id),
    () => webhooks.update(id, { status: 'disabled' }),
    () => webhooks.delete(id),
    () => webhooks.create({ url: URL }),
  ]) {
    assert.equal((await refusal(call())).status, 403);
  }
});

test('what waits for a command line is told to be somewhere else; no method of webhooks is left', async () => {
  const { key } = await shop.openStore();
  const { webhooks } = speak(key);
  const { id } = await webhooks.create({ url: URL });
  for (const call of [
    () => webhooks.listPendingEvents(id),
    () => webhooks.acknowledgeEvent(id, 'evt_1', { statusCode: 200 }),
  ]) {
    const { status, message } = await refusal(call());
    assert.equal(status, 404);
    assert.match(message[0] ?? '', /kassa listen/);
  }
  const all = methodsOf(speak(key)).filter((name) => name.startsWith('webhooks.'));
  assert.equal(all.length, 8);
  assert.deepEqual(
    all.filter((name) => !tried.has(name)),
    [],
  );
});
