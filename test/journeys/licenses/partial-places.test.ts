import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, partsOf } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';

// Until when a machine is trusted without a network, by how long its place was paid for: a place
// that was added in the last second of a period has cost nothing.

const DAY_MS = 86_400_000;
const GRACE = 22; // The days in which a payment that failed is tried again.
const END = Date.parse('2026-12-14T09:30:00.000Z');

const shop = await startShop();

/** A place a seat for 20 EUR a month, with a license. */
async function openWithSeat(more: object = {}) {
  const store = await shop.openStore();
  const licensed = (limit: number | null, terms: object = {}) =>
    store.licensedPlan({ activation_limit: limit, certificate_days: 365 }, terms);
  const plan_id = await licensed(1);
  const { license_keys, subscription_id } = await store.buy(plan_id, more);
  const license_key = license_keys[0];
  /** Days after the end of the first period at which the machine's certificate ends. */
  const certified = async (name: string): Promise<number> =>
    daysAfter((await store.activate(license_key, name, name)).certificate);
  /** The same for a machine that asks again. */
  const asked = async (fingerprint: string): Promise<number> =>
    daysAfter((await store.validate(license_key, { fingerprint, certificate: true })).certificate);
  const atLastSecond = () => store.moveTo(new Date(END - 1000).toISOString());
  const update = (change: object) => store.update(subscription_id, change);
  const known = { license_key, subscription_id, plan_id, licensed };
  return { ...store, ...known, certified, asked, atLastSecond, update };
}

function daysAfter(certificate: string): number {
  const { exp } = partsOf(certificate).claims;
  return Math.round(((exp * 1000 - END) / DAY_MS) * 100) / 100;
}

test('seats of the last second are certified for a day after what is paid, and fully with the next period', async () => {
  const { certified, asked, atLastSecond, update, transactions, ...store } = await openWithSeat();
  assert.equal(await certified('first'), GRACE);
  await store.changeCard(DECLINES_LATER);
  await atLastSecond();
  await update({ quantity: 20 });
  const [change] = await transactions(store.subscription_id);
  assert.deepEqual([change.type, change.total], ['plan_change', 0]);
  for (let n = 2; n <= 20; n++) assert.equal(await certified(`machine-${n}`), 1);
  assert.equal(await asked('first'), GRACE, 'the place that was paid for is as it was');
  // Nobody pays: the license lives while it is tried, and these machines have to ask every day.
  await store.advance('P2D');
  assert.equal((await store.get(store.subscription_id)).status, 'past_due');
  assert.deepEqual([await asked('machine-20'), await asked('first')], [3, GRACE]);
  await store.changeCard('4242424242424242');
  assert.deepEqual([await asked('machine-20'), await asked('first')], [31 + GRACE, 31 + GRACE]);
});

test('a place that becomes free goes to the next machine, and no place is whole twice', async () => {
  const { certified, asked, update, advance, licenseOf, deactivate, license_key } =
    await openWithSeat({ quantity: 2 });
  for (const name of ['first', 'second']) assert.equal(await certified(name), GRACE);
  await advance('P10D');
  await update({ quantity: 1 });
  await update({ quantity: 3 });
  await certified('third');
  assert.deepEqual([await asked('first'), await asked('second'), await asked('third')], [22, 1, 1]);
  const { instances } = await licenseOf(license_key);
  await deactivate(license_key, instances[2].instance_id);
  assert.deepEqual([await asked('second'), await asked('third')], [GRACE, 1]);
});

test('a larger plan in the last second is no larger one for three weeks: more places, any number, or the first ones', async () => {
  for (const [from, to, name] of [
    [1, 20, 'of a larger plan'],
    [1, null, 'of any number'],
    [null, 20, 'of a plan without licenses'],
  ] as const) {
    const store = await openWithSeat();
    const plain = await store.plan({ name: 'Plain' });
    const larger = await store.licensed(to, { price: 60 });
    const { atLastSecond, get, must, subscribe } = store;
    const subscription_id = from === null ? await subscribe(plain) : store.subscription_id;
    await store.changeCard('4242424242424242');
    await atLastSecond();
    await must('POST /update-subscription', { subscription_id, plan_id: larger });
    const { data } = await must('GET /list-licenses', { subscription_id });
    const key = data[0].license_key;
    const days = async (machine: string) =>
      daysAfter((await store.activate(key, machine, machine)).certificate);
    assert.equal(await days('first'), 1, name);
    assert.equal(await days('second'), 1, name);
    await store.advance('PT2S');
    assert.equal((await get(subscription_id)).status, 'active');
    assert.equal(await days('second'), 31 + GRACE, 'the next period is paid for');
  }
});

test('places that a plan without licenses has taken away are not whole when they come back', async () => {
  const { asked, atLastSecond, certified, plan_id, update, ...store } = await openWithSeat({
    quantity: 3,
  });
  const plain = await store.plan({ name: 'Plain', price: 1 });
  for (const name of ['first', 'second', 'third']) assert.equal(await certified(name), GRACE);
  await update({ plan_id: plain, quantity: 1 });
  await atLastSecond();
  await update({ plan_id, quantity: 3 });
  const [change] = await store.transactions(store.subscription_id);
  assert.deepEqual([change.type, change.total], ['plan_change', 0], 'it has cost nothing');
  for (const name of ['first', 'second', 'third']) assert.equal(await asked(name), 1);
  await store.advance('PT2S');
  assert.equal(await asked('third'), 31 + GRACE, 'the next period is paid for');
  // The same where a period was begun without licenses.
  await update({ plan_id: plain, effective: 'period_end' });
  await store.advance('P1M');
  await update({ plan_id });
  assert.equal(await asked('first'), 31 + 31 + 1);
});

test('a dearer plan of the last second, and back at once: its certificate is for a day, on any way to it', async () => {
  for (const way of ['at once', 'by more seats of the small plan', 'by a plan without a license']) {
    const { plan_id: small, ...store } = await openWithSeat();
    const large = await store.licensed(1, { price: 500 });
    const plain = await store.plan({ name: 'Plain' });
    await store.changeCard('4242424242424242');
    assert.equal(await store.certified('first'), GRACE);
    if (way.includes('without')) await store.update({ plan_id: plain });
    await store.atLastSecond();
    if (way.includes('seats')) await store.update({ quantity: 25 });
    await store.update({ plan_id: large, quantity: 1 });
    const { certificate } = await store.activate(store.license_key, 'first', 'first');
    assert.equal(partsOf(certificate).claims.product_id, large);
    assert.equal(daysAfter(certificate), 1, way);
    await store.update({ plan_id: small });
    assert.equal(
      await store.asked('first'),
      1,
      'the period has been sold as that of the large plan',
    );
    const changes = await store.transactions(store.subscription_id);
    const paid = changes.reduce((sum: number, { total }: { total: number }) => sum + total, 0);
    assert.equal(paid, 20, 'nothing was paid for it');
    await store.advance('PT2S');
    assert.equal(await store.asked('first'), 31 + GRACE);
  }
});

test('a plan that costs no more keeps what was paid for: fewer places, the same price, or the price of more', async () => {
  const { licensed, certified, asked, update } = await openWithSeat({ quantity: 3 });
  for (const name of ['first', 'second', 'third']) assert.equal(await certified(name), GRACE);
  await update({ plan_id: await licensed(2, { price: 15 }), quantity: 1 });
  assert.deepEqual([await asked('first'), await asked('second')], [GRACE, GRACE]);
  await update({ plan_id: await licensed(3, { price: 15 }) });
  assert.deepEqual([await asked('second'), await asked('third')], [GRACE, 1]);
});

test('a period that begins with the change is paid for as a whole: another interval, also paid for days later, and the end of a trial', async () => {
  const yearly = { price: 200, billing_interval: 'year' };
  const { licensed, ...store } = await openWithSeat();
  const larger = await licensed(5, yearly);
  await store.changeCard('4000000000000382'); // It pays a day later.
  await store.advance('P3D');
  const change = { subscription_id: store.subscription_id, plan_id: larger };
  assert.equal((await store.ask('POST /update-subscription', change)).status, 400);
  await store.advance('P2D');
  const { current_period_end, plan_id } = await store.get(store.subscription_id);
  assert.equal(plan_id, larger);
  for (const name of ['first', 'second', 'fifth']) {
    const end = END + (await store.certified(name)) * DAY_MS;
    assert.equal(end, Math.min(Date.parse(current_period_end) + GRACE * DAY_MS, YEAR_LATER), name);
  }
  const trying = await openWithSeat();
  const plan_id_on_trial = await trying.licensed(1, { trial_days: 10 });
  const { license_keys, ...bought } = await trying.buy(plan_id_on_trial, { customer_id: 'bob' });
  await trying.advance('P1D');
  await trying.must('POST /update-subscription', { ...idOf(bought), quantity: 2 });
  for (const name of ['first', 'second']) {
    assert.equal(daysAfter((await trying.activate(license_keys[0], name)).certificate), 1 + GRACE);
  }
});

/** A certificate of 365 days, made five days after the start. */
const YEAR_LATER = Date.parse('2026-11-19T09:30:00.000Z') + 365 * DAY_MS;
const idOf = ({ subscription_id }: { subscription_id: string }) => ({ subscription_id });
