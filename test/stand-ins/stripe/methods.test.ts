import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeLater, refusalOf, savedCard, stripeForTests } from './client.ts';

const at = await stripeForTests();
const { stand_in, stripe } = at;
const { control } = stand_in;

test('a customer is made, changed and read; empty values take things away', async () => {
  const made = await stripe.customers.create({
    ...{ email: 'ada@example.com', name: 'Ada', metadata: { a: '1', b: '2' } },
    address: { country: 'DE', line1: 'Street 1' },
  });
  assert.equal(made.livemode, false);
  const changed = await stripe.customers.update(made.id, { name: '', metadata: { a: '', c: '3' } });
  assert.equal(changed.name, null);
  assert.deepEqual(changed.metadata, { b: '2', c: '3' });
  assert.equal(changed.address?.line1, 'Street 1');
  const read = await stripe.customers.retrieve(made.id);
  assert.deepEqual({ ...read }, { ...changed });
  const found = await stripe.customers.list({ email: 'ada@example.com' });
  assert.deepEqual(
    found.data.map(({ id }) => id),
    [made.id],
  );
  const emptied = await stripe.customers.update(made.id, { metadata: '' });
  assert.deepEqual(emptied.metadata, {});
});

test('a method is attached once, listed, detached, and then gone for good', async () => {
  const { id: customer } = await stripe.customers.create();
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  assert.equal(method.card?.last4, '4242');
  await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: method.id },
  });
  assert.equal((await stripe.customers.listPaymentMethods(customer)).data.length, 1);
  const { id: other } = await stripe.customers.create();
  const taken = await refusalOf(stripe.paymentMethods.attach(method.id, { customer: other }));
  assert.match(taken.message, /already been attached/);
  const detached = await stripe.paymentMethods.detach(method.id);
  assert.equal(detached.customer, null);
  assert.equal((await stripe.paymentMethods.retrieve(method.id)).customer, null);
  assert.equal((await stripe.paymentMethods.list({ customer })).data.length, 0);
  const again = await refusalOf(stripe.paymentMethods.attach(method.id, { customer }));
  assert.match(again.message, /was detached from a Customer. It may not be used again/);
  const twice = await refusalOf(stripe.paymentMethods.detach(method.id));
  assert.match(twice.message, /not attached to a customer/);
});

test('402: a declined card is not attached', async () => {
  const { id: customer } = await stripe.customers.create();
  const refusal = await refusalOf(
    stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer }),
  );
  assert.equal(refusal.code, 'card_declined');
});

test('a method of another customer cannot be made the default', async () => {
  const { payment_method } = await savedCard(at);
  const { id } = await stripe.customers.create();
  const refusal = await refusalOf(
    stripe.customers.update(id, { invoice_settings: { default_payment_method: payment_method } }),
  );
  assert.equal(refusal.code, 'resource_missing');
});

test('a setup intent saves a card, asks for 3-D Secure, or is declined', async () => {
  const { id: customer } = await stripe.customers.create();
  const saved = await stripe.setupIntents.create({
    ...{ customer, payment_method: 'pm_card_visa', confirm: true, metadata: { a: '1' } },
  });
  assert.equal(saved.status, 'succeeded');
  const card = { customer, payment_method: String(saved.payment_method) };
  assert.equal((await chargeLater(stripe, card)).status, 'succeeded');
  const asked = await stripe.setupIntents.create({
    ...{ customer, payment_method: 'pm_card_authenticationRequiredOnSetup', confirm: true },
    return_url: 'https://shop.example/back',
  });
  assert.equal(asked.status, 'requires_action');
  await control.authenticate({ intent: asked.id, approve: true });
  assert.equal((await stripe.setupIntents.retrieve(asked.id)).status, 'succeeded');
  const refusal = await refusalOf(
    stripe.setupIntents.create({
      ...{ customer, payment_method: 'pm_card_visa_chargeDeclined', confirm: true },
    }),
  );
  assert.equal(refusal.code, 'card_declined');
  assert.equal(refusal.setup_intent?.last_setup_error?.code, 'card_declined');
  const listed = await stripe.setupIntents.list({ customer });
  assert.equal(listed.data.length, 3);
});

test('the card network replaces a card: the method keeps its id, and an event tells of it', async () => {
  const { payment_method } = await savedCard(at);
  await control.updateCard({ payment_method, last4: '1111', exp_year: 2039 });
  const { card } = await stripe.paymentMethods.retrieve(payment_method);
  assert.deepEqual([card?.last4, card?.exp_year], ['1111', 2039]);
  const [event] = (await stripe.events.list({ type: 'payment_method.automatically_updated' })).data;
  assert.deepEqual(event?.data.previous_attributes, {
    card: { exp_month: 12, exp_year: 2034, last4: '4242' },
  });
});

test("Stripe's ready test cards do not exist in live mode", async () => {
  const key = stand_in.keys.live;
  const refusal = await refusalOf(
    stripe.setupIntents.create({ payment_method: 'pm_card_visa' }, { apiKey: key }),
  );
  assert.equal(refusal.code, 'resource_missing');
});
