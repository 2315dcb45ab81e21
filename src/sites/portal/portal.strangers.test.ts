import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Answer } from '../../../test/harness/answer.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { CARD, openVisitedStore } from '../../../test/harness/visits/visiting.ts';

// Ada has a link to her portal and changes everything in her requests. Mallory is another customer of
// the same store; the other store has an Ada of its own, and sells the same things.

type Store = Awaited<ReturnType<typeof openVisitedStore>>;
type Visitor = Awaited<ReturnType<Store['visit']>>;
interface Person {
  customer_id: string;
  plan_id: string;
  subscription_id: string;
  license_id: string;
  license_key: string;
  instance_id: string;
  transaction_ids: string[];
  cursors: string[];
  /** Checkouts and billing details. */
  more_ids: string[];
  link: Visitor;
}

let shop: Shop;
let ada: Person;
let strangers: Person[];
/** Every name by which something of others is known. */
let foreign: string[];

before(async () => {
  shop = await startShop();
  const store = await openVisitedStore(shop);
  const other_store = await openVisitedStore(shop);
  ada = await person(store, 'ada');
  strangers = [await person(store, 'mallory'), await person(other_store, 'ada')];
  foreign = strangers.flatMap((one) => [
    ...[one.subscription_id, one.license_id, one.license_key, one.instance_id],
    ...one.transaction_ids,
    ...one.more_ids,
  ]);
  foreign.push(other_store.store_id, strangers[1]?.plan_id ?? '', 'mallory');
});

async function person(store: Store, customer_id: string): Promise<Person> {
  const details = { email: `${customer_id}@${store.store_id}.example`, company: 'Of a stranger' };
  const bought = await store.buyLicensed(customer_id, { tier: 1 });
  await store.must('POST /cancel-subscription', {
    subscription_id: await store.subscribe(bought.plan_id, { customer_id }),
  });
  const { data } = await store.must('GET /get-transactions', { customer_id });
  await store.must('POST /refund-transaction', {
    transaction_id: data[0].transaction_id,
    amount: 1,
  });
  const lists = ['list-subscriptions', 'list-licenses', 'get-transactions'];
  const cursors = [];
  for (const name of lists) {
    const page = await store.must(`GET /${name}`, { customer_id, limit: 1 });
    cursors.push(page.next_cursor);
  }
  const all = await store.must('GET /get-transactions', { customer_id });
  const transaction_ids = all.data.map((one: { transaction_id: string }) => one.transaction_id);
  const link = await store.visit(customer_id, details);
  const { billing } = await store.must('GET /get-customer', { customer_id });
  const more_ids = [data[0].checkout_session_id, billing.billing_id];
  return { ...bought, customer_id, transaction_ids, cursors, more_ids, link };
}

/** What is kept of others. */
async function ofOthers(): Promise<string[]> {
  const lines = (await shop.everything()).split('\n').map((line) => line.replace(/^\w+ /, ''));
  return lines.filter((line) => foreign.some((name) => line.includes(name)));
}

function assertNothingOfOthers(answer: Answer, what: string): void {
  assert.ok(answer.status < 500, `${what}: ${answer.status}`);
  // What was sent may come back in a form; what was not sent must not be there.
  for (const name of [...foreign, 'mallory@', 'The laptop of mallory']) {
    const sent = what.includes(name) || name === 'mallory';
    if (!sent) assert.ok(!answer.text.includes(name), `${what} shows ${name}`);
  }
}

test('every address with an identifier of others in every place: 404, and nothing changes', async () => {
  const { link, subscription_id, plan_id } = ada;
  const { attempt } = await link.hidden('/card');
  const form = { attempt, ...CARD, total: '0', price: '20', plan_id, quantity: '2' };
  const ids = [...foreign, ...strangers.map((one) => one.plan_id)];
  const before = await shop.everything();
  for (const id of ids) {
    for (const below of [
      `/subscription/${id}`,
      `/subscription/${id}/note/changed`,
      `/subscription/${id}/change`,
      `/subscription/${id}/change/${plan_id}/2`,
      `/subscription/${id}/change/${strangers[0]?.plan_id}/2`,
      `/subscription/${id}/cancel`,
      `/subscription/${id}/resume`,
      `/receipt/${id}`,
      `/subscriptions/${id}`,
      `/licenses/${id}`,
      `/payments/${id}`,
      `/invoices/${id}`,
      `/invoice/${id}/correct`,
      `/license/${id}`,
      `/${id}`,
      `/billing/${id}`,
      `/card/${id}`,
    ]) {
      for (const [method, answer] of [
        ['GET', await link.get(below)],
        ['POST', await link.post(below, form)],
      ] as const) {
        assert.equal(answer.status, 404, `${method} ${below}`);
        assertNothingOfOthers(answer, below);
      }
    }
  }
  // A plan of the other store on her own subscription.
  const at = `/subscription/${subscription_id}/change/${strangers[1]?.plan_id}/1`;
  assert.equal((await link.get(at)).status, 404);
  assert.equal((await link.post(at, form)).status, 404);
  assert.equal(await shop.everything(), before);
});

test('every field of every form with an identifier of others: 400 or 404, and nothing changes', async () => {
  const { link, subscription_id, license_id, instance_id, plan_id } = ada;
  const before = await shop.everything();
  for (const id of [...foreign, strangers[1]?.plan_id ?? '']) {
    for (const [below, form] of [
      ['/free-device', { license_id: id, instance_id }],
      ['/free-device', { license_id, instance_id: id }],
      ['/free-device', { license_id: id, instance_id: id }],
      [`/subscription/${subscription_id}/change`, { plan_id: id, quantity: '1' }],
      [`/subscription/${subscription_id}/change`, { plan_id, quantity: id }],
      [`/subscription/${subscription_id}/change/${plan_id}/2`, { total: id, price: '20' }],
      [`/subscription/${subscription_id}/change/${plan_id}/2`, { total: '20', price: id }],
      ['/card', { ...CARD, card_number: id }],
      ['/card', { ...CARD, card_expiry: id }],
      ['/card', { ...CARD, card_code: id }],
      ['/billing', { email: id }],
      ['/billing', { email: 'ada@example.com', country: id }],
    ] as const) {
      const answer = await link.post(below, form);
      const what = `${below} ${JSON.stringify(form)}`;
      assert.ok(answer.status === 400 || answer.status === 404, `${what}: ${answer.status}`);
      assertNothingOfOthers(answer, what);
    }
  }
  for (const one of strangers) {
    const pair = { license_id: one.license_id, instance_id: one.instance_id };
    assert.equal((await link.post('/free-device', pair)).status, 404);
  }
  assert.equal(await shop.everything(), before);
});

test('fields that a form does not have choose nobody else', async () => {
  const { link, subscription_id, license_id, instance_id } = ada;
  const before = await ofOthers();
  assert.ok(before.length > 10);
  const subscription = `/subscription/${subscription_id}`;
  for (const one of strangers) {
    const others = {
      customer_id: one.customer_id === 'ada' ? 'mallory' : one.customer_id,
      store_id: foreign.find((name) => name.startsWith('store_')) ?? '',
      subscription_id: one.subscription_id,
      transaction_id: one.transaction_ids[0] ?? '',
      license_key: one.license_key,
      billing_id: 'bill_'.padEnd(33, '0'),
      token: one.link.home,
    };
    const asAnother = { ...others, email: 'ada@example.com', name: 'Ada', company: 'Hers' };
    const { attempt } = await link.hidden('/card');
    for (const [below, form] of [
      ['/billing', asAnother],
      ['/card', { ...CARD, ...others, attempt }],
      ['/free-device', { ...others, license_id, instance_id }],
      [`${subscription}/change`, { ...others, quantity: '2' }],
      [`${subscription}/cancel`, { ...others, attempt }],
      [`${subscription}/resume`, { ...others, attempt }],
    ] as const) {
      const answer = await link.post(below, form);
      assert.equal(answer.status, 303, below);
      assert.ok(String(answer.headers.location).startsWith(link.home), 'she stays in her portal');
      assertNothingOfOthers(answer, JSON.stringify(form));
    }
  }
  assert.equal((await ofOthers()).join('\n'), before.join('\n'));
});

test('the pages of a customer hold nothing of others, whatever cursor is sent', async () => {
  const { link, subscription_id, transaction_ids, plan_id } = ada;
  const own = [
    ...['', '/billing', '/card', `/subscription/${subscription_id}`],
    ...transaction_ids.map((id) => `/receipt/${id}`),
    `/subscription/${subscription_id}/change/${plan_id}/2`,
    ...strangers.flatMap(({ cursors: [subscriptions, licenses, payments] }) => [
      `/subscriptions/${subscriptions}`,
      `/licenses/${licenses}`,
      `/payments/${payments}`,
    ]),
  ];
  for (const below of own) {
    const answer = await link.get(below);
    assert.equal(answer.status, below.startsWith('/receipt/') ? 303 : 200, below);
    assertNothingOfOthers(answer, '');
  }
  // And the other way round: her link opens nothing of hers for them.
  for (const one of strangers) {
    for (const id of [ada.subscription_id, ...ada.transaction_ids]) {
      for (const below of [`/subscription/${id}`, `/receipt/${id}`]) {
        assert.equal((await one.link.get(below)).status, 404);
      }
    }
  }
});

test('the keys under which forms count once are of one link alone', async () => {
  const [mallory] = strangers;
  assert.ok(mallory);
  const form = { ...CARD, attempt: 'thesame' };
  const count = async () => {
    const rows = (await shop.everything()).split('\n').filter((line) => line.includes('thesame'));
    return rows.length;
  };
  assert.equal((await ada.link.post('/card', form)).status, 303);
  assert.equal((await mallory.link.post('/card', { ...form, card_code: '456' })).status, 303);
  assert.equal(await count(), 2);
});
