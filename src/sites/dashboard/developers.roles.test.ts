import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';
import { signedIn } from '../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';
import { answering, startReceiver } from '../../../test/stand-ins/receiver.ts';

let shop: Shop;
let ids: { webhook: string; event: string; delivery: string; mail: string; key: string };
before(async () => {
  shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });
  const { must, product } = await shop.openStore(shop);
  const receiver = await startReceiver();
  receiver.answer = answering(500);
  const { webhook_id } = await must('POST /create-webhook', { url: receiver.url });
  await product();
  const list = async () => (await must('GET /list-webhook-deliveries')).data;
  await until(async () => (await list())[0]?.attempts === 1, 'it was tried');
  const [{ delivery_id, event_id }] = await list();
  const { mail_id } = await must('POST /send-test-mail', { to: 'ada@example.com' });
  const { key_id } = await must('POST /create-api-key', { name: 'Web shop' });
  ids = { webhook: webhook_id, event: event_id, delivery: delivery_id, mail: mail_id, key: key_id };
});

test('a key is made, shown once in the answer and nowhere else, works, and is revoked', async () => {
  const admin = await signedIn(shop, { role: 'admin' });
  const { attempt } = await admin.hidden('/api-keys/new');
  const form = { name: 'Shop <1>', scope: 'read', expires_at: '2027-01-31', attempt };
  const made = await admin.post('/api-keys/new', form);
  assert.equal(made.status, 200);
  assert.equal(made.headers['cache-control'], 'no-store');
  const [, key = ''] = /id="secret">(kassa_test_[0-9a-z]{39})</.exec(made.text) ?? [];
  assert.equal((await shop.call('GET /get-store', {}, { key })).status, 200);
  const all = await admin.page('/api-keys');
  assert.ok(!all.includes(key));
  assert.match(all, /Shop &lt;1&gt;/);
  assert.match(readable(all), /Only read.*31 Jan 2027/s);
  const again = await admin.post('/api-keys/new', form);
  assert.ok(again.text.includes(key), 'the same form makes no other key');

  const { body } = await shop.call('GET /list-api-keys');
  const { key_id } = body.data.find(({ name }: { name: string }) => name === 'Shop <1>');
  const at = `/api-keys/${key_id}/revoke`;
  assert.match(readable(await admin.page(at)), /refused within a second, and for ever/);
  const page = await admin.follow(await admin.post(at, await admin.hidden(at)));
  assert.match(readable(page), /is revoked: servers refuse it.*Revoked and expired/s);
  shop.now += 1_000; // What a server remembers of a key is half a second old at most.
  assert.equal((await shop.call('GET /get-store', {}, { key })).status, 403);
  shop.now -= 1_000;
});

test('400: a key without a name, or that has ended before it begins; what was typed stays', async () => {
  const owner = await signedIn(shop);
  const form = { name: ' ', scope: 'read', expires_at: '2020-01-01' };
  const { status, text } = await owner.post('/api-keys/new', form);
  assert.equal(status, 400);
  assert.match(text, /id="name-problem"/);
  assert.match(text, /value="2020-01-01"/);
  const late = await owner.post('/api-keys/new', { ...form, name: 'x' });
  assert.match(late.text, /id="expires_at-problem"/);
});

test('whoever has not proved lately who they are is asked to, before a key is made or revoked', async () => {
  const owner = await signedIn(shop);
  const keys = async () => (await shop.call('GET /list-api-keys')).text;
  const before = await keys();
  shop.now += 11 * 60_000;
  for (const path of ['/api-keys/new', `/api-keys/${ids.key}/revoke`]) {
    const back = encodeURIComponent(owner.home + path);
    for (const answer of [
      await owner.get(path),
      await owner.post(path, { name: 'x', scope: 'read' }),
    ]) {
      assert.equal(answer.status, 303);
      assert.equal(answer.headers.location, `/account/confirm?back=${back}`);
    }
  }
  shop.now -= 11 * 60_000;
  assert.equal(await keys(), before);
});

const ALL = ['/events', '/webhooks', '/deliveries', '/mails', '/backups'];
const ONES = () => [
  ...[`/events/${ids.event}`, `/webhooks/${ids.webhook}`, `/deliveries/${ids.delivery}`],
  ...[`/mails/${ids.mail}`, `/mails/${ids.mail}/view`],
];
/** By the least role that may. */
const ACTIONS = () => ({
  support: [
    ...[`/events/${ids.event}/replay`, `/deliveries/${ids.delivery}/replay`],
    ...[`/webhooks/${ids.webhook}/replay`, `/mails/${ids.mail}/resend`],
  ],
  admin: [
    ...['edit', 'on', 'off', 'rotate', 'delete'].map((name) => `/webhooks/${ids.webhook}/${name}`),
    ...['/webhooks/new', '/api-keys/new', `/api-keys/${ids.key}/revoke`],
  ],
});

test('everybody reads but API keys; support sends again; a viewer changes nothing', async () => {
  const { support: by_support, admin: by_admin } = ACTIONS();
  const viewer = await signedIn(shop, { role: 'viewer' });
  const support = await signedIn(shop, { role: 'support' });
  await shop.runJob('webhooks'); // So that nothing is under way.
  const before = await shop.everything();
  for (const one of [viewer, support]) {
    for (const path of [...ALL, ...ONES()]) {
      const text = await one.page(path);
      for (const action of by_admin) assert.ok(!text.includes(`${action}"`), `${path} ${action}`);
      assert.doesNotMatch(text, /API keys/);
    }
    assert.equal((await one.get('/api-keys')).status, 403);
    for (const action of by_admin) {
      assert.equal((await one.post(action, {})).status, 403, action);
      const page = await one.get(action);
      assert.ok(page.status === 403 || page.status === 404, action);
    }
  }
  for (const action of by_support) {
    assert.equal((await viewer.post(action, {})).status, 403, action);
    for (const path of ONES()) assert.ok(!(await viewer.page(path)).includes(`${action}"`), action);
  }
  assert.equal(await shop.everything(), before);
  for (const action of by_support) {
    assert.equal((await support.post(action, {})).status, 303, action);
  }
  for (const role of ['owner', 'admin'] as const) {
    const one = await signedIn(shop, { role });
    assert.match(await one.page('/api-keys'), /Web shop/);
    assert.match(await one.page(), /API keys/);
  }
});

test("another store's identifiers are not found, by any page or form", async () => {
  const { store_id } = await shop.makeStore('test');
  const other = await signedIn(shop, { store_id });
  await shop.runJob('webhooks'); // So that nothing is under way.
  const before = await shop.everything();
  for (const path of ONES()) assert.equal((await other.get(path)).status, 404, path);
  const { support, admin } = ACTIONS();
  for (const path of [...support, ...admin]) {
    if (path.endsWith('/new')) continue;
    assert.equal((await other.post(path, { url: 'https://example.com/x' })).status, 404, path);
  }
  for (const path of ALL) {
    const text = await other.page(path);
    for (const id of Object.values(ids)) assert.ok(!text.includes(id), path);
  }
  assert.doesNotMatch(await other.page('/api-keys'), /Web shop/);
  assert.equal(await shop.everything(), before);
});
