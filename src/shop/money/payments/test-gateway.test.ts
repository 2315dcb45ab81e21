import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { START, startShop } from '../../../../test/harness/shop.ts';
import type { Charge } from './gateway.ts';
import { createTestGateway, type TestGateway } from './test-gateway.ts';

// The habits of a real provider that a program is easily wrong about.

const DAY_MS = 86_400_000;
let shop: Awaited<ReturnType<typeof startShop>>;
let store_id: string;
let gateway: TestGateway;
before(async () => {
  shop = await startShop();
  store_id = shop.store_id;
  gateway = createTestGateway(shop.db, () => 'https://shop.test');
});

let keys = 0;
async function chargeOf(number: string, more: Partial<Charge> = {}): Promise<Charge> {
  const card = { number, exp_month: 12, exp_year: 2099, cvc: '123' };
  const { card_token } = await gateway.saveCard(card);
  return {
    store_id,
    key: `txn_${keys++}`,
    card_token,
    amount_minor: 2000,
    currency: 'USD',
    saves_card: false,
    lines: [],
    payer: { customer_id: 'ada', email: null, name: null, saved_card: null, language: null },
    description: 'Editor',
    metadata: {},
    buyer_present: true,
    return_url: 'https://shop.test/back',
    created_at: START,
    now: START,
    ...more,
  };
}

const named = (reference: string | null, now = START) => {
  assert(reference !== null);
  return { store_id, reference, now };
};

test('the same start again moves nothing and has the same reference', async () => {
  const charge = await chargeOf('4242424242424242');
  const first = await gateway.startCharge(charge);
  const again = await gateway.startCharge({ ...charge, now: START + DAY_MS - 1 });
  assert.equal(first.status, 'paid');
  assert.deepEqual(again, first);
});

test('a card that was saved when its token did not tell what it does is charged as before', async () => {
  await shop.db.write({ store_id }, async (tx) =>
    tx.run(`INSERT INTO test_gateway_cards (store_id, token, behavior, brand, last_four)
      VALUES (:store_id, 'card_0f3k', 'pays', 'visa', '4242')`),
  );
  const charge = await chargeOf('4000000000000341');
  assert.equal((await gateway.startCharge({ ...charge, card_token: 'card_0f3k' })).status, 'paid');
});

test('the same start repeats the first answer: only a look-up learns that it was paid', async () => {
  const charge = await chargeOf('4000002500003155');
  const first = await gateway.startCharge(charge);
  assert(first.status === 'action_required');
  await gateway.answerBank(new URL(first.action_url).pathname.split('/').at(-1) ?? '', true);
  assert.deepEqual(await gateway.startCharge(charge), first);
  const fee = { amount_minor: 0, currency: 'USD' };
  const paid = { status: 'paid', amount_minor: 2000, currency: 'USD', fee };
  assert.deepEqual(await gateway.lookUpCharge(named(first.reference)), paid);
});

test('after a day the key is forgotten, and the same start makes another charge', async () => {
  const charge = await chargeOf('4242424242424242');
  const first = await gateway.startCharge(charge);
  const again = await gateway.startCharge({ ...charge, now: START + DAY_MS });
  assert.notEqual(again.reference, first.reference);
  const both = [first.reference ?? '', again.reference ?? ''];
  const records = await gateway.recordsOf({ store_id, references: both });
  assert.deepEqual(
    records.map(({ key, status }) => [key, status]),
    [
      [charge.key, 'paid'],
      [charge.key, 'paid'],
    ],
  );
});

test('a charge that was given up is not made by a call that arrives later', async () => {
  const charge = await chargeOf('4242424242424242');
  const given_up = await gateway.cancelCharge({ ...charge, reference: null });
  assert.equal(given_up.status, 'declined');
  const late = await gateway.startCharge(charge);
  assert.deepEqual([late.status, late.reference], ['declined', given_up.reference]);
});

test('a refund under a key that is remembered repeats its first answer, also when it has failed since', async () => {
  const { reference } = await gateway.startCharge(await chargeOf('4000000000005134'));
  assert(reference !== null);
  const refund = {
    ...{ store_id, key: 'txn_refund', charge_reference: reference, metadata: {} },
    ...{ amount_minor: 500, currency: 'USD', now: START },
  };
  const first = await gateway.startRefund(refund);
  assert.equal(first.status, 'pending');
  const later = named(first.reference, START + 2 * DAY_MS);
  assert.equal((await gateway.lookUpRefund(later)).status, 'declined');
  assert.deepEqual(await gateway.startRefund(refund), first);
  const [charge] = await gateway.recordsOf({ store_id, references: [reference] });
  assert.equal(charge?.refunded_minor, 0);
});

test('what it has is listed to the end, charges and refunds', async () => {
  const seen: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof gateway.listRecords>> = await gateway.listRecords({
      store_id,
      cursor,
    });
    seen.push(...page.records.map(({ kind }) => kind));
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  assert.deepEqual(new Set(seen), new Set(['charge', 'refund']));
  assert.equal(
    seen.length,
    keys + 2,
    'one for every start, one more that was forgotten, one refund',
  );
  assert.deepEqual(await gateway.listDisputes({ store_id, since: 0, now: START }), []);
});

test('a test card tells where it was issued, as a real one does', async () => {
  const countryOf = async (number: string) => {
    const card = { number, exp_month: 12, exp_year: 2099, cvc: '123' };
    return (await gateway.saveCard(card)).card_country;
  };
  const numbers = ['4242424242424242', '4000002760000016', '4000008260000000', '3566002020360505'];
  assert.deepEqual(await Promise.all(numbers.map(countryOf)), ['US', 'DE', 'GB', 'JP']);
});
