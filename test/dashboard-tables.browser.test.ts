import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEAT_COOKIE } from '../src/people/seat.ts';
import { openPage, screenshot } from './browser.ts';
import { openStore } from './cast.ts';
import { signedIn } from './dashboard.ts';
import { startShop } from './harness.ts';
import { GERMAN, sellFrom } from './taxed.ts';

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
    await page.context().addCookies([{ name: SEAT_COOKIE, value: token, url }]);
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

test('of a payment the day is in sight on a screen of 1280 pixels, also in the overview', async () => {
  const store = await openStore(shop);
  const product_id = await store.plan({ name: 'Lumen Cloud Starter', price: 20 });
  const email = 'lena.fischer.1234@example.com';
  await store.must('POST /create-customer', { customer_id: 'lena', email });
  await store.subscribe(product_id, { customer_id: 'lena' });
  await store.advance('P2M');
  const { token, home } = await signedIn(shop, { store_id: store.store_id });
  const { page } = await openPage({ width: 1280, height: 900 });
  const url = shop.app.base_url;
  await page.context().addCookies([{ name: SEAT_COOKIE, value: token, url }]);
  for (const path of ['', '/payments']) {
    await page.goto(url + home + path);
    const cut = await page.evaluate(`(() => {
      const table = [...document.querySelectorAll('.scroll')].find(
        (one) => one.textContent.includes('Paid with'));
      return table.scrollWidth - table.clientWidth;
    })()`);
    assert.equal(cut, 0, `${path}: ${cut} pixels are out of sight`);
    await screenshot(page, `tables-payments${path.replaceAll('/', '-')}-wide`);
  }
});
