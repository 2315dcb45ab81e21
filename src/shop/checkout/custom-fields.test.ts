import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

// What else a seller asks at checkout, by the API.

const shop = await startShop();
const store = await shop.openStore();
const product_id = await store.product();
const custom_fields = [
  { key: 'team', label: 'Team name', type: 'text' },
  { key: 'seats', label: 'Seats', type: 'number', optional: true },
  { key: 'size', label: 'Size', type: 'choice', options: ['Small', 'Large'] },
  { key: 'terms', label: 'I accept the terms', type: 'checkbox' },
  { key: 'news', label: 'Send me news', type: 'checkbox', optional: true },
];
const open = () => store.create({ product_id, custom_fields });
const pay = ({ checkout_session_id }: { checkout_session_id: string }, answers?: object) =>
  store.ask('POST /complete-checkout', {
    ...{ checkout_session_id, payment_method: cards.pays },
    ...(answers && { custom_fields: answers }),
  });

test('200: answers are kept with the session and the transaction, and told with their events', async () => {
  const session = await open();
  const answers = { team: 'Blue', seats: 2.5, size: 'Large', terms: true };
  const { status, body } = await pay(session, answers);
  assert.equal(status, 200);
  const values = body.custom_fields.map((one: { value: unknown }) => one.value);
  assert.deepEqual(values, ['Blue', 2.5, 'Large', true, null]);
  const { transaction_id } = body;
  const [payment] = (await store.must('GET /get-transactions', { transaction_id })).data;
  assert.deepEqual(payment.custom_fields, answers);
  const told = await store.told();
  const record = (type: string) => Object(told.find((one) => one.type === type)?.data);
  assert.deepEqual(record('checkout.completed').custom_fields, body.custom_fields);
  assert.deepEqual(record('transaction.paid').custom_fields, answers);
});

test('400 invalid_parameters: what is missing or wrong is named together, and nothing is charged', async () => {
  const session = await open();
  const good = { team: 'Blue', size: 'Small', terms: true };
  const before = await shop.everything();
  const named = (...keys: string[]) => keys.map((key) => `custom_fields.${key}`);
  const table: [answers: object | undefined, params: string[]][] = [
    [undefined, named('team', 'size', 'terms')],
    [{ ...good, terms: false }, named('terms')],
    [{ ...good, team: '' }, named('team')],
    [{ ...good, team: ' ' }, named('team')],
    [{ ...good, team: 'a\nb' }, named('team')],
    [{ ...good, team: 'x'.repeat(501) }, named('team')],
    [{ ...good, team: 7, size: 'Huge' }, named('team', 'size')],
    [{ ...good, seats: '2' }, named('seats')],
    [{ ...good, seats: 1e15 }, named('seats')],
    [{ ...good, news: 'yes' }, named('news')],
    [{ ...good, colour: 'red', constructor: 'x' }, named('colour', 'constructor')],
  ];
  for (const [answers, params] of table) {
    assertRefused(await pay(session, answers), 400, 'invalid_parameters', params);
  }
  assert.equal(await shop.everything(), before);
  assert.equal((await pay(session, good)).status, 200);
});

test('200: after a decline the answers stay, and need not be sent again', async () => {
  const session = await open();
  const { checkout_session_id } = session;
  const sent = { team: 'Blue', size: 'Small', terms: true, news: false };
  await store.ask('POST /complete-checkout', {
    ...{ checkout_session_id, payment_method: cards.declined, custom_fields: sent },
  });
  const { body } = await pay(session);
  const values = body.custom_fields.map((one: { value: unknown }) => one.value);
  assert.deepEqual(values, ['Blue', null, 'Small', true, false]);
});

test('400 not_allowed: nobody is sent on at once without a success_url', async () => {
  const wanted = { product_id, quantity: 1, customer_id: 'ada', redirect: true };
  const answer = await store.ask('POST /create-checkout', wanted);
  assertRefused(answer, 400, 'invalid_parameters', ['redirect']);
  const with_address = { ...wanted, success_url: 'https://example.com/thanks' };
  assert.equal((await store.must('POST /create-checkout', with_address)).redirect, true);
});
