import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeLater, clientOf, refusalOf, savedCard, stripeForTests } from './client.ts';

const at = await stripeForTests();
const { stand_in, stripe } = at;
const { control } = stand_in;

/** How often the metadata of this test were charged. */
const charged = async (txn: string): Promise<number> =>
  (await control.books()).payments.filter(
    ({ metadata, status }) => metadata.txn === txn && status === 'succeeded',
  ).length;

test('the same key again: the first answer, marked as such, and nothing done', async () => {
  const card = await savedCard(at);
  const options = { idempotencyKey: 'key-1' };
  const params = { metadata: { txn: 'again' } };
  const first = await chargeLater(stripe, card, params, options);
  const second = await chargeLater(stripe, card, params, options);
  assert.equal(second.id, first.id);
  assert.equal(await charged('again'), 1);
  const [replay, original] = (await control.calls()).toReversed();
  assert.deepEqual([replay?.replayed, original?.replayed], [true, false]);
});

test('400 idempotency_error: the same key with other parameters, or at another endpoint', async () => {
  const options = { idempotencyKey: 'key-2' };
  await stripe.customers.create({ email: 'a@b.co' }, options);
  const other = await refusalOf(stripe.customers.create({ email: 'c@d.co' }, options));
  assert.equal(other.type, 'StripeIdempotencyError');
  assert.equal(other.statusCode, 400);
  assert.match(other.message, /can only be used with the same parameters/);
  const elsewhere = await refusalOf(
    stripe.paymentIntents.create({ amount: 1000, currency: 'eur' }, options),
  );
  assert.match(
    elsewhere.message,
    /for the same endpoint they were first used for \('\/v1\/customers'\)/,
  );
});

test('a decline and requires_action are repeated as they were, whatever has happened since', async () => {
  const card = await savedCard(at);
  await control.changeHabit({ payment_method: card.payment_method, number: '4000000000000002' });
  const options = { idempotencyKey: 'key-3' };
  const declined = await refusalOf(chargeLater(stripe, card, {}, options));
  await control.changeHabit({ payment_method: card.payment_method, number: '4242424242424242' });
  const again = await refusalOf(chargeLater(stripe, card, {}, options));
  assert.equal(again.payment_intent?.id, declined.payment_intent?.id);
  const ask = () =>
    stripe.paymentIntents.create(
      {
        ...{ amount: 1000, currency: 'eur', payment_method: 'pm_card_authenticationRequired' },
        ...{ confirm: true, return_url: 'https://shop.example' },
      },
      { idempotencyKey: 'key-4' },
    );
  const asked = await ask();
  await control.authenticate({ intent: asked.id, approve: true });
  assert.equal((await ask()).status, 'requires_action');
  assert.equal((await stripe.paymentIntents.retrieve(asked.id)).status, 'succeeded');
});

test('a request whose parameters are wrong does not use up its key', async () => {
  const options = { idempotencyKey: 'key-5' };
  await refusalOf(stripe.customers.create({ emial: 'x' } as object, options));
  await stripe.customers.create({ email: 'a@b.co' }, options);
});

test('after a day the key is forgotten: the same request is a new charge', async () => {
  const card = await savedCard(at);
  const options = { idempotencyKey: 'key-6' };
  const params = { metadata: { txn: 'forgotten' } };
  await chargeLater(stripe, card, params, options);
  await control.advance({ seconds: 23 * 3600 });
  await chargeLater(stripe, card, params, options);
  assert.equal(await charged('forgotten'), 1);
  await control.advance({ seconds: 3601 });
  await chargeLater(stripe, card, params, options);
  assert.equal(await charged('forgotten'), 2);
});

test('keys of test and live mode are apart', async () => {
  const options = { idempotencyKey: 'key-7' };
  const test_one = await stripe.customers.create({}, options);
  const live_one = await clientOf(stand_in, { key: stand_in.keys.live }).customers.create(
    {},
    options,
  );
  assert.notEqual(test_one.id, live_one.id);
});

test('409: a second request with the key while the first is under way', async () => {
  const card = await savedCard(at);
  await control.fault({ call: 'POST /v1/payment_intents', kind: 'slow_before', delay_ms: 60_000 });
  const params = { metadata: { txn: 'at once' } };
  const options = { idempotencyKey: 'key-8' };
  const first = chargeLater(stripe, card, params, options);
  await waitUntil(async () => (await control.calls()).at(-1)?.fault === 'slow_before');
  const refusal = await refusalOf(chargeLater(stripe, card, params, options));
  assert.equal(refusal.statusCode, 409);
  assert.equal(refusal.code, 'idempotency_key_in_use');
  await control.hurry();
  assert.equal((await first).status, 'succeeded');
  assert.equal(await charged('at once'), 1);
});

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

const impatient = clientOf(stand_in, { timeout: 2000 });

/** What the caller sees, how often it was charged then, and after the caller asked again. */
const FAULTS = [
  ['timeout_before', 'StripeConnectionError', 0, 'succeeded'],
  ['timeout_after', 'StripeConnectionError', 1, 'succeeded'],
  ['drop_before', 'StripeConnectionError', 0, 'succeeded'],
  ['drop_after', 'StripeConnectionError', 1, 'succeeded'],
  ['cut_answer', 'StripeConnectionError', 1, 'succeeded'],
  ['error_500_before', 'StripeAPIError', 0, 'StripeAPIError'], // kept: it will never be done
  ['error_500_after', 'StripeAPIError', 1, 'StripeAPIError'], // kept: it was done all the same
  ['error_503', 'StripeAPIError', 0, 'succeeded'],
  ['rate_limit', 'StripeRateLimitError', 0, 'succeeded'],
  ['lock_timeout', 'StripeRateLimitError', 0, 'succeeded'],
] as const;

for (const [kind, type, charges, then] of FAULTS) {
  test(`fault ${kind}: ${charges === 0 ? 'nothing' : 'everything'} was done; asked again: ${then}`, async () => {
    const card = await savedCard(at);
    // The package asks again by itself, once, when a connection is dropped.
    const times = kind.startsWith('drop') ? 2 : 1;
    await control.fault({ call: 'POST /v1/payment_intents', kind, times });
    const client = kind.startsWith('timeout') ? impatient : stripe;
    const params = { metadata: { txn: kind } };
    const options = { idempotencyKey: `fault-${kind}` };
    const refusal = await refusalOf(chargeLater(client, card, params, options));
    assert.equal(refusal.type, type);
    await waitUntil(async () => (await control.calls()).some(({ fault }) => fault === kind));
    assert.equal(await charged(kind), charges);
    const again = await chargeLater(stripe, card, params, options).then(
      ({ status }) => status,
      (error) => error.type,
    );
    assert.equal(again, then);
    const expected = then === 'succeeded' ? 1 : charges;
    assert.equal(await charged(kind), expected, 'never twice');
  });
}

test('a decline may be lost as well: it was kept, whatever the caller heard', async () => {
  for (const kind of ['error_500_after', 'drop_after'] as const) {
    const card = await savedCard(at);
    const { customer, payment_method } = card;
    await control.changeHabit({ payment_method, number: '4000000000000002' });
    await control.fault({ call: 'POST /v1/payment_intents', kind, times: 2 });
    const refusal = await refusalOf(chargeLater(stripe, card)); // without a key of ours
    assert.notEqual(refusal.type, 'StripeCardError');
    await control.clearFaults();
    const failed = (await stripe.charges.list({ customer })).data.filter((each) => !each.paid);
    assert.equal(failed.length, 1);
  }
});

test('the package repeats a dropped request by itself, with the same key, even without retries', async () => {
  const card = await savedCard(at);
  await control.fault({ call: 'POST /v1/payment_intents', kind: 'drop_after' });
  const params = { metadata: { txn: 'by itself' } };
  const intent = await chargeLater(stripe, card, params, { idempotencyKey: 'by-itself' });
  assert.equal(intent.status, 'succeeded');
  assert.equal(await charged('by itself'), 1);
  const [second, first] = (await control.calls())
    .filter(({ idempotency_key }) => idempotency_key === 'by-itself')
    .toReversed();
  assert.deepEqual([first?.status, second?.status, second?.replayed], ['none', 200, true]);
});

test('a fault may wait, meet several calls, and name the endpoint', async () => {
  const { id } = await stripe.customers.create();
  const call = 'GET /v1/customers/:id';
  await control.fault({ call, kind: 'rate_limit', skip: 1, times: 2 });
  const seen: string[] = [];
  for (let n = 0; n < 4; n++) {
    await stripe.customers.list(); // Another endpoint is not met.
    seen.push(
      await stripe.customers.retrieve(id).then(
        () => 'ok',
        ({ code }) => code,
      ),
    );
  }
  assert.deepEqual(seen, ['ok', 'rate_limit', 'rate_limit', 'ok']);
  await control.fault({ call, kind: 'rate_limit', times: -1 });
  await refusalOf(stripe.customers.retrieve(id));
  await control.clearFaults();
  await stripe.customers.retrieve(id);
});

test('slow_after: done at once, answered later', async () => {
  await control.fault({ call: 'POST /v1/customers', kind: 'slow_after', delay_ms: 60_000 });
  const email = 'slow@example.com';
  const asked = stripe.customers.create({ email });
  await waitUntil(async () => (await stripe.customers.list({ email })).data.length === 1);
  await control.hurry();
  assert.equal((await asked).email, email);
});
