import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';

const OP = 'POST /resolve-transaction';
const note = 'Seen in the dashboard';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

/** A store in which answers are lost, and where nothing can be searched for a day later. */
async function forgetful() {
  const store = await shop.openStore();
  const reader = () => shop.db.reader({ store_id: store.store_id });
  const referenceOf = async (key: string, kind: 'charge' | 'refund' = 'charge') => {
    const sql = `SELECT reference FROM test_gateway_${kind}s
      WHERE store_id = :store_id AND ${kind}_key = :key`;
    return (await reader().maybe<{ reference: string }>(sql, { key }))?.reference;
  };
  /** The answer to what is done is lost; a day later, the provider cannot tell. */
  const lose = async (fault: 'answer_lost' | 'unavailable', act: () => Promise<unknown>) => {
    await store.setFault(fault);
    await act();
    // Nobody asks in between.
    await shop.db.write({ store_id: store.store_id }, async (tx) =>
      tx.run(`UPDATE transactions SET next_attempt_at = next_attempt_at + 108000000, attempts = 1
        WHERE store_id = :store_id AND status = 'pending'`),
    );
    await store.advance('PT25H');
    await store.setFault('search_missing');
    await store.advance('PT30H');
    const { data } = await store.must('GET /get-transactions', { status: 'pending' });
    assert.deepEqual([data.length, data[0].needs_review], [1, true]);
    return data[0].transaction_id;
  };
  return { ...store, lose, referenceOf };
}

test('200: a payment that a person has seen at the provider completes its session', async () => {
  const store = await forgetful();
  const { checkout_session_id } = await store.create({ product_id: await store.sell() });
  const payment = { checkout_session_id, payment_method: cards.pays };
  const transaction_id = await store.lose('answer_lost', () =>
    store.ask('POST /complete-checkout', payment),
  );
  const provider_reference = await store.referenceOf(transaction_id);
  const input = { transaction_id, outcome: 'paid', provider_reference, note };
  const settled = await store.must(OP, input);
  assert.deepEqual(
    [settled.status, settled.needs_review, settled.review_note, settled.license_keys.length],
    ['paid', false, note, 1],
  );
  const session = await store.must('GET /get-checkout', { checkout_session_id });
  assert.equal(session.status, 'completed');
  // The same again is harmless.
  assert.deepEqual(await store.must(OP, input), settled);
  await store.setFault(undefined);
  await store.refund(transaction_id);
  await shop.assertRight();
});

test('200: a session whose payment was never made can be paid again', async () => {
  const store = await forgetful();
  const { checkout_session_id } = await store.create({ product_id: await store.product() });
  const payment = { checkout_session_id, payment_method: cards.pays };
  const transaction_id = await store.lose('unavailable', () =>
    store.ask('POST /complete-checkout', payment),
  );
  const settled = await store.must(OP, { transaction_id, outcome: 'not_paid', note });
  assert.deepEqual([settled.status, settled.decline_code], ['declined', 'payment_not_made']);
  await store.setFault(undefined);
  const { status } = await store.must('GET /get-checkout', { checkout_session_id });
  assert.notEqual(status, 'processing');
  await shop.assertRight();
});

test('200: a renewal: paid, the period begins; not paid, it is charged anew', async () => {
  for (const outcome of ['paid', 'not_paid'] as const) {
    const store = await forgetful();
    const subscription_id = await store.subscribe(await store.plan());
    const { current_period_end } = await store.get(subscription_id);
    const fault = outcome === 'paid' ? 'answer_lost' : 'unavailable';
    const transaction_id = await store.lose(fault, () => store.moveTo(current_period_end));
    const provider_reference = await store.referenceOf(transaction_id);
    await store.must(OP, { transaction_id, outcome, provider_reference, note });
    await store.setFault(undefined);
    await store.advance('PT1H');
    const after = await store.get(subscription_id);
    assert.deepEqual([after.status, after.current_period_start], ['active', current_period_end]);
    assert.equal((await store.charges()).filter((one) => one === '2000 paid').length, 2);
  }
  await shop.assertRight();
});

test('200: a renewal of what was canceled meanwhile is refunded when a person finds that it was paid', async () => {
  const store = await forgetful();
  const subscription_id = await store.subscribe(await store.plan());
  const { current_period_end } = await store.get(subscription_id);
  const transaction_id = await store.lose('answer_lost', () => store.moveTo(current_period_end));
  await store.must('POST /cancel-subscription', { subscription_id, refund: 'full' });
  await store.setFault(undefined);
  await store.setFault('search_missing');
  const provider_reference = await store.referenceOf(transaction_id);
  const { status } = await store.must(OP, {
    transaction_id,
    outcome: 'paid',
    provider_reference,
    note,
  });
  assert.equal(status, 'refunded');
  await shop.assertRight();
});

test('200: a refund: paid, it counts; not paid, it can be made again', async () => {
  for (const outcome of ['paid', 'not_paid'] as const) {
    const store = await forgetful();
    const bought = await store.buy(await store.product());
    const fault = outcome === 'paid' ? 'answer_lost' : 'unavailable';
    const refund = () =>
      store.ask('POST /refund-transaction', { transaction_id: bought.transaction_id });
    const transaction_id = await store.lose(fault, refund);
    const provider_reference = await store.referenceOf(transaction_id, 'refund');
    const settled = await store.must(OP, { transaction_id, outcome, provider_reference, note });
    assert.equal(settled.status, outcome === 'paid' ? 'paid' : 'declined');
    await store.setFault(undefined);
    assert.equal((await refund()).status, outcome === 'paid' ? 400 : 200);
  }
  await shop.assertRight();
});

test('400 provider_disagrees: what the provider has under another amount, of another kind, or not at all, is not taken', async () => {
  const store = await forgetful();
  const other = await store.buy(await store.product({ price: 7 }));
  const seven = await store.referenceOf(other.transaction_id);
  const { checkout_session_id } = await store.create({ product_id: await store.product() });
  const payment = { checkout_session_id, payment_method: cards.pays };
  const transaction_id = await store.lose('answer_lost', () =>
    store.ask('POST /complete-checkout', payment),
  );
  await shop.db.write({ store_id: store.store_id }, async (tx) =>
    tx.run(`UPDATE transactions SET provider_reference = NULL
      WHERE store_id = :store_id AND status = 'paid'`),
  );
  const said = { transaction_id, note };
  for (const provider_reference of ['ch_unknown', seven]) {
    const answer = await store.ask(OP, { ...said, outcome: 'paid', provider_reference });
    assertRefused(answer, 400, 'provider_disagrees', ['provider_reference']);
  }
  const provider_reference = await store.referenceOf(transaction_id);
  const denied = await store.ask(OP, { ...said, outcome: 'not_paid', provider_reference });
  assertRefused(denied, 400, 'provider_disagrees', ['provider_reference']);
  const { data } = await store.must('GET /get-transactions', { transaction_id });
  assert.deepEqual([data[0].status, data[0].needs_review], ['pending', true]);
});

test('400 review_not_needed: what is settled, or whose provider is still at work, is not settled by hand', async () => {
  const store = await shop.openStore();
  const { transaction_id } = await store.buy(await store.product());
  const before = await shop.everything();
  for (const outcome of ['paid', 'not_paid']) {
    const input = { transaction_id, outcome, provider_reference: 'ch_1', note };
    assertRefused(await store.ask(OP, input), 400, 'review_not_needed', []);
  }
  assert.equal(await shop.everything(), before);
});

test('400 invalid_parameters: paid without a name at the provider, or with that of another payment', async () => {
  const store = await forgetful();
  const other = await store.buy(await store.product());
  const { checkout_session_id } = await store.create({ product_id: await store.product() });
  const payment = { checkout_session_id, payment_method: cards.pays };
  const transaction_id = await store.lose('answer_lost', () =>
    store.ask('POST /complete-checkout', payment),
  );
  const taken = await store.referenceOf(other.transaction_id);
  const before = await shop.everything();
  for (const more of [{}, { provider_reference: taken }]) {
    const answer = await store.ask(OP, { transaction_id, outcome: 'paid', note, ...more });
    assertRefused(answer, 400, 'invalid_parameters', ['provider_reference']);
  }
  const nothing = await store.ask(OP, { transaction_id, outcome: 'maybe' });
  assertRefused(nothing, 400, 'invalid_parameters', ['note', 'outcome']);
  assert.equal(await shop.everything(), before);
});

test('404 transaction_not_found: also that of another store', async () => {
  const [store, other] = [await shop.openStore(), await shop.openStore()];
  const { transaction_id } = await store.buy(await store.product());
  for (const id of ['txn_nothing', transaction_id]) {
    const input = { transaction_id: id, outcome: 'not_paid', note };
    assertRefused(await other.ask(OP, input), 404, 'transaction_not_found', []);
  }
});
