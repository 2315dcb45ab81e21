import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  CARDS,
  openFieldsCounter,
  payIn,
  pressIn,
  thanks,
} from '../harness/sales/fields-counter.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { screenshot } from '../harness/visits/browser.ts';

// The bank asks the buyer: on our page, by the provider's script, or on a page of its own.

const counter = await openFieldsCounter();
const { store, control, open, openSession, session, books } = counter;
const ONCE = { minor: 2_000, orders: 1 };

const bankIn = (page: Page) => page.locator('iframe[title="3-D Secure"]').contentFrame();
const answer = (page: Page, name: 'Complete' | 'Fail') =>
  pressIn(bankIn(page), `${name} authentication`);

test('the bank asks on our page: answered there, and the receipt is next', async () => {
  const sold = await books();
  const { path } = await openSession();
  const { page, complaints } = await open(path);
  await payIn(page, CARDS.confirms);
  await answer(page, 'Complete');
  await thanks(page);
  assert.deepEqual(complaints, []);
  await sold(ONCE);
});

test('the bank says no: the page says so first, and another card pays', async () => {
  const sold = await books();
  const { id, path } = await openSession();
  const { page } = await open(path);
  await payIn(page, CARDS.confirms);
  await answer(page, 'Fail');
  await page.locator('.refusal:focus').waitFor();
  assert.equal((await session(id)).last_payment_error.code, 'authentication_failed');
  await payIn(page, CARDS.pays);
  await thanks(page);
  await sold(ONCE);
});

test('a reload while the bank asks, and a second window: each goes on where it was', async () => {
  const sold = await books();
  const { path } = await openSession();
  const { page, complaints } = await open(path);
  await payIn(page, CARDS.confirms);
  await bankIn(page).getByText('Complete authentication').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor();
  assert.deepEqual(await axeProblems(page), []);
  await screenshot(page, 'pay-here-confirm');
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const one of [page, other]) {
    await one.getByRole('link', { name: 'Continue to your bank' }).click();
    await bankIn(one).getByText('Complete authentication').waitFor();
  }
  await answer(page, 'Complete');
  await thanks(page);
  await other.reload();
  await thanks(other);
  assert.deepEqual(complaints, []);
  await sold(ONCE);
});

test('given up while the bank asks: another card pays, and the first can pay no more', async () => {
  const sold = await books();
  const { path } = await openSession();
  const { page } = await open(path);
  await payIn(page, CARDS.confirms);
  await bankIn(page).getByText('Complete authentication').waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await pressIn(other, 'Use another card');
  await payIn(other, CARDS.pays);
  await thanks(other);
  await page.reload();
  await thanks(page);
  await sold(ONCE);
});

test('a trial whose bank asks: the card is saved, nothing is charged', async () => {
  const sold = await books();
  const product_id = await store.plan({ trial_days: 14 });
  const { id, path } = await openSession({ product_id });
  const { page } = await open(path);
  await payIn(page, CARDS.confirms, 'Start trial');
  await answer(page, 'Complete');
  await thanks(page);
  const { subscription_id } = await session(id);
  assert.equal((await store.get(subscription_id)).status, 'trialing');
  await sold({ minor: 0, orders: 1 });
});

test('the bank has a page of its own: the whole window goes there; reload and the button back show how it is', async () => {
  await control.changeAccount({ asks_elsewhere: true });
  const sold = await books();
  const { path } = await openSession();
  const { page } = await open(path);
  await payIn(page, CARDS.confirms);
  await page.waitForURL(/\/3d-secure\/pi_/);
  const away = page.url();
  await page.goBack();
  await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Continue to your bank' }).click();
  await page.waitForURL(away);
  await pressIn(page, 'Complete authentication');
  await thanks(page);
  await sold(ONCE);
  await control.changeAccount({ asks_elsewhere: false });
});

test('it says no there: the order is there again, and another card pays', async () => {
  await control.changeAccount({ asks_elsewhere: true });
  const sold = await books();
  const { path } = await openSession();
  const { page } = await open(path);
  await payIn(page, CARDS.confirms);
  await page.waitForURL(/\/3d-secure\/pi_/);
  await pressIn(page, 'Fail authentication');
  await page.getByRole('alert').waitFor();
  await payIn(page, CARDS.pays);
  await thanks(page);
  await sold(ONCE);
  await control.changeAccount({ asks_elsewhere: false });
});
