import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

async function openSold() {
  const store = await shop.openStore();
  const { transaction_id } = await store.buy(await store.product());
  const person = (role: 'support' | 'viewer') => signedIn(shop, { store_id: store.store_id, role });
  return {
    ...store,
    transaction_id,
    support: await person('support'),
    viewer: await person('viewer'),
  };
}

test('a note is written on the page of a customer, once, and shown with its writer; viewers only read', async () => {
  const { support, viewer, must } = await openSold();
  const form = await support.hidden('/customers/ada', '/customers/ada/notes');
  const typed = { ...form, text: 'Called <b>twice</b>\r\nabout the invoice' };
  for (let times = 0; times < 2; times++) await support.post('/customers/ada/notes', typed);
  const { data } = await must('GET /list-notes');
  assert.equal(data.length, 1);
  const page = await support.page('/customers/ada');
  assert.match(page, /Called &lt;b&gt;twice&lt;\/b&gt;\nabout the invoice/);
  assert.match(readable(page), /Lena \(support\)/);
  const seen = await viewer.page('/customers/ada');
  assert.match(seen, /Called/);
  assert.doesNotMatch(seen, /Add note|Delete this note/);
  assert.equal((await viewer.post('/customers/ada/notes', { text: 'x' })).status, 403);
});

test('the same for a payment; it is deleted by its button; what is refused is shown with what was typed', async () => {
  const { support, transaction_id, must } = await openSold();
  const at = `/payments/${transaction_id}`;
  const refused = await support.post(`${at}/notes`, { text: '  ' });
  assert.equal(refused.status, 400);
  assert.match(readable(refused.text), /The note was not added/);
  await support.follow(await support.post(`${at}/notes`, { text: 'Refund agreed' }));
  assert.match(readable(await support.page(at)), /Refund agreed/);
  assert.match(readable(await support.page('/customers/ada')), /Refund agreed/);
  const [{ note_id }] = (await must('GET /list-notes')).data;
  await support.follow(await support.post(`${at}/notes/${note_id}/delete`, {}));
  assert.doesNotMatch(readable(await support.page(at)), /Refund agreed/);
});
