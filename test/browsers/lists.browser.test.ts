import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SESSION_COOKIE } from '../../src/shop/store/team/session.ts';
import { openStore } from '../harness/cast.ts';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { type Look, openPage, screenshot } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';

const shop = await startShop();
const store = await openStore(shop);
const details = { customer_id: 'grace', name: 'Grace Hopper', email: 'grace@hopper.example' };
await store.must('POST /create-customer', details);
const product_id = await store.product({ name: 'Lumen Editor 3', price: 61 });
const { transaction_id } = await store.buy(product_id, { customer_id: 'grace' });
const { token, home } = await signedIn(shop, { store_id: store.store_id });

async function open(look: Look, path: string) {
  const { page, complaints } = await openPage(look);
  const url = shop.app.base_url;
  await page.context().addCookies([{ name: SESSION_COOKIE, value: token, url }]);
  await page.goto(url + home + path);
  return { page, complaints, to: (below: string) => page.goto(url + home + below) };
}

for (const color_scheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`a row of a list can be pressed anywhere: ${width} ${color_scheme}`, async () => {
      const { page, complaints } = await open({ width, height: 844, color_scheme }, '/payments');
      assert.deepEqual(await axeProblems(page), []);
      await screenshot(page, `lists-payments-${width}-${color_scheme}`);
      const row = page.locator('tbody tr').first();
      assert.match(await row.innerText(), /Grace Hopper/);
      const box = await row.boundingBox();
      assert.ok(box);
      if (width === 390) assert.ok(box.height < 130, `three lines, not ${box.height} pixels`);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height - 6);
      await page.waitForURL(`**/payments/${transaction_id}`);
      assert.deepEqual(complaints, []);
    });
  }
}

test('filters unfold over the list, and what is set is taken off', async () => {
  const { page, complaints, to } = await open({ width: 390, height: 844 }, '/payments');
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Type').selectOption('purchase');
  await screenshot(page, 'lists-filter-390');
  assert.deepEqual(await axeProblems(page), []);
  await page.getByRole('button', { name: 'Show payments' }).click();
  await page.waitForURL(/type=purchase/);
  await page.getByRole('link', { name: 'Type: Purchase Remove this filter' }).click();
  await page.waitForURL(/payments$/);
  for (const path of ['/customers', '/products', '/invoices', '/licenses', '/subscriptions']) {
    await to(path);
    await screenshot(page, `lists${path.replaceAll('/', '-')}-390`);
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.equal(wide, 0, path);
  }
  assert.deepEqual(complaints, []);
});

test('what a form will do follows what is typed, and the button does it', async () => {
  const at = `/payments/${transaction_id}/refund`;
  const { page, complaints } = await open({ width: 1280 }, at);
  await page.getByRole('button', { name: 'Refund €61.00' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Update' }).isVisible(), false);
  await page.getByLabel('Amount').fill('12');
  await page.getByRole('button', { name: 'Refund €12.00' }).waitFor();
  await screenshot(page, 'lists-refund-1280');
  await page.getByLabel('Amount').fill('100');
  await page.getByText('Nothing was refunded').waitFor();
  assert.equal(await page.locator('[name="confirmed"]').count(), 0);
  await page.getByLabel('Amount').fill('12.50');
  await page.getByRole('button', { name: 'Refund €12.50' }).click();
  await page.getByText('The amount was refunded').waitFor();
  const { data } = await store.must('GET /get-transactions', { transaction_id });
  assert.equal(data[0].refunded, 12.5);
  // The browser notes that the refund of 100 was refused.
  assert.equal(complaints.length, 1);
  assert.match(complaints[0] ?? '', /400/);
});

test('with keys alone: / searches, ? lists the keys, Escape closes', async () => {
  const { page, complaints } = await open({ width: 1280 }, '/payments');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keys' });
  await list.waitFor();
  assert.deepEqual(await axeProblems(page), []);
  await screenshot(page, 'lists-keys-1280');
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  await page.keyboard.press('/');
  await page.keyboard.type('grace?/');
  assert.equal(await page.locator(':focus').inputValue(), 'grace?/');
  assert.equal(await list.isVisible(), false, 'what is typed into a field is no key');
  await page.keyboard.press('Escape');
  await page.getByText('Filter', { exact: true }).click();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.list-filters details').getAttribute('open'), null);
  assert.deepEqual(complaints, []);
});
