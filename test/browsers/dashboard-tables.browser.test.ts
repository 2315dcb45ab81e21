import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SESSION_COOKIE } from '../../src/shop/store/team/session.ts';
import { type CastStore, openStore } from '../harness/cast.ts';
import { GERMAN, sellFrom } from '../harness/sales/taxed.ts';
import { startShop } from '../harness/shop.ts';
import { openPage, screenshot } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';

const shop = await startShop();

/** Whether a link of a table can be pressed: nothing covers it, and it is on the screen. */
const isInSight = (name: string) => `(() => {
  const link = [...document.querySelectorAll('.scroll a')].find(
    (one) => one.textContent.includes(${JSON.stringify(name)}));
  link.scrollIntoView({ block: 'center', inline: 'nearest' });
  for (const one of document.querySelectorAll('.scroll')) one.scrollTo(0, 0);
  const { left, right, top, bottom } = link.getBoundingClientRect();
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && right <= innerWidth && found === link;
})()`;

for (const color_scheme of ['light', 'dark'] as const) {
  test(`what can be done in a wide table is in sight on a phone: ${color_scheme}`, async () => {
    const store = await openStore(shop);
    const tax_number = 'DE136695976';
    await sellFrom(store, 'DE', [{ ...GERMAN, tax_number }], { prices_include_tax: false });
    await store.must('POST /create-tax-rate', {
      tax: 'Sales tax',
      country: 'US',
      region: 'NY',
      rate: 8,
    });
    await store.must('POST /create-api-key', {
      name: 'Web shop in the United States',
      scope: 'read',
    });
    await store.product({ name: 'Photo editor Professional for small teams', price: 40 });
    const { token, home } = await signedIn(shop, { store_id: store.store_id });
    const { page } = await openPage({ width: 375, height: 800, color_scheme });
    const url = shop.app.base_url;
    await page.context().addCookies([{ name: SESSION_COOKIE, value: token, url }]);
    for (const [path, links] of [
      ['/api-keys', ['Revoke…']],
      ['/taxes', ['Edit', 'Remove…']],
      ['/taxes/rates', ['Delete…']],
    ] as const) {
      await page.goto(url + home + path);
      for (const name of links) {
        assert.equal(await page.evaluate(isInSight(name)), true, `${path}: ${name}`);
      }
      await screenshot(page, `tables${path.replaceAll('/', '-')}-${color_scheme}`);
    }
    await page.goto(`${url}${home}/products`);
    await screenshot(page, `tables-products-${color_scheme}`);
  });
}

/** Every list of the dashboard, with the pages on which there are several. */
const LISTS = [
  ...['', '/payments', '/customers', '/subscriptions', '/licenses', '/invoices', '/products'],
  ...['/payment-links', '/discount-codes', '/events', '/webhooks', '/deliveries', '/mails'],
  ...['/api-keys', '/audit', '/taxes', '/taxes/rates', '/taxes/report', '/team', '/mail'],
];

/** Of each table with rows: how many pixels of it are out of sight. */
const CUTS = `[...document.querySelectorAll('.scroll')]
  .filter((one) => one.querySelector('td') && one.clientWidth > 0)
  .map((one) => one.scrollWidth - one.clientWidth)`;

test('every list of the dashboard is in sight as a whole on a screen of 1280 pixels', async () => {
  const store = await openStore(shop);
  await fillLists(store);
  const { token, home } = await signedIn(shop, { store_id: store.store_id });
  const { page } = await openPage({ width: 1280, height: 900 });
  const url = shop.app.base_url;
  await page.context().addCookies([{ name: SESSION_COOKIE, value: token, url }]);
  const problems: string[] = [];
  for (const path of LISTS) {
    await page.goto(url + home + path);
    const cuts: number[] = await page.evaluate(CUTS);
    if (cuts.length === 0) problems.push(`${path}: no list`);
    for (const cut of cuts) if (cut > 0) problems.push(`${path}: ${cut} pixels are out of sight`);
    await screenshot(page, `tables${path.replaceAll('/', '-')}-wide`);
  }
  assert.deepEqual(problems, []);
});

/** A row or more in each list, with texts as long as they often are. */
async function fillLists(store: CastStore): Promise<void> {
  const { must } = store;
  await sellFrom(store, 'DE', [{ ...GERMAN, tax_number: 'DE136695976' }]);
  await must('POST /create-tax-rate', { tax: 'Sales tax', country: 'US', region: 'NY', rate: 8 });
  const url = 'https://hooks.photo-works.example.com/kassa/every-event-of-this-store';
  const events = ['subscription.renewed', 'customer.created', 'subscription.renewal_coming'];
  await must('POST /create-webhook', { url, name: 'Accounting and license server', events });
  const product_id = await store.plan({
    name: 'Lumen Cloud Professional for small teams',
    ...{ price: 1249.5, tax_behavior: 'exclusive', license: { activation_limit: 25 } },
  });
  await must('POST /create-payment-link', { product_id, slug: 'lumen-cloud-professional' });
  await store.coupon('AUTUMN-SALE-2026', { duration: 'repeating', duration_months: 6 });
  // One whom the seller has named, and one whose identifier is made.
  const email = 'lena.fischer-oberhausen.1234@mail.photo-works.example.com';
  const customer = { email, name: 'Lena Fischer-Oberhausen', country: 'GB' };
  const { customer_id } = await must('POST /create-customer', customer);
  await store.subscribe(product_id, { customer_id, quantity: 12 });
  await store.advance('P2M');
  // Nobody listens there, and a list of webhooks has the day on which somebody did.
  await shop.db.write({ store_id: store.store_id }, async (tx) =>
    tx.run('UPDATE webhooks SET last_delivered_at = :at WHERE store_id = :store_id', {
      at: Date.UTC(2026, 10, 24, 22, 44),
    }),
  );
}
