import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { PROVIDERS, type TillAnswer } from '../../../test/harness/sales/till.ts';
import { startTillShop, type TillStore } from '../../../test/harness/sales/till-shop.ts';

// Whatever the provider: many payments at once charge once, and what the provider has charged in
// the end is what was paid here.

let numbers = 0;
const newCustomer = () => `buyer-${numbers++}`;

async function createMany(store: TillStore, count: number, more: object = {}): Promise<string[]> {
  const product_id = await store.product();
  const made = Array.from({ length: count }, () =>
    store.create({ product_id, customer_id: newCustomer(), ...more }),
  );
  return (await Promise.all(made)).map((session) => session.checkout_session_id);
}

const get = (store: TillStore, checkout_session_id: string) =>
  store.must('GET /get-checkout', { checkout_session_id });
const redemptions = async (store: TillStore, code: string): Promise<number> =>
  (await store.must('GET /get-discount-code', { code })).redemptions;
const codes = (answers: TillAnswer[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, body }) => body.error?.code ?? status)].map(
      ([code, all]) => [code, all.length],
    ),
  );

/** All answers are the same completed session, of one paid transaction. */
async function assertPaidOnce(store: TillStore, id: string, answers: TillAnswer[]): Promise<void> {
  const session = await get(store, id);
  assert.equal(session.status, 'completed');
  for (const { body } of answers) assert.deepEqual(body, session);
  const { data } = await store.must('GET /get-transactions', { checkout_session_id: id });
  const found = data.map((one: { status: string; transaction_id: string }) => [
    one.status,
    one.transaction_id,
  ]);
  assert.deepEqual(found, [['paid', session.transaction_id]]);
}

for (const provider of PROVIDERS) {
  const { openStore } = await startTillShop(provider);
  const store = await openStore();
  const { till } = store;
  const payMany = (id: string, count: number, how: { number?: string; key?: string } = {}) =>
    Promise.all(Array.from({ length: count }, () => till.pay(id, how)));

  test(`${provider}: 32 payments of one session at once charge once, and all are answered the same`, async () => {
    const [id = ''] = await createMany(store, 1);
    await store.told();
    await assertPaidOnce(store, id, await payMany(id, 32));
    const told = (await store.toldTypes()).filter((type) => type !== 'customer.updated');
    assert.deepEqual(told, ['transaction.paid', 'checkout.completed']);
    await store.assertSameBooks();
  });

  test(`${provider}: the same while it takes its time, for several sessions at once`, async () => {
    const sessions = await createMany(store, 4);
    await till.setFault({ fault: 'slow_before', delay_ms: 300 });
    const answers = await Promise.all(sessions.map((id) => payMany(id, 4)));
    await till.setFault(undefined);
    for (const [at, id] of sessions.entries()) await assertPaidOnce(store, id, answers[at] ?? []);
    await store.assertSameBooks();
  });

  test(`${provider}: with one attempt 16 at once charge once and get equal answers`, async () => {
    const [id = ''] = await createMany(store, 1);
    await assertPaidOnce(store, id, await payMany(id, 16, { key: 'paid-once' }));
    await store.assertSameBooks();
  });

  test(`${provider}: a declined and a good card at once: in the end it is paid once`, async () => {
    for (const delay_ms of [0, 100]) {
      const [id = ''] = await createMany(store, 1);
      await till.setFault({ fault: 'slow_before', delay_ms });
      const { number } = cards.declined;
      const [declined] = await Promise.all([till.pay(id, { number }), till.pay(id)]);
      await till.setFault(undefined);
      const { status, body } = declined;
      // At Stripe, who gives up ends the page where the other was, who may begin again meanwhile.
      assert.match(`${status} ${body.error?.code}`, /^(200|400 payment_declined|500)/);
      assert.equal((await till.pay(id)).body.status, 'completed');
      const { data } = await store.must('GET /get-transactions', { checkout_session_id: id });
      const paid = data.filter((one: { status: string }) => one.status === 'paid');
      assert.equal(paid.length, 1);
      await store.assertSameBooks();
    }
  });

  test(`${provider}: of 24 buyers at once exactly as many as there are redemptions have the coupon`, async () => {
    const coupon_code = await store.coupon(`FIVE-${numbers++}`, { max_redemptions: 5 });
    const sessions = await createMany(store, 24, { coupon_code });
    const answers = await Promise.all(sessions.map((id) => till.pay(id)));
    assert.deepEqual(codes(answers), { 200: 5, coupon_exhausted: 19 });
    assert.equal(await redemptions(store, coupon_code), 5);
    const found = await Promise.all(sessions.map(async (id) => (await get(store, id)).status));
    assert.equal(found.filter((status) => status === 'open').length, 19);
    await store.assertSameBooks();
  });

  test(`${provider}: of 16 sessions of one customer at once exactly one has the coupon`, async () => {
    const terms = { max_redemptions_per_customer: 1 };
    const coupon_code = await store.coupon(`ONE-${numbers++}`, terms);
    const sessions = await createMany(store, 16, { coupon_code, customer_id: newCustomer() });
    const answers = await Promise.all(sessions.map((id) => till.pay(id)));
    assert.deepEqual(codes(answers), { 200: 1, coupon_exhausted: 15 });
    assert.equal(await redemptions(store, coupon_code), 1);
    await store.assertSameBooks();
  });

  test(`${provider}: declined at once by many, a coupon has all its redemptions again`, async () => {
    const coupon_code = await store.coupon(`FORTY-${numbers++}`, { max_redemptions: 40 });
    const sessions = await createMany(store, 16, { coupon_code });
    const { number } = cards.declined;
    const answers = await Promise.all(sessions.map((id) => till.pay(id, { number })));
    assert.deepEqual(codes(answers), { payment_declined: 16 });
    assert.equal(await redemptions(store, coupon_code), 0);
    await store.assertSameBooks();
  });
}
