import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

const text = 'Called: wants an invoice\nwith the new address.';

test('200: a note about a customer or a payment says who has written it, and when', async () => {
  const { product, buy, must } = await shop.openStore();
  const { transaction_id } = await buy(await product());
  const { note_id, written_by, ...note } = await must('POST /create-note', {
    customer_id: 'ada',
    text: `  ${text} `,
  });
  assert.match(note_id, /^note_/);
  assert.equal(written_by.kind, 'api_key');
  assert.match(written_by.id, /^key_/);
  const created_at = new Date(shop.now).toISOString();
  const about = { object: 'note', customer_id: 'ada', text, created_at };
  assert.deepEqual(note, { ...about, transaction_id: null });
  const of_payment = await must('POST /create-note', { transaction_id, text });
  assert.deepEqual(
    [of_payment.customer_id, of_payment.transaction_id],
    ['ada', transaction_id],
    'a payment names its customer',
  );
});

test('200: buyers see nothing of it, nor does the audit log keep its text', async () => {
  const { must, eventCount } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  const before = await eventCount();
  await must('POST /create-note', { customer_id: 'ada', text: 'pays late' });
  assert.equal(await eventCount(), before, 'no event, so no webhook');
  const { data } = await must('GET /list-audit-entries', { limit: 5 });
  assert.match(JSON.stringify(data), /create-note/);
  assert.doesNotMatch(JSON.stringify(data), /pays late/);
});

test('400 invalid_parameters: a note says something, of at most 5,000 characters, about something', async () => {
  const { ask, must } = await shop.openStore();
  await must('POST /create-customer', { customer_id: 'ada' });
  for (const bad of ['', ' \n ', 'x'.repeat(5_001), 'bell\u0007']) {
    const answer = await ask('POST /create-note', { customer_id: 'ada', text: bad });
    assertRefused(answer, 400, 'invalid_parameters', ['text']);
  }
  assert.equal((await ask('POST /create-note', { text })).status, 400);
  assert.deepEqual((await must('GET /list-notes')).data, []);
});

test('404 customer_not_found: a note is about somebody whom the store knows', async () => {
  const { ask } = await shop.openStore();
  const answer = await ask('POST /create-note', { customer_id: 'nobody', text });
  assertRefused(answer, 404, 'customer_not_found');
});

test('404 transaction_not_found: none, or one of another customer or store', async () => {
  const { ask, product, buy, must } = await shop.openStore();
  const { transaction_id } = await buy(await product());
  await must('POST /create-customer', { customer_id: 'eve' });
  const note = (about: object) => ask('POST /create-note', { ...about, text });
  assertRefused(await note({ transaction_id: 'txn_none' }), 404, 'transaction_not_found');
  const other = { customer_id: 'eve', transaction_id };
  assertRefused(await note(other), 404, 'transaction_not_found');
  const elsewhere = await shop.openStore();
  const theirs = await elsewhere.ask('POST /create-note', { transaction_id, text });
  assertRefused(theirs, 404, 'transaction_not_found');
  assert.deepEqual((await must('GET /list-notes')).data, []);
});
