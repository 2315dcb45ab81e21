import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chargeOf,
  gatewayForTests,
  laterOf,
  named,
  typedBy,
} from '../../../../../test/stand-ins/stripe/gateway.ts';
import type { Charge } from '../gateway.ts';

// Cards that buyers type into Stripe's fields on our page: the page gets a token, and sends it.

const at = await gatewayForTests();
const { gateway, stand_in, credentials } = at;
const { control } = stand_in;
const STORE = chargeOf().store_id;

const looked = (token: string) => gateway.saveCard({ store_id: STORE, token });
const typed = async (number?: string, more: Partial<Charge> = {}): Promise<Charge> =>
  chargeOf({ card_token: await typedBy(at, number), ...more });
const paymentsOf = async ({ key }: Charge) =>
  (await control.books()).payments.filter(
    ({ metadata, status }) => metadata.transaction_id === key && status === 'succeeded',
  );
const DECLINED = { status: 'declined', reference: null };

test('a page gets Stripe’s fields where the store has a publishable key, and nothing otherwise', async () => {
  const { publishable_key, ...without } = credentials;
  Object.assign(credentials, { publishable_key: null });
  assert.equal(await gateway.fieldsOf?.(STORE), undefined);
  Object.assign(credentials, { ...without, publishable_key });
  const fields = await gateway.fieldsOf?.(STORE);
  assert.deepEqual(
    [fields?.kind, fields?.public_key, fields?.methods],
    ['fields', publishable_key, ['card']],
  );
  assert.match(fields?.script ?? '', /^https:\/\/js\.stripe\.com\//);
  assert.equal(await gateway.fieldsOf?.('store_2'), undefined);
});

test('what was typed is looked at before anything is charged: brand, digits, and where it is from', async () => {
  await control.forgetCalls();
  const { refused, ...card } = await looked(await typedBy(at, '4000002760000016'));
  assert.equal(refused, undefined);
  assert.deepEqual(
    [card.card_brand, card.card_last_four, card.card_country, card.exp_year],
    ['visa', '0016', 'DE', 2034],
  );
  assert.deepEqual(
    (await control.calls()).map(({ call }) => call),
    ['GET /v1/confirmation_tokens/:id'],
  );
});

test('it is charged once, in one call, and the same start again charges nothing', async () => {
  const charge = await typed();
  await control.forgetCalls();
  const paid = await gateway.startCharge(charge);
  assert(paid.status === 'paid' && paid.card);
  assert.deepEqual([paid.amount_minor, paid.currency], [2000, 'USD']);
  assert.equal(paid.card.card_last_four, '4242');
  assert.deepEqual(
    (await control.calls()).map(({ call }) => call),
    ['POST /v1/payment_intents'],
  );
  assert.deepEqual((await gateway.startCharge(charge)).reference, paid.reference);
  assert.equal((await gateway.lookUpCharge(named(paid.reference))).status, 'paid');
  assert.equal((await paymentsOf(charge)).length, 1);
});

test('a card that is declined has a name at Stripe and a reason, and is spent', async () => {
  const charge = await typed('4000000000009995');
  const declined = await gateway.startCharge(charge);
  assert.deepEqual(
    [declined.status, 'decline_code' in declined && declined.decline_code],
    ['declined', 'insufficient_funds'],
  );
  assert.match(declined.reference ?? '', /^pi_/);
  assert.equal((await looked(charge.card_token ?? '')).refused, 'payment_not_made');
});

test('a card that is saved with a purchase has an owner, and is charged later without the buyer', async () => {
  const paid = await gateway.startCharge(await typed(undefined, { saves_card: true }));
  assert(paid.status === 'paid' && paid.card);
  assert.match(paid.card.card_token, /^cus_\w+\/pm_/);
  assert.equal((await gateway.startCharge(laterOf(paid.card))).status, 'paid');
  // The next purchase is of the same owner, unless the seller has deleted them at Stripe.
  const { payer } = chargeOf();
  const [owner = ''] = paid.card.card_token.split('/');
  const again = { saves_card: true, payer: { ...payer, saved_card: paid.card.card_token } };
  const second = await gateway.startCharge(await typed(undefined, again));
  assert(second.status === 'paid');
  assert.equal(second.card?.card_token.split('/')[0], owner);
  await control.deleteCustomer({ customer: owner });
  const third = await gateway.startCharge(await typed(undefined, again));
  assert(third.status === 'paid' && third.card);
  assert.notEqual(third.card.card_token.split('/')[0], owner);
  assert.equal((await gateway.startCharge(laterOf(third.card))).status, 'paid');
});

test('an e-mail address that Stripe does not like keeps nobody from paying', async () => {
  const payer = { ...chargeOf().payer, email: 'ada@localhost' };
  const paid = await gateway.startCharge(await typed(undefined, { saves_card: true, payer }));
  assert(paid.status === 'paid' && paid.card);
  assert.equal((await gateway.startCharge(laterOf(paid.card))).status, 'paid');
});

test('nothing due today: the card is saved without a payment, and charged later', async () => {
  for (const number of ['4242424242424242', '4000002500003155']) {
    const trial = await typed(number, { amount_minor: 0, saves_card: true });
    const started = await gateway.startCharge(trial);
    const { reference } = started;
    assert.match(reference ?? '', /^seti_/);
    if (started.status === 'action_required') {
      assert.match(started.action_url, /3d-secure/);
      assert.equal((await gateway.lookUpCharge(named(reference))).status, 'action_required');
      await control.authenticate({ intent: reference ?? '', approve: true });
    }
    const saved = await gateway.lookUpCharge(named(reference));
    assert(saved.status === 'paid' && saved.card);
    assert.equal(saved.amount_minor, 0);
    assert.equal((await gateway.startCharge(laterOf(saved.card))).status, 'paid');
    const [record] = await gateway.recordsOf({ store_id: STORE, references: [reference ?? ''] });
    assert.deepEqual([record?.status, record?.key], ['paid', trial.key]);
  }
  const declined = await typed('4000000000000002', { amount_minor: 0, saves_card: true });
  const { status } = await gateway.startCharge(declined);
  assert.equal(status, 'declined');
});

test('a bank that asks the buyer: they are sent there, and it is paid, declined, or given up', async () => {
  const asked = async () => {
    const charge = await typed('4000002760003184');
    const started = await gateway.startCharge(charge);
    assert(started.status === 'action_required', started.status);
    assert.equal(new URL(started.action_url).origin, stand_in.url);
    assert.equal(started.client_secret, undefined, 'no secret leaves the server');
    return { charge, reference: started.reference ?? '' };
  };
  const ends = { approved: true, failed: false };
  for (const [name, approve] of Object.entries(ends)) {
    const { charge, reference } = await asked();
    await control.authenticate({ intent: reference, approve });
    const { status, ...result } = await gateway.lookUpCharge(named(reference));
    assert.equal(status, approve ? 'paid' : 'declined', name);
    if (!approve) assert.deepEqual(result, { decline_code: 'authentication_failed' });
    assert.equal((await paymentsOf(charge)).length, approve ? 1 : 0);
  }
  const { charge, reference } = await asked();
  const ended = await gateway.cancelCharge({ ...charge, reference });
  assert.deepEqual(ended, { status: 'declined', decline_code: 'confirmation_expired', reference });
  await assert.rejects(control.authenticate({ intent: reference, approve: true }));
  assert.deepEqual(await paymentsOf(charge), []);
  const paid = await asked();
  await control.authenticate({ intent: paid.reference, approve: true });
  const outcome = await gateway.cancelCharge({ ...paid.charge, reference: paid.reference });
  assert.equal(outcome.status, 'paid');
});

test('a token of another account or mode, one that was used, none at all: declined, and nothing is charged', async () => {
  const { id: account } = await control.addAccount();
  const used = await typed();
  await gateway.startCharge(used);
  const texts = ['', 'ctoken_', 'ctoken_none', 'pm_card_visa', `ctoken_${'a'.repeat(400)}`, '../x'];
  const tokens = [
    ...texts,
    used.card_token ?? '',
    await control.typeCard({ account }),
    await control.typeCard({ livemode: true }),
  ];
  const before = (await control.books()).payments.length;
  for (const card_token of tokens) {
    assert.equal((await looked(card_token)).refused, 'payment_not_made', card_token);
    const charge = chargeOf({ card_token });
    const expected = { ...DECLINED, decline_code: 'payment_not_made' };
    assert.deepEqual(await gateway.startCharge(charge), expected, card_token);
  }
  assert.equal((await control.books()).payments.length, before);
});

test('a token that expires before it is charged is declined', async () => {
  const charge = await typed();
  await control.advance({ seconds: 13 * 3600 });
  const expected = { ...DECLINED, decline_code: 'payment_not_made' };
  assert.deepEqual(await gateway.startCharge(charge), expected);
});

test('where our page lets Stripe’s script ask for the bank, its secret is answered, with a payment and without', async () => {
  for (const amount_minor of [2_000, 0]) {
    const more = { amount_minor, saves_card: true, asks_here: true };
    const charge = await typed('4000002760003184', more);
    const asked = await gateway.startCharge(charge);
    assert(asked.status === 'action_required', asked.status);
    assert.equal(asked.action_url, '');
    assert.match(asked.client_secret ?? '', /^(pi|seti)_\w+_secret_\w+$/);
    const reference = asked.reference ?? '';
    const again = await gateway.lookUpCharge(named(reference));
    assert.deepEqual({ ...again, reference }, asked);
    await control.authenticate({ intent: reference, approve: true });
    assert.equal((await gateway.lookUpCharge(named(reference))).status, 'paid');
  }
});
