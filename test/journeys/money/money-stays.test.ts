import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type CastStore, cards, GOOD } from '../../harness/cast.ts';
import { type Shop, START, startShop } from '../../harness/shop.ts';

// A refund that fails after it was paid, and a dispute that is won: the money stays with the seller.
// If the plan was changed in between, that change counted on the opposite. In the end the customer
// has what they would have without refund or dispute: never more, and never less.

let shop: Shop;
let store: CastStore;
beforeEach(async () => {
  shop = await startShop();
  store = await shop.openStore();
});

/** Buys with a card that behaves so; later payments are made with one that pays. */
async function subscribe(plan_id: string, payment_method: typeof cards.pays) {
  const { checkout_session_id } = await store.create({ product_id: plan_id });
  const bought = await store.must('POST /complete-checkout', {
    checkout_session_id,
    payment_method,
  });
  await store.changeCard(GOOD);
  return bought;
}

const preview = (subscription_id: string, refund: string) =>
  store.must('GET /preview-subscription-cancel', { subscription_id, refund });

/** What a cancel would give back, to the card and to the balance. */
async function wouldReturn(subscription_id: string, refund: string): Promise<number> {
  const { refunded, credited } = await preview(subscription_id, refund);
  return round(refunded + credited);
}

/** Returns the transaction of the change. */
async function changeTo(subscription_id: string, plan_id: string) {
  const { latest_transaction_id } = await store.update(subscription_id, { plan_id });
  const { data } = await store.must('GET /get-transactions', {
    transaction_id: latest_transaction_id,
  });
  return data[0];
}

const PAYS_TOMORROW = '4000000000000382';
const HALF = 'P15D'; // of the 30 days from START
const PERIOD_END = Date.parse('2026-12-14T09:30:00.000Z');

for (const [what, card, fails] of [
  ['a refund that fails', cards.returns_refunds, 'P3D'],
  ['a dispute that is won', cards.disputed_won, 'P3D'],
] as const) {
  const goesBack = async (transaction_id: string) => {
    if (card === cards.disputed_won) await store.advance('PT61M');
    else await store.refund(transaction_id);
  };

  test(`${what} after an upgrade: what the upgrade did not count is credit, and was paid once`, async () => {
    const small = await store.plan({ price: 30 });
    const big = await store.plan({ price: 50 });
    const { transaction_id, subscription_id } = await subscribe(small, card);
    await goesBack(transaction_id);
    const change = await changeTo(subscription_id, big);
    const rest = (PERIOD_END - Date.parse(change.created_at)) / (PERIOD_END - START);
    assert.equal(change.total, round(50 * rest));
    await store.advance(fails);
    const { EUR: credit } = await store.balances();
    assert.equal(credit, round(30 * rest));
    assert.equal(await wouldReturn(subscription_id, 'full'), round(30 + change.total - credit));
    await shop.assertRight();
    const again = await store.refund(transaction_id);
    assert.equal(again.balance_change, -credit);
    assert.deepEqual(await store.balances(), {});
    assert.equal(await wouldReturn(subscription_id, 'full'), change.total);
    await shop.assertRight();
  });

  test(`${what} after a change to a shorter interval is no payment for the new period`, async () => {
    const yearly = await store.plan({ price: 100, billing_interval: 'year' });
    const weekly = await store.plan({ price: 7, billing_interval: 'week' });
    const { transaction_id, subscription_id } = await subscribe(yearly, card);
    if (card === cards.disputed_won) await goesBack(transaction_id);
    else await store.advance('P182D');
    await store.update(subscription_id, { plan_id: weekly });
    const before = await wouldReturn(subscription_id, 'full');
    assert.equal(before, 7);
    if (card !== cards.disputed_won) await goesBack(transaction_id);
    await store.advance(fails);
    assert.equal(await wouldReturn(subscription_id, 'full'), 7);
    const { EUR: credit } = await store.balances();
    const charged = card === cards.disputed_won ? 107 : 100;
    await store.cancel(subscription_id, { refund: 'full' });
    const moved: { type: string; status: string; total: number }[] =
      await store.transactions(subscription_id);
    const paid = moved
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { type, total }) => sum + (type === 'refund' ? -total : total), 0);
    assert.equal(round(paid), charged - 7);
    assert.ok(credit <= 100 && (await store.balances()).EUR === credit);
    await shop.assertRight();
  });

  test(`${what} before anything is changed leaves everything as it was`, async () => {
    const plan_id = await store.plan({ price: 30 });
    const { transaction_id, subscription_id } = await subscribe(plan_id, card);
    await store.advance('PT1M');
    const before = await wouldReturn(subscription_id, 'full');
    await goesBack(transaction_id);
    await store.advance(fails);
    assert.equal(await wouldReturn(subscription_id, 'full'), before);
    assert.deepEqual(await store.balances(), {});
    await shop.assertRight();
  });

  test(`${what} after the next renewal changes nothing of the new period`, async () => {
    const plan_id = await store.plan({ price: 3, billing_interval: 'day' });
    const big = await store.plan({ price: 6, billing_interval: 'day' });
    const { transaction_id, subscription_id } = await subscribe(plan_id, card);
    await goesBack(transaction_id);
    await store.update(subscription_id, { plan_id: big, proration: 'none' });
    await store.advance('P1D');
    await store.advance('PT36H');
    assert.equal(await wouldReturn(subscription_id, 'full'), 6);
    assert.deepEqual(await store.balances(), {});
    await shop.assertRight();
  });
}

test('a refund that fails after half the period: credit for the rest, and the used half stays paid', async () => {
  const small = await store.plan({ price: 30 });
  const big = await store.plan({ price: 50 });
  const { transaction_id, subscription_id } = await subscribe(small, cards.returns_refunds);
  await store.advance(HALF);
  await store.refund(transaction_id);
  const change = await changeTo(subscription_id, big);
  assert.equal(change.total, 25);
  await store.advance('P3D');
  assert.deepEqual(await store.balances(), { EUR: 15 });
  // 30 and 25 were paid, of which 15 are credit.
  assert.equal(await wouldReturn(subscription_id, 'full'), 40);
  await shop.assertRight();
});

test('of two refunds before a change one fails: what that one held back is credit, and no more', async () => {
  const small = await store.plan({ price: 30 });
  const big = await store.plan({ price: 50 });
  const { transaction_id, subscription_id } = await subscribe(small, cards.returns_refunds);
  await store.refund(transaction_id, { amount: 10 });
  await store.advance('P1D');
  await store.refund(transaction_id, { amount: 20 });
  await store.update(subscription_id, { plan_id: big });
  await store.advance('PT25H'); // The first has failed, the second not yet.
  assert.deepEqual(await store.balances(), { EUR: 9 });
  await shop.assertRight();
  await store.advance('P1D');
  assert.deepEqual(await store.balances(), { EUR: 29 });
  await shop.assertRight();
});

test('a refund that fails after two changes is credit of the first of them, once', async () => {
  const [small, big, bigger] = [
    await store.plan({ price: 30 }),
    await store.plan({ price: 50 }),
    await store.plan({ price: 70 }),
  ];
  const { transaction_id, subscription_id } = await subscribe(small, cards.returns_refunds);
  await store.refund(transaction_id);
  await store.update(subscription_id, { plan_id: big });
  await store.update(subscription_id, { plan_id: bigger });
  await store.advance('P3D');
  assert.deepEqual(await store.balances(), { EUR: 30 });
  assert.equal(await wouldReturn(subscription_id, 'full'), 70);
  await shop.assertRight();
});

for (const [what, card] of [
  ['a refund that fails', cards.returns_refunds],
  ['a dispute that is won', cards.disputed_won],
] as const) {
  test(`${what} while a change that has counted it is paid for: what that held back is credit`, async () => {
    const small = await store.plan({ price: 30 });
    const big = await store.plan({ price: 50 });
    const { transaction_id, subscription_id } = await subscribe(small, card);
    if (card === cards.returns_refunds) await store.refund(transaction_id);
    await store.changeCard(PAYS_TOMORROW);
    await store.advance('PT36H'); // Another half a day, and the money stays after all.
    await changeWhileItPays(subscription_id, big);
    await store.advance('P4D');
    const [change] = await paymentsOf(subscription_id, 'plan_change');
    const { EUR: credit } = await store.balances();
    assert.equal(round(30 + change.total - credit), round(30 + 20 * (28.5 / 30)));
    assert.equal((await store.get(subscription_id)).credit, credit);
    await shop.assertRight();
  });

  for (const how of ['full', 'prorated']) {
    test(`${what} after a cancel with refund ${how} that has counted it is credit`, async () => {
      const plan_id = await store.plan({ price: 30 });
      const { transaction_id, subscription_id } = await subscribe(plan_id, card);
      if (card === cards.returns_refunds) await store.refund(transaction_id);
      await store.advance('P1D');
      await store.cancel(subscription_id, { refund: how });
      assert.deepEqual(await store.balances(), {});
      await store.advance('P5D');
      assert.deepEqual(await store.balances(), { EUR: how === 'full' ? 30 : 29 });
      await shop.assertRight();
    });
  }
}

test('of two refunds that a cancel has counted, each gives back what it held back, once', async () => {
  const plan_id = await store.plan({ price: 30 });
  const { transaction_id, subscription_id } = await subscribe(plan_id, cards.returns_refunds);
  await store.refund(transaction_id, { amount: 12 });
  await store.advance('P1D');
  await store.refund(transaction_id, { amount: 10 });
  await store.cancel(subscription_id, { refund: 'full' }); // Eight are left, and fail as well.
  await store.advance('PT25H');
  assert.deepEqual(await store.balances(), { EUR: 12 });
  await store.advance('P3D');
  assert.deepEqual(await store.balances(), { EUR: 30 });
  await shop.assertRight();
});

for (const [what, card, refunded] of [
  ['a refund', cards.pays, 30],
  ['a refund of a part', cards.pays, 12],
  ['a refund that fails later', cards.returns_refunds, 30],
] as const) {
  test(`${what} while a change to a year is paid for: a full refund gives back no more than was paid`, async () => {
    const monthly = await store.plan({ price: 30 });
    const yearly = await store.plan({ price: 300, billing_interval: 'year' });
    const { transaction_id, subscription_id } = await subscribe(monthly, card);
    await store.changeCard(PAYS_TOMORROW);
    await changeWhileItPays(subscription_id, yearly);
    await store.refund(transaction_id, { amount: refunded });
    await store.advance('P4D');
    await store.cancel(subscription_id, { refund: 'full' });
    await store.advance('P4D');
    const { EUR: credit = 0 } = await store.balances();
    const moved: Moved[] = await store.transactions(subscription_id);
    const kept = moved
      .filter(({ status }) => status !== 'failed' && status !== 'declined')
      .reduce((sum, { type, total }) => sum + (type === 'refund' ? -total : total), 0);
    assert.equal(round(kept - credit), 0);
    await shop.assertRight();
  });
}

/** With a card that pays a day later. */
const changeWhileItPays = (subscription_id: string, plan_id: string) =>
  store
    .ask('POST /update-subscription', { subscription_id, plan_id })
    .then(({ status, body }) =>
      assert.deepEqual([status, body.error?.code], [400, 'payment_pending']),
    );

interface Moved {
  type: string;
  status: string;
  total: number;
}

/** Those with a total: what a failed refund gives to the balance has none. */
const paymentsOf = async (subscription_id: string, type: string) =>
  (await store.transactions(subscription_id)).filter(
    (one: Moved) => one.type === type && one.total > 0,
  );

const round = (amount: number) => Math.round(amount * 100) / 100;
