import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { charged } from '../harness/sales/hosted-counter.ts';
import { openSubscriptions } from '../harness/sales/stripe-subscriber.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, type Look, openPage, screenshot } from '../harness/visits/browser.ts';

// A real browser between the portal, the page where a bill is paid, and the page of the stand-in
// for Stripe.

const IS_DECLINED = '4000 0000 0000 0002';
const CONFIRMS = '4000 0027 6000 3184';
const NO_MONEY = '4000000000009995';
const PHONE = { width: 390, javascript: false } as const;

const shop = await openSubscriptions();
const { stand_in, store } = shop;

async function open(path: string, look: Look = {}) {
  const opened = await openPage(look);
  await opened.page.goto(`https://localhost:${shop.shop.app.port}${path}`);
  return opened;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const main = (page: Page) => page.locator('main').innerText();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const go = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click();

/** On the page of Stripe. */
async function payThere(page: Page, number: string, button: string | RegExp = /^Pay /) {
  await page.getByLabel('Card number').fill(number);
  await press(page, button);
}

/** Somebody whose renewal was declined. */
async function pastDue(number = NO_MONEY) {
  const bought = await shop.subscribe();
  await shop.spoil(bought.customer_id, number);
  await shop.passDays(31);
  return { ...bought, portal: await shop.portalOf(bought.customer_id) };
}

test('past due, pay now: from the portal to the bill, to Stripe, and back to what is paid', async () => {
  for (const look of [{}, PHONE]) {
    const { subscription_id, portal } = await pastDue();
    const before = await charged(stand_in, 'eur');
    const { page } = await open(`${portal}/subscription/${subscription_id}`, look);
    await go(page, 'Pay €20.00');
    assert.match(await main(page), /Your payment of €20\.00 is due[\s\S]*not enough money/);
    await press(page, 'Continue to payment');
    await page.waitForURL(`${stand_in.url}/c/pay/**`);
    // Declined there, another card is tried there.
    await payThere(page, IS_DECLINED);
    assert.match(await page.getByRole('alert').innerText(), /declined/);
    await payThere(page, '4242 4242 4242 4242');
    await page.waitForURL(/\/pay\/\w+$/);
    assert.equal(await heading(page), 'You are all set');
    assert.equal((await store.get(subscription_id)).status, 'active');
    assert.equal((await charged(stand_in, 'eur')) - before, 2_000);
    await store.cancel(subscription_id);
  }
});

test('a renewal that the bank wants confirmed: confirmed at the link, once', async () => {
  const { subscription_id } = await pastDue('4000002760003184');
  const { payment_url } = await store.get(subscription_id);
  const { page } = await open(new URL(payment_url).pathname, PHONE);
  assert.match(await main(page), /Your bank wants/);
  await press(page, 'Continue to payment');
  await page.waitForURL(`${stand_in.url}/c/pay/**`);
  await payThere(page, CONFIRMS);
  await press(page, 'Complete authentication');
  await page.waitForURL(/\/pay\/\w+$/);
  assert.equal(await heading(page), 'You are all set');
  await page.reload();
  assert.equal(await heading(page), 'You are all set');
  assert.equal((await store.get(subscription_id)).status, 'active');
  await store.cancel(subscription_id);
});

test('the way back without having paid: go on, or give up and start again', async () => {
  const { subscription_id } = await pastDue();
  const { payment_url } = await store.get(subscription_id);
  const { page } = await open(new URL(payment_url).pathname);
  await press(page, 'Continue to payment');
  await page.waitForURL(`${stand_in.url}/c/pay/**`);
  await page.goto(payment_url);
  assert.equal(await heading(page), 'Your payment is not complete');
  await press(page, 'Cancel and start again');
  assert.match(await main(page), /Your payment of €20\.00 is due/);
  await store.cancel(subscription_id);
  await page.reload();
  assert.equal(await heading(page), 'This subscription has ended');
});

test('replace the card: from the portal to Stripe and back to the portal', async () => {
  for (const look of [{}, PHONE]) {
    const { customer_id, subscription_id, portal } = await pastDue();
    const { page } = await open(portal, look);
    await go(page, 'Update card');
    assert.match(await main(page), /The new card is charged €20\.00 for Pro at once/);
    assert.equal(await page.getByLabel('Card number').count(), 0);
    await press(page, 'Continue to Stripe');
    await page.waitForURL(`${stand_in.url}/c/pay/**`);
    await payThere(page, '5555 5555 5555 4444', 'Save card');
    await page.waitForURL(/\/note\/card-saved$/);
    assert.match(await main(page), /Mastercard •••• 4444\s+Expires 12\/34/);
    assert.equal((await store.get(subscription_id)).status, 'active');
    assert.notEqual(await shop.methodOf(customer_id), '');
    await store.cancel(subscription_id);
  }
});

test('the pages look as they should and have no problems that axe finds, light and dark, wide and narrow', async () => {
  const { customer_id, subscription_id, portal } = await pastDue();
  const { payment_url } = await store.get(subscription_id);
  const { url } = await store.must('POST /create-card-update', { customer_id });
  const paths = {
    'pay-due': new URL(payment_url).pathname,
    'card-update': new URL(url).pathname,
    'portal-card-hosted': `${portal}/card`,
    'portal-past-due': `${portal}/subscription/${subscription_id}`,
  };
  for (const look of LOOKS) {
    for (const [name, path] of Object.entries(paths)) {
      const { page } = await open(path, look);
      await screenshot(page, `${name}-${look.color_scheme}-${look.width}`);
      assert.deepEqual(await axeProblems(page), [], name);
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(Number(wide) <= look.width, `${name} fits ${look.width}`);
      await page.close();
    }
  }
  await store.cancel(subscription_id);
});
