import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { largeTextProblems, widthTooMuch } from '../harness/visits/layout.ts';

// What a shop has sold, as somebody sees it: sales, a product, a code, a customer with notes.

const shop = await startShop();
const store = await shop.openStore();
const { product, coupon, buy, refund, advance, must } = store;
const editor = await product({ name: 'Lumen Editor 3, for people who shoot RAW', price: 49 });
const viewer = await product({ name: 'Viewer', price: 5 });
await coupon('LAUNCH20', { discount_percentage: 20 });
for (const [at, country] of ['DE', 'US', 'JP', 'FR', 'DE', 'US', 'DE'].entries()) {
  const customer_id = `buyer${at}`;
  const email = `somebody.with.a.long.name.${at}@example.com`;
  await must('POST /create-customer', { customer_id, country, email });
  await buy(at % 3 === 0 ? viewer : editor, {
    customer_id,
    ...(at > 3 && { coupon_code: 'LAUNCH20' }),
  });
  await advance('P1D');
}
const { transaction_id } = await buy(editor, { customer_id: 'buyer1' });
await refund(transaction_id, { amount: 9 });
await must('POST /create-note', {
  transaction_id,
  text: 'Called about the invoice:\nwants one with the new address.',
});
const { discount_id } = await must('GET /get-discount-code', { code: 'LAUNCH20' });
const person = await signedIn(shop, { store_id: store.store_id });

const PAGES = [
  ['sales', '/sales'],
  ['sales-country', '/sales?by=country'],
  ['best-customers', '/best-customers'],
  ['product', `/products/${editor}`],
  ['code', `/discount-codes/${discount_id}`],
  ['customer', '/customers/buyer1'],
  ['payment', `/payments/${transaction_id}`],
] as const;

for (const look of LOOKS) {
  test(`pages of sales and notes, ${look.color_scheme}, ${look.width}: no problem that axe knows, nothing too wide`, async () => {
    const { page, complaints } = await openPage(look);
    const [name = '', value = ''] = person.cookie.split('=');
    await page.context().addCookies([{ name, value, url: shop.app.base_url }]);
    for (const [of, path] of PAGES) {
      await page.goto(shop.app.base_url + person.home + path);
      await screenshot(page, `${of}-${look.color_scheme}-${look.width}`);
      assert.deepEqual(await axeProblems(page, 'main'), [], of);
      assert.equal(await widthTooMuch(page), 0, of);
      if (of !== 'payment') assert.deepEqual(await largeTextProblems(page), [], of);
    }
    assert.deepEqual(complaints, []);
  });
}
