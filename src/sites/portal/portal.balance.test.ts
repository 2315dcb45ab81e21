import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';

const shop = await startShop();

test('a customer sees what they have and what they owe, and invoices that say what paid', async () => {
  const store = await openVisitedStore(shop);
  const subscription_id = await store.subscribe(await store.plan({ price: 30 }));
  const ada = await store.visit('ada');
  assert.doesNotMatch(readable((await ada.get()).text), /Balance/);
  await store.update(subscription_id, { plan_id: await store.plan({ name: 'Small', price: 10 }) });
  const owed = { customer_id: 'ada', amount: -300, currency: 'JPY' };
  await store.must('POST /adjust-customer-balance', owed);
  const home = readable((await ada.get()).text);
  assert.match(home, /Balance You have €20\.00 of credit\. It is used for your next payments\./);
  assert.match(home, /You owe ¥300\. It is added to your next payment\./);
  await store.advance('P1M');
  const [renewal, change, start] = await store.transactions(subscription_id);
  const again = await store.visit('ada');
  const { receipt } = again;
  assert.match(
    await receipt(change.transaction_id),
    /Credit note .* Total credited \(EUR\) €20\.00 Added to your balance €20\.00/,
  );
  assert.match(
    await receipt(renewal.transaction_id),
    /Invoice .* Total \(EUR\) €10\.00 Paid from your balance €10\.00/,
  );
  const refund = await store.refund(start.transaction_id);
  assert.match(
    await receipt(refund.transaction_id),
    /Credit note .* Refunded to Visa ending in 4242 €30\.00 .* balance −€20\.00/,
  );
});

test('the payment page shows what the balance pays, and charges the rest', async () => {
  const store = await openVisitedStore(shop);
  await store.must('POST /create-customer', { customer_id: 'ada', email: 'ada@example.com' });
  const gift = { customer_id: 'ada', amount: 5, currency: 'EUR' };
  await store.must('POST /adjust-customer-balance', gift);
  const session = await store.create({ product_id: await store.plan({ price: 20 }) });
  const path = new URL(session.checkout_url).pathname;
  const page = await shop.send({ method: 'GET', path });
  assert.match(readable(page.text), /Paid from your balance -€5\.00 Total €15\.00/);
  assert.match(readable(page.text), /Pay €15\.00/);
  // The credit is gone by the time it is paid: nothing is charged that was not shown.
  await store.must('POST /adjust-customer-balance', { ...gift, amount: -5 });
  const hidden = [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const form = new URLSearchParams([
    ...hidden.map(([, name = '', value = '']) => [name, value]),
    ['email', 'ada@example.com'],
    ['card_number', '4242 4242 4242 4242'],
    ['card_expiry', '12/34'],
    ['card_code', '123'],
  ]);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await shop.send({ method: 'POST', path: `${path}/pay`, headers }, `${form}`);
  assert.match(readable(answer.text), /Pay €20\.00/);
  assert.deepEqual(await store.charges(), []);
});
