import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openFieldsCounter, pressIn, thanks } from '../harness/sales/fields-counter.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, screenshot } from '../harness/visits/browser.ts';

// Apple Pay and Google Pay above the form, on a device that has them.

const counter = await openFieldsCounter();
const { store, control, open, openSession, transactions, books } = counter;
const ONCE = { minor: 2_000, orders: 1 };
const DEVICE = { device: 'wallets' } as const;

const walletsIn = (page: Page) => page.locator('.wallets iframe').contentFrame();
const press = (page: Page) => pressIn(walletsIn(page), 'Buy with Apple Pay');
const authorize = (page: Page) => pressIn(walletsIn(page), 'Confirm with Face ID');

test('paid by a wallet: it says who the buyer is, and nothing has to be typed', async () => {
  const sold = await books();
  const { path, customer_id } = await openSession();
  const { page, complaints } = await open(path, DEVICE);
  await press(page);
  await authorize(page);
  await thanks(page);
  assert.equal((await counter.customer(customer_id)).email, 'ada@wallet.example');
  assert.deepEqual(complaints, []);
  await sold(ONCE);
});

test('the wallet’s card is declined: its sheet closes, the refusal has the focus, the next press pays', async () => {
  const sold = await books();
  const { id, path } = await openSession();
  const { page } = await open(path, DEVICE);
  await control.changeAccount({ refuses: { message: 'Your account is closed for now.' } });
  await press(page);
  await authorize(page);
  await page.locator('.refusal:focus').waitFor();
  assert.equal(await walletsIn(page).getByText('Confirm with Face ID').count(), 0);
  await control.changeAccount({ refuses: null });
  await press(page);
  await authorize(page);
  await thanks(page);
  assert.equal((await transactions(id))[0].status, 'paid');
  await sold(ONCE);
});

for (const { color_scheme, width } of LOOKS) {
  test(`above the form, accessible: ${color_scheme}, ${width} wide`, async () => {
    const { path } = await openSession();
    const { page } = await open(path, { ...DEVICE, color_scheme, width });
    await walletsIn(page).getByText('Buy with Apple Pay').waitFor();
    await page.getByText('Or pay by card').waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
    assert.deepEqual(await axeProblems(page), []);
    await screenshot(page, `pay-here-wallets-${color_scheme}-${width}`);
  });
}

test('where consent or a country is missing, the wallet does not open and the page says what is', async () => {
  const sold = await books();
  await store.must('POST /update-tax-settings', {
    country: 'DE',
    registrations: [{ country: 'DE', since: '2020-01-01' }],
  });
  const { path } = await openSession();
  const { page } = await open(path, DEVICE);
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel(/right of withdrawal/).waitFor();
  await press(page);
  await page.locator('#consent:focus').waitFor();
  assert.equal(await walletsIn(page).getByText('Confirm with Face ID').count(), 0);
  await page.getByLabel(/right of withdrawal/).check();
  await press(page);
  await authorize(page);
  await thanks(page);
  await sold(ONCE);
});
