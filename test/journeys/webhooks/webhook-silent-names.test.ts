import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createResolve, type Resolve } from '../../../src/shop/events/webhooks/resolve-name.ts';
import type { CastStore } from '../../harness/cast.ts';
import { type Shop, startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';
import { startNameServer } from '../../stand-ins/name-server.ts';
import { startReceiver } from '../../stand-ins/receiver.ts';

// Names whose name servers never answer, in one store, and a shop that is served all the same.

/** Shorter than what an attempt has in all, so that a look-up never outlives its attempt. */
const LOOK_UP_MS = 10_000;
const OF_STORE = 64;

let server: Awaited<ReturnType<typeof startNameServer>>;
before(async () => {
  server = await startNameServer((name) => {
    if (name.startsWith('silent')) return {};
    return name.startsWith('good') ? { 4: ['127.0.0.1'], 6: [] } : undefined;
  });
});

/** Look-ups of silent names. */
const silent = { under_way: 0, most_at_once: 0 };

const open = (timeout_ms: number): Promise<Shop> => {
  const resolve = createResolve({ name_servers: server.name_servers, timeout_ms });
  const counted: Resolve = (host) => {
    if (!host.startsWith('silent')) return resolve(host);
    silent.under_way += 1;
    silent.most_at_once = Math.max(silent.most_at_once, silent.under_way);
    return resolve(host).finally(() => {
      silent.under_way -= 1;
    });
  };
  return startShop({ webhook_allow: ['127.0.0.0/8'], resolve: counted });
};

/** Events about as many records. */
async function happen(store: CastStore, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await store.must('POST /create-customer');
}

test('twenty endpoints with silent names hold up no other store, and take a bounded share', async () => {
  const shop = await open(LOOK_UP_MS);
  const bad = await shop.openStore();
  const good = await shop.openStore();
  const receiver = await startReceiver();
  for (let n = 0; n < 20; n++) {
    await bad.must('POST /create-webhook', { url: `https://silent${n}.example.com/hook` });
  }
  const { port } = receiver;
  await good.must('POST /create-webhook', { url: `http://good.example.com:${port}/hook` });
  await happen(bad, 10);
  await until(() => silent.most_at_once >= OF_STORE, `${OF_STORE} look-ups`);
  await happen(good, 30);
  await until(() => receiver.received.length === 30, 'all of the other store');
  assert.equal(silent.most_at_once, OF_STORE, 'no more at the same time, of one store');
  const pending = await bad.must('GET /list-webhook-deliveries', { status: 'pending' });
  const untried = pending.data.filter(({ attempts }: { attempts: number }) => attempts === 0);
  assert.ok(untried.length > 0, 'while silent ones still wait');
  server.speak();
});

test('a silent name is given up long before an answer would be, and the delivery says why', async () => {
  const shop = await open(300);
  const { must } = await shop.openStore();
  const { webhook_id } = await must('POST /create-webhook', {
    url: 'https://silent.example.com/hook',
  });
  await must('POST /create-customer');
  const delivery = async () =>
    (await must('GET /list-webhook-deliveries', { webhook_id })).data[0] ?? {};
  await until(async () => (await delivery()).attempts === 1, 'it was tried');
  const { status, error, response_status } = await delivery();
  assert.deepEqual([status, response_status], ['pending', null]);
  assert.equal(error, 'no name server answered for its name within 0.3 s');
});
