import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/harness/any-character.ts';
import { cards } from '../../../test/harness/cast.ts';
import { openCounter } from '../../../test/harness/sales/buying.ts';
import { type Shop, START, startShop } from '../../../test/harness/shop.ts';
import { CARD, openVisitedStore, readable } from '../../../test/harness/visits/visiting.ts';
import { HOUR_MS } from '../../platform/core/time.ts';

let shop: Shop;
let store: Awaited<ReturnType<typeof openVisitedStore>>;
before(async () => {
  shop = await startShop();
  store = await openVisitedStore(shop);
});

const BILLING = { email: 'ada@example.com', name: 'Ada Lovelace', company: 'Engines Ltd' };

test('a customer without anything is told so, and finds the way back to the shop', async () => {
  const ada = await store.visit('empty', {
    return_url: 'https://shop.example/account?from=portal',
  });
  const { text, status, headers } = await ada.get();
  assert.equal(status, 200);
  const words = readable(text);
  for (const sentence of ['No purchases yet', 'No card on file.', 'No billing details yet.']) {
    assert.ok(words.includes(sentence), sentence);
  }
  assert.match(text, /href="https:\/\/shop\.example\/account\?from=portal">Back to /);
  assert.match(words, /Test mode/);
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  const elsewhere = await store.visit('empty');
  assert.doesNotMatch((await elsewhere.get()).text, /Back to /);
});

test("a link works for an hour of the store's clock, then every address of it asks for a new one", async () => {
  const own = await openVisitedStore(shop);
  const { subscription_id } = await own.buyLicensed('ada');
  const ada = await own.visit('ada', { return_url: 'https://shop.example/' });
  const addresses = ['', '/billing', '/card', `/subscription/${subscription_id}`];
  await own.advance('PT59M59S');
  for (const below of addresses) assert.equal((await ada.get(below)).status, 200, below);
  await own.advance('PT1S');
  const before = await shop.everything();
  for (const below of [...addresses, `/subscription/${subscription_id}/cancel`, '/nonsense']) {
    for (const answer of [await ada.get(below), await ada.post(below, { ...CARD, ...BILLING })]) {
      assert.equal(answer.status, 404, below);
      assert.match(answer.text, /This link no longer works/);
      assert.match(answer.text, /Get a new link by e-mail/);
      assert.match(answer.text, /href="https:\/\/shop\.example\/"/);
      assert.doesNotMatch(answer.text, /Studio|KASSA-/);
    }
  }
  assert.equal(await shop.everything(), before);
  assert.equal((await (await own.visit('ada')).get()).status, 200, 'a new link works');
});

test('a link of a store is over by the clock of that store alone', async () => {
  const ada = await store.visit('on-time');
  shop.now = START + HOUR_MS - 1;
  assert.equal((await ada.get()).status, 200);
  shop.now = START + HOUR_MS;
  assert.equal((await ada.get()).status, 404);
  shop.now = START;
});

test('payments with their invoices and credit notes; what was not paid has none', async () => {
  const own = await openVisitedStore(shop);
  const ada = await own.visit('ada', { ...BILLING, tax_id: 'GB123', address: { country: 'GB' } });
  const product_id = await own.plan({ name: 'Editor', billing_type: 'one_time', price: 19.99 });
  const { transaction_id } = await own.buy(product_id, { quantity: 2 });
  const first = await ada.receipt(transaction_id);
  for (const part of [
    'Invoice €39.98 paid on 14 November 2026',
    'Engines Ltd Ada Lovelace United Kingdom Tax number GB123 ada@example.com',
    'Number INV-0001',
    'Paid with Visa ending in 4242 €39.98',
  ]) {
    assert.ok(first.includes(part), `${part} in ${first}`);
  }
  const refund = await own.refund(transaction_id, { amount: 9.99 });
  assert.equal(await ada.receipt(transaction_id), first);
  assert.match(await ada.receipt(refund.transaction_id), /Credit note €9\.99 .*invoice INV-0001/);
  const list = readable((await ada.get()).text);
  assert.match(list, /Refunded Refund · 14 November 2026 -€9\.99 Credit note/);
  assert.match(list, /Partially refunded .* €9\.99 refunded €39\.98 Invoice/);

  const past_due = await own.inStatus('past_due');
  const [renewal] = await own.transactions(past_due);
  const late = await own.visit('buyer-past_due');
  const home = readable((await late.get()).text);
  assert.match(home, /Payment failed We could not charge €20\.00 for Pro\. Your bank declined the/);
  const declined = await late.get(`/receipt/${renewal.transaction_id}`);
  assert.match(readable(declined.text), /Declined payment .*You have not been charged\./);
});

test('payments are what was paid: no tries that came to nothing, and no abandoned confirmation', async () => {
  const own = await openVisitedStore(shop);
  const product_id = await own.plan({ name: 'Book', billing_type: 'one_time' });
  const ada = await own.visit('ada');
  const { post, filled } = await openCounter(shop);
  const pay = async ({ number }: { number: string }) => {
    const { checkout_session_id: id } = await own.create({ product_id, customer_id: 'ada' });
    await post(`/checkout/${id}/pay`, filled(number));
  };
  await pay(cards.declined);
  await pay(cards.confirms);
  const { data } = await own.must('GET /get-transactions', { customer_id: 'ada' });
  const statuses = data.map(({ status }: { status: string }) => status);
  assert.deepEqual(statuses, ['pending', 'declined']);
  assert.match(readable((await ada.get('/payments')).text), /no payments/i);
  await pay(cards.pays);
  const list = readable((await ada.get('/payments')).text);
  assert.match(list, /Book Paid/);
  assert.doesNotMatch(list, /Declined|Pending|Processing/);
});

test('long lists go on, page by page, and a cursor that is none shows nothing', async () => {
  const own = await openVisitedStore(shop);
  const product_id = await own.plan({ billing_type: 'one_time', price: 0, license: {} });
  for (let at = 0; at < 23; at++) {
    const { checkout_session_id } = await own.create({ product_id });
    await own.complete(checkout_session_id);
  }
  const ada = await own.visit('ada');
  assert.match((await ada.get()).text, /\/licenses">All license keys.*\/payments">All payments/s);
  const seen = { licenses: 0, payments: 0 };
  for (const name of ['licenses', 'payments'] as const) {
    const { text } = await ada.get(`/${name}`);
    const [, more] = new RegExp(`href="[^"]*(/${name}/[\\w-]+)">Show older`).exec(text) ?? [];
    const rest = await ada.get(more);
    assert.equal(rest.status, 200);
    const mark = name === 'licenses' ? /data-copy=/g : /\/receipt\/txn_/g;
    seen[name] = [...text.matchAll(mark), ...rest.text.matchAll(mark)].length;
    assert.doesNotMatch(rest.text, /Show older/);
  }
  assert.deepEqual(seen, { licenses: 23, payments: 23 });
  for (const wrong of ['/payments/x', '/licenses/eyJ', '/subscriptions/W10', '/others/W10']) {
    assert.equal((await ada.get(wrong)).status, 404, wrong);
  }
});

test('license keys: seen with their devices, and a device is freed once', async () => {
  const own = await openVisitedStore(shop);
  const bought = await own.buyLicensed('ada');
  const ada = await own.visit('ada');
  const { text, headers } = await ada.get();
  assert.match(text, new RegExp(`>${bought.license_key}</code>`));
  assert.match(readable(text), /Used on 1 of 2 devices\. The laptop of ada Since 14 November 2026/);
  assert.match(String(headers['content-security-policy']), /script-src 'self'/);
  const form = await ada.hidden('', '/free-device');
  assert.deepEqual(form, { license_id: bought.license_id, instance_id: bought.instance_id });
  const count = await own.eventCount();
  const answers = [await ada.post('/free-device', form), await ada.post('/free-device', form)];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303],
  );
  const words = readable(await ada.follow(answers[0] ?? assert.fail()));
  assert.match(words, /The device is deactivated\./);
  assert.match(words, /Used on 0 of 2 devices\./);
  const told = (await own.eventsSince(count)).map(({ type }) => type);
  assert.deepEqual(told, ['license.deactivated']);
});

test('a form from another site is refused and nothing happens', async () => {
  const own = await openVisitedStore(shop);
  const { subscription_id, license_id, instance_id } = await own.buyLicensed('ada');
  const ada = await own.visit('ada');
  const subscription = `/subscription/${subscription_id}`;
  const forms: [string, object][] = [
    ['/billing', BILLING],
    ['/card', CARD],
    ['/free-device', { license_id, instance_id }],
    [`${subscription}/change`, { quantity: '2' }],
    [`${subscription}/cancel`, {}],
    [`${subscription}/resume`, {}],
    [`${subscription}/pause`, {}],
    [`${subscription}/offer`, {}],
  ];
  const before = await shop.everything();
  for (const [below, form] of forms) {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
    ]) {
      const answer = await ada.post(below, form, headers);
      assert.equal(answer.status, 400);
      assert.match(answer.text, /came from another site/);
    }
  }
  assert.equal(await shop.everything(), before);
});

test('whatever is typed into the forms and addresses: never a 5xx', async () => {
  const own = await openVisitedStore(shop);
  const { subscription_id, plan_id } = await own.buyLicensed('ada');
  const ada = await own.visit('ada');
  const subscription = `/subscription/${subscription_id}`;
  const field = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.constantFrom('', '0', '1', '-1', '1e3', '1000001', plan_id, subscription_id),
  );
  const names = ['email', 'name', 'country', 'line1', 'card_number', 'card_expiry', 'card_code'];
  const more = [
    'attempt',
    'plan_id',
    'quantity',
    'total',
    'price',
    'license_id',
    'instance_id',
    'months',
  ];
  const form = fc.dictionary(fc.constantFrom(...names, ...more), field, { maxKeys: 10 });
  const below = fc.constantFrom(
    ...['', '/billing', '/card', '/free-device', '/x', `${subscription}/change`],
    ...['/invoices', `${subscription}/offer`],
    ...[`${subscription}/change/${plan_id}/3`, `${subscription}/change/${plan_id}/9999999`],
  );
  await fc.assert(
    fc.asyncProperty(below, form, async (address, fields) => {
      for (const { status, text } of [await ada.get(address), await ada.post(address, fields)]) {
        assert.ok(status < 500, `${status} ${text.slice(0, 300)}`);
      }
    }),
    { numRuns: 150 },
  );
  const { quantity, status } = await own.get(subscription_id);
  assert.deepEqual([quantity, status], [1, 'active']);
});
