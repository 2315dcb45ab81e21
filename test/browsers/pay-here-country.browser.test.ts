import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CARDS,
  fieldsIn,
  openFieldsCounter,
  payIn,
  thanks,
  typeCard,
} from '../harness/sales/fields-counter.ts';
import { GERMAN, OSS, sellFrom } from '../harness/sales/taxed.ts';

// The price follows the buyer's country, and the provider's fields follow the price.

const counter = await openFieldsCounter();
const { store, open, openSession, books } = counter;
await sellFrom(store, 'DE', [GERMAN, OSS]);
const product_id = await store.product({ tax_behavior: 'exclusive' });

test('the country decides: fields without a country of their own, with the total of today, and the card stays', async () => {
  const sold = await books();
  const { path } = await openSession({ product_id });
  const { page, complaints } = await open(path);
  const fields = page.locator('.fields');
  const pays = () => page.locator('.fields iframe').getAttribute('data-pays');
  await page.locator('form[data-here]').waitFor({ state: 'attached' });
  assert.equal(await fields.isVisible(), false);
  assert.equal(await page.getByRole('button', { name: 'Continue' }).count(), 1);
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('button', { name: /€23\.80|Order/ }).waitFor();
  assert.equal(await pays(), 'payment 2380 eur once');
  await typeCard(page, CARDS.pays);
  assert.equal(await fieldsIn(page).locator('[name=country]').count(), 0);
  await page.getByLabel('Country').selectOption('HU');
  await page.getByText('€25.40').first().waitFor();
  assert.equal(await pays(), 'payment 2540 eur once');
  assert.equal(await fieldsIn(page).locator('[name=number]').inputValue(), CARDS.pays);
  for (const box of await page.locator('#consent').all()) await box.check();
  await payIn(page, CARDS.pays, /^(Pay|Order) /);
  await thanks(page);
  assert.deepEqual(complaints, []);
  await sold({ minor: 2_540, orders: 1 });
});

test('asked for the country by the button: the page goes on where it is, with the fields', async () => {
  const { path } = await openSession({ product_id });
  const { page } = await open(path);
  await page.locator('form[data-here]').waitFor({ state: 'attached' });
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.refusal:focus').waitFor();
  await page.getByLabel('Country').selectOption('DE');
  await page.locator('.fields').waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'ada@example.com');
});
