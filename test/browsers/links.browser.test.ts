import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';

// Payment links as a buyer sees them.

const shop = await startShop();
const store = await shop.openStore();
const product_id = await store.product({ name: 'Photo editor', description: 'Edits photos' });
const custom_fields = [
  { key: 'team', label: 'Team name', type: 'text' },
  { key: 'people', label: 'How many people are you?', type: 'number', optional: true },
  { key: 'size', label: 'T-shirt', type: 'choice', options: ['Small', 'Large'] },
  { key: 'terms', label: 'I accept the license agreement of Photo editor', type: 'checkbox' },
];
const make = (more: object = {}) =>
  store.must('POST /create-payment-link', { product_id, ...more });

test('own fields: axe is content, and they are answered without JavaScript', async () => {
  const { url } = await make({ custom_fields });
  for (const look of LOOKS) {
    const { page, complaints } = await openPage(look);
    await page.goto(`${url}?email=ada@example.com`);
    await screenshot(page, `link-fields-${look.color_scheme}-${look.width}`);
    assert.deepEqual(await axeProblems(page), []);
    assert.deepEqual(complaints, []);
  }
  const { page } = await openPage({ javascript: false, width: 390, height: 664 });
  await page.goto(`${url}?email=ada@example.com`);
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'ada@example.com');
  await page.getByLabel('Team name').fill('Blue');
  await page.locator('#card_number').fill('4242 4242 4242 4242');
  await page.locator('#card_expiry').fill('12/34');
  await page.locator('#card_code').fill('123');
  await page.getByRole('button', { name: /^(Pay|Order)/ }).click();
  await screenshot(page, 'link-fields-refused-390');
  assert.match(await page.title(), /^(?!Photo editor)/);
  await page.getByLabel('T-shirt').selectOption('Large');
  await page.getByLabel('I accept').check();
  await page.getByRole('button', { name: /^(Pay|Order)/ }).click();
  await page.waitForURL(/\/checkout\/cs_/);
  const { data } = await store.must('GET /get-transactions', { product_id });
  assert.deepEqual(data[0].custom_fields, { team: 'Blue', size: 'Large', terms: true });
});

test('a link that is sold out says so, in the look of the shop', async () => {
  const { url, payment_link_id } = await make();
  await store.must('POST /update-payment-link', { payment_link_id, active: false });
  const { page } = await openPage({ width: 390, height: 664, color_scheme: 'dark' });
  await page.goto(url);
  await screenshot(page, 'link-closed-390');
  assert.match(await page.title(), /^This offer has ended/);
  assert.deepEqual(await axeProblems(page), []);
});
