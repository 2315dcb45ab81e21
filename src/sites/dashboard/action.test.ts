import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openStore } from '../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { signedIn } from '../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';

let shop: Shop;
let store: Awaited<ReturnType<typeof openStore>>;
let owner: Awaited<ReturnType<typeof signedIn>>;
before(async () => {
  shop = await startShop();
  store = await openStore(shop);
  owner = await signedIn(shop, { store_id: store.store_id });
});

const payment = async (transaction_id: string) =>
  (await store.must('GET /get-transactions', { transaction_id })).data[0];

/** What a page says will happen, and the hidden fields that are sent with its button. */
function previewIn(page: string) {
  const [, shown = ''] = /name="shown" value="([^"]*)"/.exec(page) ?? [];
  const [, attempt = ''] = /name="attempt" value="([^"]*)"/.exec(page) ?? [];
  const [, button = ''] = /name="confirmed"\s+value="yes">([^<]*)</.exec(page) ?? [];
  const [, region = ''] = /data-preview([\s\S]*?)<\/form>/.exec(page) ?? [];
  return { sent: { shown, attempt, confirmed: 'yes' }, button, text: readable(region) };
}

test('one page: the form, what will happen, and the button that does it', async () => {
  const { transaction_id } = await store.buy(await store.product({ price: 40 }));
  const at = `/payments/${transaction_id}/refund`;
  const first = previewIn(await owner.page(at));
  assert.equal(first.button, 'Refund €40.00');
  assert.match(first.text, /What will happen .*€40\.00 goes back to/);
  const updated = await owner.post(at, { amount: '12,50', reason: 'Twice', preview: 'yes' });
  assert.equal(updated.status, 200);
  const second = previewIn(updated.text);
  assert.equal(second.button, 'Refund €12.50');
  assert.match(updated.text, /value="12,50"/);
  assert.match(updated.text, /value="Twice"/);
  const both = { amount: '12,50', ...second.sent, preview: 'yes' };
  assert.equal((await owner.post(at, both)).status, 200, 'Update does nothing else');
  assert.equal((await payment(transaction_id)).refunded, 0);
  const done = await owner.post(at, { amount: '12,50', reason: 'Twice', ...second.sent });
  assert.match(readable(await owner.follow(done)), /The amount was refunded/);
  assert.equal((await payment(transaction_id)).refunded, 12.5);
});

test('what was not shown is not done: a field that was changed, and what happened meanwhile', async () => {
  const { transaction_id } = await store.buy(await store.product({ price: 40 }));
  const at = `/payments/${transaction_id}/refund`;
  const { sent } = previewIn(await owner.page(at));
  const changed = await owner.post(at, { amount: '30', ...sent });
  assert.equal(changed.status, 400);
  assert.match(readable(changed.text), /Nothing was refunded What will happen is another/);
  assert.equal((await payment(transaction_id)).refunded, 0);
  const again = previewIn(changed.text);
  assert.equal(again.button, 'Refund €30.00');
  assert.equal(again.sent.attempt, sent.attempt, 'sent twice after all, it would act once');
  await store.refund(transaction_id, { amount: 10 });
  const meanwhile = await owner.post(at, { ...sent });
  assert.equal(meanwhile.status, 400);
  const rest = previewIn(meanwhile.text);
  assert.equal(rest.button, 'Refund €30.00');
  await owner.follow(await owner.post(at, rest.sent));
  assert.equal((await payment(transaction_id)).status, 'refunded');
});

test('a form that is sent twice acts once and is answered twice, though what it says is another by then', async () => {
  const { transaction_id } = await store.buy(await store.product({ price: 40 }));
  const at = `/payments/${transaction_id}/refund`;
  const { sent } = previewIn((await owner.post(at, { amount: '20', preview: 'yes' })).text);
  for (let n = 0; n < 2; n++) {
    const note = await owner.follow(await owner.post(at, { amount: '20', ...sent }));
    assert.match(readable(note), /The amount was refunded/);
  }
  const { attempt, ...others } = previewIn(
    (await owner.post(at, { amount: '5', preview: 'yes' })).text,
  ).sent;
  assert.ok(attempt);
  const at_once = await Promise.all(
    [1, 2, 3].map(() => owner.post(at, { amount: '5', ...others, attempt })),
  );
  assert.ok(at_once.some(({ status }) => status === 303));
  assert.equal((await payment(transaction_id)).refunded, 25);
});

test('change and cancel of a subscription are one page each, and say what becomes of money, key and mail', async () => {
  const small = await store.plan({ name: 'Small', price: 20 });
  const large = await store.plan({ name: 'Large', price: 50 });
  const subscription_id = await store.subscribe(small, { customer_id: 'ben' });
  const at = `/subscriptions/${subscription_id}`;
  const fields = { plan_id: large, quantity: '1', effective: 'now', proration: '' };
  const change = previewIn((await owner.post(`${at}/change`, { ...fields, preview: 'yes' })).text);
  assert.equal(change.button, 'Change and charge €30.00');
  assert.match(change.text, /card is charged €30\.00 at once/);
  assert.match(change.text, /told by mail/);
  const more = await owner.post(`${at}/change`, { ...fields, quantity: '2', ...change.sent });
  assert.equal(more.status, 400, 'not what was shown');
  await owner.follow(await owner.post(`${at}/change`, { ...fields, ...change.sent }));
  assert.equal((await store.get(subscription_id)).plan_id, large);
  const cancel = previewIn(await owner.page(`${at}/cancel`));
  assert.match(cancel.button, /^Cancel on /);
  const now = await owner.post(`${at}/cancel`, { how: 'now', ...cancel.sent });
  assert.equal(now.status, 400);
  assert.equal((await store.get(subscription_id)).status, 'active');
  const { button, sent } = previewIn(now.text);
  assert.equal(button, 'Cancel now');
  await owner.follow(await owner.post(`${at}/cancel`, { how: 'now', ...sent }));
  assert.equal((await store.get(subscription_id)).status, 'canceled');
});

test('a form that cannot be done as it is has no button for it, and says why when it is sent', async () => {
  await store.must('POST /create-customer', { customer_id: 'eve', name: 'Eve' });
  const page = await owner.page('/customers/eve/balance');
  assert.doesNotMatch(page, /name="confirmed"/);
  assert.match(readable(page), /What will happen is shown here/);
  const refused = await owner.post('/customers/eve/balance', { amount: '0', preview: 'yes' });
  assert.equal(refused.status, 400);
  assert.match(readable(refused.text), /The balance was not changed/);
});

test('a failed renewal is tried again with one form, which charges once', async () => {
  const subscription_id = await store.subscribe(await store.plan({ price: 120 }), {
    customer_id: 'cora',
  });
  await store.changeCard('4000000000000366', 'cora');
  await store.advance('P31D');
  const at = `/subscriptions/${subscription_id}`;
  const page = await owner.page(at);
  assert.match(page, /data-copy="pay-link"/);
  assert.match(page, /Try again now…/);
  const { button, sent } = previewIn(await owner.page(`${at}/retry`));
  assert.equal(button, 'Charge €120.00 now');
  const declined = await owner.post(`${at}/retry`, sent);
  assert.equal(declined.status, 400);
  assert.match(readable(declined.text), /Nothing was paid The card was declined: .*[^.]\. Try/s);
  assert.doesNotMatch(readable(declined.text), /payment_method|\.\./);
  assert.equal(previewIn(declined.text).button, button, 'it can be tried once more from here');
  const credit = { customer_id: 'cora', amount: 50, currency: 'EUR' };
  await store.must('POST /adjust-customer-balance', credit);
  const second = previewIn(await owner.page(`${at}/retry`));
  assert.equal(second.button, 'Charge €70.00 now');
  for (let n = 0; n < 2; n++) {
    const paid = await owner.post(`${at}/retry`, second.sent);
    assert.match(readable(await owner.follow(paid)), /The payment went through/);
  }
  const { data } = await store.must('GET /get-transactions', { subscription_id, status: 'paid' });
  assert.deepEqual(
    data.map(({ total }: { total: number }) => total),
    [70, 120],
  );
});
