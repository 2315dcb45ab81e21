import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../src/commands/keys.ts';
import type { Actor } from '../../src/platform/core/actor.ts';
import { Refusal } from '../../src/platform/core/errors.ts';
import { HOUR_MS } from '../../src/platform/core/time.ts';
import { askAs } from '../../src/platform/operation/ask.ts';
import { auditPeople } from '../../src/platform/operation/audit.ts';
import { createPerform } from '../../src/platform/operation/perform.ts';
import { listAuditEntries } from '../../src/shop/store/audit/list-audit-entries.ts';
import { listStores } from '../../src/shop/store/store.sql.ts';
import { servicesOf } from '../bench/services.ts';
import { type CastStore, cards } from '../harness/cast.ts';
import { startShop } from '../harness/shop.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { CARD, openVisitedStore } from '../harness/visits/visiting.ts';

// Who is named in the audit log, and what is not in it.

const shop = await startShop({ webhook_allow: ['127.0.0.0/8'] });

/** Who did what to which record, oldest first, from the entry `after` on. */
const doneIn = async ({ must }: CastStore, after = 0): Promise<[Actor, string, string][]> => {
  const { data } = await must('GET /list-audit-entries');
  const entries: { sequence: number; actor: Actor; action: string; target: string }[] = data;
  return entries
    .filter(({ sequence }) => sequence > after)
    .toReversed()
    .map(({ actor, action, target }) => [actor, action, target]);
};

test('operations that do something each time have an entry each time', async () => {
  const store = await shop.openStore();
  const { must } = store;
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  const { product_id } = await must('POST /create-product', product);
  const license_key = await store.newKey();
  const { license_id } = await store.licenseOf(license_key);
  const { webhook_id } = await must('POST /create-webhook', { url: 'https://example.com/a' });
  const { data } = await must('GET /list-events', { type: 'product.created' });
  const mail = await must('POST /send-test-mail', { to: 'ada@example.com' });
  const order = { product_id, quantity: 1, customer_id: 'ada' };
  const account = { customer_id: 'ada', amount: 5, currency: 'USD' };
  const asked: [string, object, (answer: Record<string, string>) => unknown][] = [
    ['/create-product', product, (made) => made.product_id],
    ['/create-checkout', order, (made) => made.checkout_session_id],
    ['/create-webhook', { url: 'https://example.com/b' }, (made) => made.webhook_id],
    ['/create-api-key', { name: 'Server' }, (made) => made.key_id],
    ['/adjust-customer-balance', account, () => 'ada'],
    ['/create-card-update', { customer_id: 'ada' }, () => 'ada'],
    ['/reissue-license', { license_id }, () => license_id],
    ['/replay-event', { event_id: data[0].event_id, webhook_id }, () => data[0].event_id],
    ['/send-test-mail', { to: 'bob@example.com' }, (made) => made.mail_id],
    ['/invite-member', { email: 'lena@example.com', role: 'viewer' }, (made) => made.member_id],
  ];
  assert.ok(mail.mail_id);
  for (const [path, input, targetOf] of asked) {
    const before = (await doneIn(store)).length;
    const answer = await must(`POST ${path}`, input);
    const [entry, ...more] = await doneIn(store, before);
    assert.deepEqual([entry?.[1], entry?.[2]], [path, targetOf(answer)]);
    assert.deepEqual([entry?.[0].kind, more], ['api_key', []]);
  }
  await shop.assertRight();
});

test('a job, a customer, a person and a command are named for what they do', async () => {
  const store = await openVisitedStore(shop);
  const { must, store_id } = store;
  const { plan_id, license_id, instance_id, subscription_id } = await store.buyLicensed('ada');
  const order = { product_id: plan_id, quantity: 1, customer_id: 'bob', expires_in_minutes: 30 };
  const { checkout_session_id } = await must('POST /create-checkout', order);
  const portal = await store.visit('ada');
  let before = (await doneIn(store)).length;
  const last = async () => {
    const done = await doneIn(store, before);
    before += done.length;
    return done;
  };

  assert.equal((await portal.post('/free-device', { license_id, instance_id })).status, 303);
  const customer = { kind: 'customer', id: 'ada', name: null, address: '127.0.0.1' };
  assert.deepEqual(await last(), [[customer, '/release-instance', license_id]]);
  assert.equal((await portal.post('/card', CARD)).status, 303);
  assert.deepEqual(await last(), [[customer, '/update-payment-method', 'ada']]);

  shop.now += 25 * HOUR_MS;
  await shop.runJob('due');
  const job = { kind: 'job', id: 'due', name: null, address: null };
  assert.deepEqual(await last(), [[job, 'expire-checkouts', checkout_session_id]]);

  const lena = await signedIn(shop, { role: 'admin', store_id });
  const terms = { kind: 'percentage', duration: 'once', currency: 'EUR' };
  const code = { ...terms, code: 'LENA', discount_percentage: '10' };
  const { headers } = await lena.post('/discount-codes/new', code);
  const [, discount_id] = /(disc_\w+)/.exec(String(headers.location)) ?? [];
  const person = { kind: 'person', name: 'Lena (admin)', address: '127.0.0.1' };
  assert.deepEqual(await last(), [
    [{ ...person, id: lena.person_id }, '/create-discount-code', discount_id],
  ]);

  const shown: Record<string, string>[] = [];
  const output = {
    record: (fields: object) => {
      shown.push({ ...fields });
    },
    list: () => {},
    whyNotShown: async () => undefined,
  };
  const options = { store: store_id, scope: 'read', expires: undefined, now: shop.now };
  await createKey(shop.db, options, output);
  const command = { kind: 'command', id: 'keys create', name: null, address: null };
  assert.deepEqual(await last(), [[command, 'keys create', shown[0]?.key_id]]);

  const by = { by: 'P32D' };
  await must('POST /advance-clock', by);
  const moved = (await last()).filter(([, , target]) => target === subscription_id);
  assert.ok(moved.length > 0);
  for (const [actor, action] of moved) {
    assert.deepEqual([actor.kind, action], ['api_key', '/advance-clock']);
  }
  await shop.assertRight();
});

test('sign-ins and people are read by an owner, and by nobody else', async () => {
  const [owner, admin] = [await signedIn(shop), await signedIn(shop, { role: 'admin' })];
  const signIn = { action: '/account/sign-in', at: shop.now, after: { signed_in: 'Firefox' } };
  const actor = { kind: 'person', id: owner.person_id, address: '192.0.2.7' } as const;
  await shop.db.write(null, (tx) => auditPeople(tx, { ...signIn, actor, target: owner.person_id }));
  const [store] = await listStores(shop.db.reader(null));
  assert.ok(store);
  const perform = createPerform(shop.db, await servicesOf(shop.db, shop.place.data_dir));
  const askedBy = (id: string) =>
    askAs(store, { perform, clock: () => shop.now, actor: { ...actor, id } });
  const filter = { about: 'people', target: owner.person_id } as const;
  const { data } = await askedBy(owner.person_id)(listAuditEntries, filter);
  assert.deepEqual(
    data.map((entry) => [entry.action, entry.actor.name, entry.changes[0]?.after]),
    [['/account/sign-in', 'Lena (owner)', { signed_in: 'Firefox' }]],
  );
  for (const id of [admin.person_id, 'person_0']) {
    const isRefused = (error: unknown) => error instanceof Refusal && error.code === 'owners_only';
    await assert.rejects(askedBy(id)(listAuditEntries, filter), isRefused);
  }
});

test('no secret is in the log: no keys, links, cards or secrets of webhooks', async () => {
  const store = await openVisitedStore(shop);
  const { must } = store;
  const { license_key, license_id } = await store.buyLicensed('ada');
  const reissued = await must('POST /reissue-license', { license_id });
  const webhook = await must('POST /create-webhook', { url: 'https://example.com/a' });
  const { webhook_id } = webhook;
  const rotated = await must('POST /update-webhook', { webhook_id, rotate_secret: true });
  const made = await must('POST /create-api-key', { name: 'Server' });
  const { portal_url } = await must('POST /create-customer-billing', { customer_id: 'ada' });
  const card_update = await must('POST /create-card-update', { customer_id: 'ada' });
  const invited = await must('POST /invite-member', { email: 'a@example.com', role: 'viewer' });
  const paying = { customer_id: 'ada', payment_method: cards.pays };
  await must('POST /update-payment-method', paying);
  const secrets: string[] = [
    ...[license_key, reissued.license_key, webhook.secret, rotated.secret, made.api_key],
    ...[store.key, cards.pays.number, portal_url.split('/').at(-1)],
    ...[card_update.card_update_id, invited.invitation_url.split('/').at(-1)],
  ];
  const sql = 'SELECT changes, target, action FROM audit_entries';
  const stored = JSON.stringify(await shop.db.reader(null).all(sql));
  const read = JSON.stringify(await must('GET /list-audit-entries'));
  for (const secret of secrets) {
    assert.ok(secret.length > 9, secret);
    assert.ok(!stored.includes(secret) && !read.includes(secret), secret);
  }
});
