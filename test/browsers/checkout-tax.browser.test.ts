import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../harness/cast.ts';
import { GERMAN, OSS, sellFrom } from '../harness/sales/taxed.ts';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';

const shop = await startShop();
const store = await openStore(shop);
await sellFrom(store, 'DE', [GERMAN, OSS], { when_unverified: 'accept' });
const product_id = await store.plan({ price: 20, tax_behavior: 'exclusive' });

for (const look of LOOKS) {
  test(`a company buys with tax, without JavaScript, at ${look.width} px`, async () => {
    const { checkout_url, checkout_session_id } = await store.create({
      ...{ product_id, customer_id: `buyer ${look.width}` },
    });
    const { page, complaints } = await openPage({ ...look, javascript: false });
    const axe = await openPage(look); // Axe is a script.
    const accessible = async (step: string) => {
      await axe.page.goto(checkout_url);
      assert.deepEqual(await axeProblems(axe.page), [], step);
      await screenshot(axe.page, `tax-${step}-${look.color_scheme}-${look.width}`);
    };
    await page.goto(checkout_url);
    await accessible('unknown');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Country').selectOption('DE');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Pay €23.80' }).waitFor();
    await page.getByLabel('Country').selectOption('AT');
    await page.getByText('I am buying for a company').click();
    await page.getByLabel('Tax number').fill('ATU12345675');
    await page.getByRole('button', { name: 'Update total' }).click();
    await page.getByText('Reverse charge: no VAT is charged').waitFor();
    await accessible('reverse-charge');
    assert.equal(await page.getByLabel('E-mail').inputValue(), 'ada@example.com');
    await page.getByLabel('Card number').fill('4000 0004 0000 0008');
    await page.getByLabel('Expiry').fill('12/34');
    await page.getByLabel('Security code').fill('123');
    await page.keyboard.press('Enter'); // Pays, and does not update the total.
    await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
    const { data } = await store.must('GET /get-transactions', { checkout_session_id });
    const [{ total, tax_evidence }] = data;
    assert.deepEqual([total, tax_evidence.is_conflicting], [20, false]);
    assert.deepEqual([...complaints, ...axe.complaints], []);
  });
}
