import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../../../test/harness/cast.ts';
import { startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

const shop = await startShop();

test('one exact hit goes straight to its page; others are listed by kind; nothing of other stores', async () => {
  const store = await openStore(shop);
  const details = { email: 'ada@example.com', name: 'Ada' };
  await store.must('POST /create-customer', { customer_id: 'ada/1', ...details });
  const bought = await store.buy(await store.sell(), { customer_id: 'ada/1' });
  const viewer = await signedIn(shop, { role: 'viewer', store_id: store.store_id });
  const leadsTo = async (query: string) => {
    const answer = await viewer.get(`/search?query=${encodeURIComponent(query)}`);
    assert.equal(answer.status, 303, `${query}: ${readable(answer.text)}`);
    const at = String(answer.headers.location);
    assert.equal((await viewer.get(at)).status, 200, at);
    return at.slice(viewer.home.length);
  };
  assert.equal(await leadsTo('ada@example.com'), '/customers/ada%2F1');
  assert.equal(await leadsTo(bought.transaction_id), `/payments/${bought.transaction_id}`);
  assert.equal(await leadsTo(bought.checkout_session_id), '/customers/ada%2F1');
  assert.match(await leadsTo(bought.license_keys[0]), /^\/licenses\/lic_/);
  assert.match(await leadsTo('INV-0001'), /^\/invoices\/inv_/);
  const paid = readable(await viewer.page('/search?query=4242'));
  assert.match(paid, /Payments Ada paid, visa 4242 · Today, 09:30 €20\.00/);
  for (const at of Array.from({ length: 11 }).keys()) {
    await store.must('POST /create-customer', { customer_id: `ben-${at}`, name: 'Ben Olsen' });
  }
  const many = readable(await viewer.page('/search?query=Ben%20Olsen'));
  assert.match(many, /Customers There may be more/, 'a list that was cut says so');
  assert.match(readable(await viewer.page('/search?query=%3Cb%3E')), /Nothing was found/);
  assert.match(readable(await viewer.page('/search')), /four or more characters/);
  const stranger = await signedIn(shop);
  const elsewhere = await stranger.page('/search?query=ada%40example.com');
  assert.match(readable(elsewhere), /Nothing was found/);
});
