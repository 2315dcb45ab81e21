import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openStore } from '../../../../test/harness/cast.ts';
import { GERMAN, sellFrom } from '../../../../test/harness/sales/taxed.ts';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

let shop: Shop;
let store: Awaited<ReturnType<typeof openStore>>;
before(async () => {
  shop = await startShop();
  store = await openStore(shop);
  await store.must('POST /create-customer', {
    customer_id: 'ada',
    email: 'ada@example.com',
    name: 'Ada <Lovelace>',
  });
});

const person = (role: 'owner' | 'admin' | 'support' | 'viewer', refund_max?: number) =>
  signedIn(shop, {
    role,
    store_id: store.store_id,
    ...(refund_max !== undefined && { refund_max }),
  });
const buy = async (price = 40, more: object = {}): Promise<string> =>
  (await store.buy(await store.product({ price, ...more }), { customer_id: 'ada' })).transaction_id;
const payment = async (transaction_id: string) =>
  (await store.must('GET /get-transactions', { transaction_id })).data[0];

test('payments are listed with filters and orders from the address, and as CSV of the same', async () => {
  await buy(40);
  await buy(7);
  const viewer = await person('viewer');
  const all = readable(await viewer.page('/payments'));
  assert.match(all, /€7\.00.*€40\.00/);
  assert.match(all, /ada@example\.com/);
  assert.match(readable(await viewer.page('/payments?order=highest')), /€40\.00.*€7\.00/);
  const none = readable(await viewer.page('/payments?status=declined'));
  assert.match(none, /Nothing fits/);
  const { text } = await viewer.get('/payments.csv?order=lowest&type=purchase');
  const [title = '', first = ''] = text.split('\r\n');
  assert.match(title, /^Customer,Date,For,Paid with,State,Amount,Currency,Tax,Invoice,E-mail,/);
  assert.match(first, /^Ada <Lovelace>,2026-.*,Editor,Visa •••• 4242,paid,7,EUR,0,INV-/);
  const wrong = await viewer.get('/payments?created_from=tomorrow');
  assert.equal(wrong.status, 400);
  assert.match(readable(wrong.text), /From: must be an ISO 8601 date/);
});

test('the page of a payment tells all that is known of it, and of another store nothing', async () => {
  const transaction_id = await buy(40, { license: { activation_limit: 1 } });
  const { provider_reference, license_keys } = await payment(transaction_id);
  const viewer = await person('viewer');
  const html = await viewer.page(`/payments/${transaction_id}`);
  const text = readable(html);
  for (const part of ['€40.00', 'Visa •••• 4242', 'Ada &lt;Lovelace&gt;', provider_reference]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  assert.ok(text.includes(license_keys[0]));
  assert.match(html, /\/invoice\/\w+\/invoice\.pdf/);
  assert.match(text, /Paid €40\.00/);
  assert.doesNotMatch(text, /Refund…/);
  const stranger = await signedIn(shop);
  for (const path of ['', '/refund', '/resolve']) {
    const answer = await stranger.get(`/payments/${transaction_id}${path}`);
    assert.equal(answer.status, 404);
    assert.doesNotMatch(answer.text, /40\.00|ada/);
  }
});

test('the rows of a payment add up, with tax in the price and on top, a coupon, credit and a refund', async () => {
  const taxed = await openStore(shop);
  await sellFrom(taxed, 'DE', [GERMAN]);
  const viewer = await signedIn(shop, { role: 'viewer', store_id: taxed.store_id });
  await taxed.must('POST /create-customer', { customer_id: 'ada', country: 'DE' });
  const coupon_code = await taxed.coupon('WELCOME20', { discount_percentage: 20 });
  const rowsOf = async (transaction_id: string) => {
    const page = await viewer.page(`/payments/${transaction_id}`);
    const [, table = ''] = /<table class="amounts">([\s\S]*?)<\/table>/.exec(page) ?? [];
    return [...table.matchAll(/<th scope="row">([\s\S]*?)<\/th>\s*<td class="number">(.*?)</g)].map(
      ([, what = '', amount = '']) => [readable(what).trim(), amount] as const,
    );
  };
  const minor = (amount: string) => Math.round(Number(amount.replace('€', '')) * 100);
  for (const tax_behavior of ['exclusive', 'inclusive']) {
    const credit = { customer_id: 'ada', amount: 5, currency: 'EUR', reason: 'goodwill' };
    await taxed.must('POST /adjust-customer-balance', credit);
    const product_id = await taxed.product({ price: 100, tax_behavior });
    const { transaction_id } = await taxed.buy(product_id, { quantity: 2, coupon_code });
    const rows = await rowsOf(transaction_id);
    if (tax_behavior === 'exclusive') {
      assert.deepEqual(rows, [
        ['Editor × 2', '€200.00'],
        ['Discount WELCOME20 (20 %)', '-€40.00'],
        ['VAT 19%, DE of €160.00', '€30.40'],
        ['Paid from the balance', '-€5.00'],
        ['Charged', '€185.40'],
      ]);
    }
    const { transaction_id: refund_id } = await taxed.refund(transaction_id, { amount: 50 });
    for (const all of [rows, await rowsOf(refund_id)]) {
      const amounts = all.map(([, amount]) => minor(amount));
      const sum = amounts.slice(0, -1).reduce((one, other) => one + other, 0);
      assert.equal(sum, amounts.at(-1), JSON.stringify(all));
    }
  }
});

test('a refund: one page that says exactly what happens, and once however often it is sent', async () => {
  const transaction_id = await buy(40, { license: { activation_limit: 1 } });
  const owner = await person('owner');
  const at = `/payments/${transaction_id}/refund`;
  assert.match(readable(await owner.page(at)), /€40\.00 was paid/);
  const asked = await owner.post(at, { amount: '12,50', reason: 'Bought twice' });
  const told = readable(asked.text);
  assert.equal(asked.status, 200);
  assert.match(
    told,
    /€12\.50 goes back to Ada &lt;Lovelace&gt;, ada@example\.com , to Visa •••• 4242/,
  );
  assert.match(told, /stays good/);
  assert.match(told, /Refund €12\.50/);
  assert.equal((await payment(transaction_id)).refunded, 0);
  const form = { amount: '12,50', reason: 'Bought twice', confirmed: 'yes', attempt: 'one' };
  const twice = await Promise.all([owner.post(at, form), owner.post(at, form)]);
  for (const answer of twice) {
    assert.match(readable(await owner.follow(answer)), /The amount was refunded/);
  }
  assert.equal((await payment(transaction_id)).refunded, 12.5);
  const happened = readable(await owner.page(`/payments/${transaction_id}`));
  assert.match(happened, /Refunded €12\.50 so far of €40\.00/);
  const rest = readable((await owner.post(at, {})).text);
  assert.match(rest, /€27\.50 goes back/);
  assert.match(rest, /the license key KASSA-[0-9A-Z-]+ is disabled/);
  const all = await owner.post(at, { confirmed: 'yes', attempt: 'two' });
  assert.match(readable(await owner.follow(all)), /All that was left was refunded/);
  assert.equal((await payment(transaction_id)).status, 'refunded');
  const again = await owner.post(at, { confirmed: 'yes', attempt: 'two', shown: 'before' });
  assert.match(readable(await owner.follow(again)), /All that was left was refunded/);
  const late = await owner.post(at, { confirmed: 'yes', attempt: 'three', shown: 'before' });
  assert.equal(late.status, 400);
  assert.match(readable(late.text), /Nothing was refunded/);
});

test('what is refused is shown first, with what was typed', async () => {
  const transaction_id = await buy(40);
  const owner = await person('owner');
  const at = `/payments/${transaction_id}/refund`;
  for (const [amount, message] of [
    ['50', /at most €40\.00: no more is left/],
    ['-1', /an amount of EUR above 0/],
    ['0.001', /an amount of EUR above 0/],
    ['much', /an amount of EUR above 0/],
  ] as const) {
    for (const more of [{}, { confirmed: 'yes', attempt: 'x' }]) {
      const { status, text } = await owner.post(at, { amount, reason: 'Kept', ...more });
      assert.equal(status, 400);
      assert.match(text, /role="alert"[^>]*autofocus/);
      if (Object.keys(more).length === 0) assert.match(readable(text), message);
      assert.match(text, new RegExp(`value="${amount}"`));
      assert.match(text, /value="Kept"/);
    }
  }
  assert.equal((await payment(transaction_id)).refunded, 0);
});

test('a subscription: it goes on, or is canceled with the refund, and the page says which', async () => {
  const subscription_id = await store.subscribe(await store.licensedPlan(), { customer_id: 'ada' });
  const [{ transaction_id }] = await store.transactions(subscription_id);
  const support = await person('support');
  const at = `/payments/${transaction_id}/refund`;
  assert.match(readable((await support.post(at, {})).text), /goes on and renews as before/);
  const cancel = { cancel_subscription: 'on' };
  assert.match(
    readable((await support.post(at, cancel)).text),
    /canceled at once , and the license/,
  );
  await support.follow(await support.post(at, { ...cancel, confirmed: 'yes', attempt: 'a' }));
  assert.equal((await store.get(subscription_id)).status, 'canceled');
});

test('support refunds up to the limit of one payment, earlier refunds counted, also at once', async () => {
  const transaction_id = await buy(40);
  const support = await person('support', 25);
  const at = `/payments/${transaction_id}/refund`;
  const sent = (amount: string, attempt: string) =>
    support.post(at, { amount, confirmed: 'yes', attempt });
  assert.match(readable(await support.page(at)), /You may refund up to €25\.00/);
  const too_much = await support.post(at, { amount: '25.01' });
  assert.match(readable(too_much.text), /at most €25\.00: you may refund no more/);
  for (const amount of ['25.01', '']) assert.equal((await sent(amount, 'a')).status, 400);
  assert.equal((await payment(transaction_id)).refunded, 0);
  const at_once = await Promise.all(['1', '2', '3', '4'].map((attempt) => sent('10', attempt)));
  assert.deepEqual(at_once.map(({ status }) => status).toSorted(), [303, 303, 400, 400]);
  assert.equal((await payment(transaction_id)).refunded, 20);
  const page = readable(await support.page(`/payments/${transaction_id}`));
  assert.match(page, /Refund…/);
  await support.follow(await sent('5', '5'));
  assert.doesNotMatch(readable(await support.page(`/payments/${transaction_id}`)), /Refund…/);
  const owner = await person('owner');
  await owner.follow(await owner.post(at, { confirmed: 'yes', attempt: 'o' }));
  assert.equal((await payment(transaction_id)).status, 'refunded');
});

test('viewers see no button and are refused; settling by hand is for admins', async () => {
  const transaction_id = await buy(40);
  const [viewer, support] = [await person('viewer'), await person('support')];
  const refused = await viewer.post(`/payments/${transaction_id}/refund`, { confirmed: 'yes' });
  assert.equal(refused.status, 403);
  assert.equal((await viewer.get(`/payments/${transaction_id}/refund`)).status, 403);
  const form = { outcome: 'paid', note: 'x', confirmed: 'yes', provider_reference: 'ch_1' };
  assert.equal((await support.post(`/payments/${transaction_id}/resolve`, form)).status, 403);
  const admin = await person('admin');
  const not_needed = await admin.post(`/payments/${transaction_id}/resolve`, form);
  assert.equal(not_needed.status, 400);
  assert.match(readable(not_needed.text), /Nothing was settled/);
  assert.equal((await payment(transaction_id)).status, 'paid');
});
