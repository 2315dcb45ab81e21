import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER, GOOD } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

const OP = 'POST /apply-coupon';

/** A subscription of 20 EUR a month, and a coupon of 50 % for one payment. */
async function open(coupon: object = {}) {
  const store = await shop.openStore();
  const plan_id = await store.plan({ tier: 1 });
  const subscription_id = await store.subscribe(plan_id);
  const coupon_code = await store.coupon('STAY50', coupon);
  const apply = (more: object = {}) => store.ask(OP, { subscription_id, coupon_code, ...more });
  return { ...store, plan_id, subscription_id, coupon_code, apply };
}

test('200: the next payment has the discount, the one after it not; the record and the event', async () => {
  const { must, get, advance, charges, eventCount, eventsSince, ...made } = await open();
  const { subscription_id, coupon_code } = made;
  const before = await get(subscription_id);
  await advance('P3D');
  const count = await eventCount();
  const applied = await must(OP, { subscription_id, coupon_code });
  const coupon = {
    coupon_code: 'STAY50',
    discount_starts_at: '2026-12-14T09:30:00.000Z',
    discount_ends_at: '2027-01-14T09:30:00.000Z',
  };
  assert.deepEqual(applied, { ...before, ...coupon, updated_at: '2026-11-17T09:30:00.000Z' });
  const told = { sequence: count + 1, type: 'subscription.updated', data: applied };
  assert.deepEqual(await eventsSince(count), [told]);
  assert.equal((await must('GET /get-discount-code', { code: 'stay50' })).redemptions, 1);
  await advance('P2M');
  assert.deepEqual(await charges(), ['2000 paid', '1000 paid', '2000 paid']);
});

test('200: the same again changes nothing, also 16 at once, and is one redemption', async () => {
  const { apply, must, eventCount, eventsSince } = await open();
  const count = await eventCount();
  const answers = await Promise.all(Array.from({ length: 16 }, () => apply()));
  for (const { status, text } of answers) {
    assert.deepEqual([status, text], [200, answers[0]?.text]);
  }
  assert.equal((await eventsSince(count)).length, 1);
  assert.equal((await must('GET /get-discount-code', { code: 'STAY50' })).redemptions, 1);
});

test('200: the code once more at the same instant, after a change that has used it up, is a second redemption', async () => {
  const { apply, plan, update, subscription_id, must } = await open();
  const yearly = await plan({ billing_interval: 'year', price: 200, tier: 2 });
  assert.equal((await apply()).status, 200);
  await update(subscription_id, { plan_id: yearly });
  const { status, text } = await apply();
  assert.equal(status, 200, text);
  assert.equal((await must('GET /get-discount-code', { code: 'STAY50' })).redemptions, 2);
});

test('200: the rest of the current period keeps its price, whatever plan is changed to', async () => {
  const { apply, plan, update, subscription_id, plan_id, charges, balances, advance } = await open({
    duration: 'forever',
  });
  const other = await plan({ name: 'Same price', tier: 2 });
  await advance('P10D');
  assert.equal((await apply()).status, 200);
  await update(subscription_id, { plan_id: other });
  await update(subscription_id, { plan_id });
  await update(subscription_id, { quantity: 2 });
  await update(subscription_id, { quantity: 1 });
  const back = (await balances()).EUR ?? 0;
  const rest = Number((await charges()).at(-1)?.split(' ')[0]) / 100;
  assert.equal(back, rest, 'what the second seat cost came back, and not a cent more');
});

test('200: the rest of the current period keeps the coupon it was paid with', async () => {
  const { subscribe, plan, coupon, update, must, balances, charges } = await shop.openStore();
  const [basic, pro] = [await plan({ tier: 1 }), await plan({ price: 40, tier: 2 })];
  await coupon('HALF');
  await coupon('STAY', { discount_percentage: 10 });
  const subscription_id = await subscribe(basic, { coupon_code: 'HALF' });
  await must('POST /apply-coupon', { subscription_id, coupon_code: 'STAY' });
  await update(subscription_id, { plan_id: pro });
  await update(subscription_id, { plan_id: basic });
  assert.deepEqual(await charges(), ['1000 paid', '1000 paid']);
  assert.deepEqual(await balances(), { EUR: 10 });
  await shop.assertRight();
});

test('200: a coupon of a trial counts for its first payment, also with another plan before', async () => {
  const { plan, subscribe, must, update, advance, charges, coupon } = await shop.openStore();
  const plan_id = await plan({ trial_days: 14 });
  const cheaper = await plan({ price: 10 });
  const subscription_id = await subscribe(plan_id);
  await must(OP, { subscription_id, coupon_code: await coupon('STAY50') });
  await update(subscription_id, { plan_id: cheaper });
  await advance('P2M');
  assert.deepEqual(await charges(), ['500 paid', '1000 paid']);
});

test('200: a pause moves it; it counts for as many payments as before', async () => {
  const { apply, subscription_id, pause, resume, advance, get, charges } = await open();
  await apply();
  await pause(subscription_id);
  await advance('P45D');
  await resume(subscription_id);
  const { discount_starts_at, current_period_end } = await get(subscription_id);
  assert.equal(discount_starts_at, current_period_end);
  await advance('P3M');
  assert.deepEqual((await charges()).slice(0, 3), ['2000 paid', '1000 paid', '2000 paid']);
});

test('200: a code for one payment takes one off, also if a shorter interval comes with that payment', async () => {
  const { plan, subscribe, must, update, advance, charges, coupon } = await shop.openStore();
  const subscription_id = await subscribe(await plan({ billing_interval: 'year', price: 100 }));
  const plan_id = await plan({ price: 30 });
  await must(OP, { subscription_id, coupon_code: await coupon('STAY50') });
  await update(subscription_id, { plan_id, effective: 'period_end' });
  await advance('P1Y');
  await advance('P2M');
  assert.deepEqual(await charges(), ['10000 paid', '1500 paid', '3000 paid', '3000 paid']);
});

test('200: a code for one payment is used by that payment, also one for a plan that it is not for', async () => {
  const { store, code, small, other, subscription_id } = await openYearly([20, 21]);
  await store.must(OP, { subscription_id, coupon_code: code });
  await store.update(subscription_id, { plan_id: other, effective: 'period_end' });
  await store.advance('P1Y');
  const { discount_ends_at, current_period_end } = await store.get(subscription_id);
  assert.equal(discount_ends_at, current_period_end);
  for (let month = 0; month < 3; month++) {
    await store.update(subscription_id, { plan_id: small, proration: 'none' });
    await store.update(subscription_id, { plan_id: other, effective: 'period_end' });
    await store.advance('P1M');
  }
  assert.deepEqual(await store.charges(), ['12000 paid', ...Array(4).fill('2100 paid')]);
  await shop.assertRight();
});

test('200: the same where the yearly payment was declined and became a monthly one', async () => {
  const { store, code, small, other, subscription_id } = await openYearly([8, 9]);
  await store.must(OP, { subscription_id, coupon_code: code });
  await store.changeCard(DECLINES_LATER);
  await store.advance('P1Y');
  assert.equal((await store.update(subscription_id, { plan_id: other })).status, 'past_due');
  await store.changeCard(GOOD);
  await store.update(subscription_id, { plan_id: small, effective: 'period_end' });
  await store.advance('P2M');
  const paid = (await store.charges()).filter((charge) => charge.endsWith(' paid'));
  assert.deepEqual(paid, ['12000 paid', '900 paid', '800 paid', '800 paid']);
});

/** A yearly plan of 120, and a code of 90 % for one payment of it or of the smaller monthly one. */
async function openYearly([small_price, other_price]: number[]) {
  const store = await shop.openStore();
  const yearly = await store.plan({ price: 120, billing_interval: 'year' });
  const small = await store.plan({ price: small_price });
  const other = await store.plan({ price: other_price });
  const terms = { discount_percentage: 90, product_ids: [yearly, small] };
  const code = await store.coupon('NINETY', terms);
  return { store, code, small, other, subscription_id: await store.subscribe(yearly) };
}

test('400 coupon_in_use: another coupon still counts; when it is over, the next one may', async () => {
  const { subscribe, plan_id, coupon, ask, must, advance } = await open();
  const first = await coupon('FIRST', { duration: 'repeating', duration_months: 2 });
  const subscription_id = await subscribe(plan_id, { coupon_code: first });
  const before = await shop.everything();
  const input = { subscription_id, coupon_code: 'STAY50' };
  assertRefused(await ask(OP, input), 400, 'coupon_in_use', []);
  assert.equal(await shop.everything(), before);
  await advance('P1M');
  assert.equal((await must(OP, input)).coupon_code, 'STAY50');
});

test('400 coupon_exhausted: for all, for this customer, and with once_per_customer for who has used it', async () => {
  for (const limit of [{ max_redemptions: 1 }, { max_redemptions_per_customer: 1 }, {}]) {
    const { subscribe, plan_id, ask, coupon_code } = await open(limit);
    const bought = await subscribe(plan_id, { coupon_code });
    assert.ok(bought);
    const subscription_id = await subscribe(plan_id);
    const before = await shop.everything();
    const input = { subscription_id, coupon_code, once_per_customer: true };
    assertRefused(await ask(OP, input), 400, 'coupon_exhausted', ['coupon_code']);
    assert.equal(await shop.everything(), before);
  }
});

test('400 coupon_exhausted: once_per_customer holds for two subscriptions at once', async () => {
  const { subscribe, plan_id, subscription_id, ask, coupon_code } = await open();
  const ids = [subscription_id, await subscribe(plan_id), await subscribe(plan_id)];
  const answers = await Promise.all(
    ids.map((id) => ask(OP, { subscription_id: id, coupon_code, once_per_customer: true })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400]);
});

test('400 coupon_exhausted: once_per_customer counts for all customers of an address, at once too', async () => {
  const { must, ask, plan_id, coupon_code, complete } = await open();
  const wanted = { product_id: plan_id, quantity: 1, customer_email: 'guest@example.com' };
  const bought = [];
  for (let n = 0; n < 3; n += 1) {
    const { checkout_session_id } = await must('POST /create-checkout', wanted);
    bought.push(await complete(checkout_session_id));
  }
  assert.equal(new Set(bought.map(({ customer_id }) => customer_id)).size, 3);
  const apply = ({ subscription_id }: { subscription_id: string }) =>
    ask(OP, { subscription_id, coupon_code, once_per_customer: true });
  const answers = await Promise.all(bought.map(apply));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400]);
});

test('400 coupon_not_found: unknown or deleted; nothing is stored', async () => {
  const { apply, must, coupon_code } = await open();
  assertRefused(await apply({ coupon_code: 'NOPE' }), 400, 'coupon_not_found', ['coupon_code']);
  await must('DELETE /delete-discount-code', { code: coupon_code });
  const before = await shop.everything();
  assertRefused(await apply(), 400, 'coupon_not_found', ['coupon_code']);
  assert.equal(await shop.everything(), before);
});

test('400 coupon_expired: after its last day', async () => {
  const { apply } = await open({ valid_until: '2026-11-13' });
  assertRefused(await apply(), 400, 'coupon_expired', ['coupon_code']);
});

test('400 coupon_not_started: before its first day', async () => {
  const { apply } = await open({ valid_from: '2026-11-20' });
  assertRefused(await apply(), 400, 'coupon_not_started', ['coupon_code']);
});

test('400 coupon_not_applicable: not for this plan', async () => {
  const { plan, ask, coupon, subscription_id } = await open();
  const coupon_code = await coupon('OTHER', { product_ids: [await plan()] });
  const refused = await ask(OP, { subscription_id, coupon_code });
  assertRefused(refused, 400, 'coupon_not_applicable', ['coupon_code']);
});

test('400 subscription_status: past due, paused, canceled, about to end or to change', async () => {
  for (const status of ['past_due', 'paused', 'canceled', 'ending', 'changing']) {
    const { inStatus, update, ask, coupon } = await shop.openStore();
    const subscription_id = await inStatus(status === 'changing' ? 'active' : status);
    if (status === 'changing') {
      await update(subscription_id, { quantity: 2, effective: 'period_end' });
    }
    const coupon_code = await coupon('STAY50');
    const before = await shop.everything();
    assertRefused(await ask(OP, { subscription_id, coupon_code }), 400, 'subscription_status', []);
    assert.equal(await shop.everything(), before);
  }
});

test('404 subscription_not_found: unknown, or of another store', async () => {
  const [one, other] = [await open(), await open()];
  for (const id of ['sub_nothing', other.subscription_id]) {
    assertRefused(await one.apply({ subscription_id: id }), 404, 'subscription_not_found', []);
  }
});

test('400 payment_pending: while a renewal takes days, it waits', async () => {
  const { apply, changeCard, advance } = await open();
  await changeCard('4000000000000382');
  await advance('P1M');
  assertRefused(await apply(), 400, 'payment_pending', []);
  await advance('P2D');
  assert.equal((await apply()).status, 200);
});

test('500 payment_unresolved: while the provider does not answer, nothing is applied', async () => {
  const { apply, setFault, must, get, subscription_id } = await open();
  await setFault('unavailable');
  shop.now += 40 * 86_400_000;
  assertRefused(await apply(), 500, 'payment_unresolved', []);
  assert.equal((await get(subscription_id)).coupon_code, null);
  await setFault(undefined);
  assert.equal((await apply()).status, 200);
  assert.equal((await must('GET /get-discount-code', { code: 'STAY50' })).redemptions, 1);
  shop.now -= 40 * 86_400_000;
});
