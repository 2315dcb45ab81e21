import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cards, openStore } from '../../../test/harness/cast.ts';
import { type Shop, startShop } from '../../../test/harness/shop.ts';
import { signedIn } from '../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';

let shop: Shop;
let store: Awaited<ReturnType<typeof openStore>>;
let viewer: Awaited<ReturnType<typeof signedIn>>;
let product_id = '';
before(async () => {
  shop = await startShop();
  store = await openStore(shop);
  for (const [customer_id, name] of [
    ['ada', 'Ada Lovelace'],
    ['grace', 'Grace Hopper'],
    ['grace-2', 'Grace Hopper'],
  ]) {
    const email = `${customer_id?.slice(0, 5).replace('-', '')}@example.com`;
    await store.must('POST /create-customer', { customer_id, name, email, country: 'GB' });
  }
  product_id = await store.product({ name: 'Lumen Editor', license: { activation_limit: 3 } });
  await store.buy(product_id, { customer_id: 'ada' });
  const { transaction_id } = await store.buy(product_id, { customer_id: 'grace' });
  await store.buy(await store.product({ name: 'Film Presets' }), { customer_id: 'grace-2' });
  await store.refund(transaction_id, { amount: 5 });
  const { checkout_session_id } = await store.create({ product_id, customer_id: 'ada' });
  const payment_method = cards.declined;
  await store.ask('POST /complete-checkout', { checkout_session_id, payment_method });
  viewer = await signedIn(shop, { role: 'viewer', store_id: store.store_id });
});

const bodyOf = (page: string): string => /<tbody[\s\S]*<\/tbody>/.exec(page)?.[0] ?? '';
const tabsOf = (page: string): string =>
  readable(/<nav class="tabs"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? '').trim();

test('tries that came to nothing are in a tab of their own, and each tab says how many it has', async () => {
  const all = await viewer.page('/payments');
  assert.equal(tabsOf(all), 'All 4 Paid 2 Partly refunded 1 Tries without payment 1');
  assert.doesNotMatch(readable(bodyOf(all)), /Declined/);
  const tries = await viewer.page('/payments?status=declined');
  assert.match(readable(bodyOf(tries)), /Ada Lovelace .*Declined/);
  assert.match(tries, /aria-current="page">Tries without payment/);
  const paid = readable(bodyOf(await viewer.page('/payments?status=paid')));
  assert.match(paid, /Film Presets/);
  assert.doesNotMatch(paid, /Refund/, 'a refund is no payment');
  for (const order of ['oldest', 'highest', 'lowest']) {
    const ordered = await viewer.page(`/payments?order=${order}`);
    assert.equal(ordered.match(/<tr role="row"><td/g)?.length, 4, order);
    assert.equal((await viewer.get(`/payments?status=paid&order=${order}`)).status, 200);
  }
});

test('a row begins with who, then when, and leads to its record as a whole', async () => {
  for (const [path, who, rest] of [
    ['/payments', /Ada Lovelace/, /Lumen Editor/],
    ['/licenses', /Ada Lovelace/, /Lumen Editor KASSA-/],
    ['/invoices', /Ada Lovelace/, /INV-0001/],
    ['/customers', /Ada Lovelace/, /United Kingdom/],
  ] as const) {
    const row = bodyOf(await viewer.page(path))
      .split('</tr>')
      .find((one) => who.test(one));
    assert.ok(row, path);
    const [first = '', second = ''] = row.split('</td>');
    assert.match(first, /class="[^"]*at-who"><a href/, path);
    assert.match(readable(first), who);
    assert.match(readable(first), /ada@example\.com/);
    assert.match(second, /class="at-when"><time datetime="2026-11-14[^>]*>Today, 09:30</, path);
    assert.match(readable(row), rest);
    assert.doesNotMatch(readable(row), /_[0-9a-z]{28}/, `${path}: no identifier`);
  }
});

test('a filter by address finds the customer; where several have it, one is chosen', async () => {
  const ada = await viewer.page('/payments?email=ADA%40example.com');
  assert.match(readable(bodyOf(ada)), /Ada Lovelace/);
  assert.doesNotMatch(readable(bodyOf(ada)), /Grace/);
  const nobody = readable(await viewer.page('/payments?email=nobody%40example.com'));
  assert.match(nobody, /No customer has the address nobody@example\.com\. Search everything/);
  const several = await viewer.page('/payments?email=grace%40example.com&order=oldest');
  assert.match(readable(several), /Several customers have the address grace@example\.com/);
  const [, chosen = ''] = /href="([^"]*customer_id=grace-2)"/.exec(several) ?? [];
  const one = await viewer.page(chosen.replaceAll('&amp;', '&'));
  assert.match(readable(bodyOf(one)), /Film Presets/);
  assert.match(readable(one), /Customer: Grace Hopper ×/, 'a name, no identifier');
  assert.doesNotMatch(readable(bodyOf(one)), /Lumen/);
  assert.equal((await viewer.get('/payments.csv?email=grace%40example.com')).status, 400);
  const { text } = await viewer.get('/payments.csv?email=nobody%40example.com');
  assert.equal(text.trim().split('\r\n').length, 1, 'the heading alone');
});

test('what is set stands beside the button that folds the filters, and each can be taken off', async () => {
  const page = await viewer.page(
    `/payments?status=paid&product_id=${product_id}&created_from=2026-11-01&order=oldest`,
  );
  const set = [...page.matchAll(/class="set" href="([^"]*)">([\s\S]*?)<\/a>/g)];
  const texts = set.map(([, , text = '']) => readable(text).replace(/ ×.*/, '').trim());
  assert.deepEqual(texts, [
    'Product: Lumen Editor, €20.00',
    'From: 1 November 2026',
    'Oldest first',
  ]);
  const [, without = ''] = set[0] ?? [];
  const left = without.replaceAll('&amp;', '&');
  assert.match(left, /\?created_from=2026-11-01&status=paid&order=oldest$/);
  assert.match(page, /<input type="hidden" name="status" value="paid">/, 'the tab stays');
  assert.match(page, /<details><summary>Filter/);
  const wrong = await viewer.get('/payments?created_from=2026-12-01&created_to=2026-11-01');
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /<details open><summary>Filter/);
  for (const odd of ['status=nonsense', 'product_id=x', 'customer_id=x', 'email=%00']) {
    assert.ok((await viewer.get(`/payments?${odd}`)).status <= 400, odd);
  }
});

test('the CSV is what a bookkeeper needs, of all that the filters show', async () => {
  const { text } = await viewer.get('/payments.csv?email=ada%40example.com');
  const [title = '', row = ''] = text.split('\r\n');
  const cells = Object.fromEntries(title.split(',').map((name, at) => [name, row.split(',')[at]]));
  const { Customer, 'E-mail': email, Country, Amount, Currency, Tax, Invoice } = cells;
  assert.deepEqual(
    [Customer, email, Country, Amount, Currency, Tax, Invoice],
    ['Ada Lovelace', 'ada@example.com', 'GB', '20', 'EUR', '0', 'INV-0001'],
  );
  assert.equal(text.trim().split('\r\n').length, 2, 'the try is not there');
  for (const path of ['subscriptions', 'licenses', 'invoices', 'products', 'payment-links']) {
    const { status, text: csv } = await viewer.get(`/${path}.csv`);
    assert.equal(status, 200);
    assert.match(csv, /Identifier|Payment/, path);
  }
});

test('an empty list says what will be there, and leads to the one thing that brings it', async () => {
  const empty = await openStore(shop);
  const owner = await signedIn(shop, { store_id: empty.store_id });
  const looker = await signedIn(shop, { role: 'viewer', store_id: empty.store_id });
  for (const [path, next] of [
    ['/payments', '/payment-links/new'],
    ['/customers', '/payment-links/new'],
    ['/subscriptions', '/products/new'],
    ['/licenses', '/products/new'],
    ['/invoices', '/invoicing'],
    ['/products', '/products/new'],
    ['/discount-codes', '/discount-codes/new'],
    ['/payment-links', '/payment-links/new'],
  ] as const) {
    const page = await owner.page(path);
    const [card = ''] = /<section class="card empty">[\s\S]*?<\/section>/.exec(page) ?? [];
    assert.match(readable(card), /will be here/, path);
    assert.ok(card.includes(`href="${owner.home}${next}"`), path);
    assert.equal((await owner.get(next)).status, 200);
    const looked = (await looker.page(path)).split('class="card empty"')[1] ?? '';
    assert.match(looked, /will be here/);
    assert.doesNotMatch(looked, /class="button"/, path);
  }
});
