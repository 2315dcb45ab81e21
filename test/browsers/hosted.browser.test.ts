import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { charged, openHostedCounter, stripeSession } from '../harness/sales/hosted-counter.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, type Look, openPage, screenshot } from '../harness/visits/browser.ts';

// A real browser between our page and the page of the stand-in for Stripe.

const PAYS = '4242 4242 4242 4242';
const IS_DECLINED = '4000 0000 0000 0002';
const CONFIRMS = '4000 0025 0000 3155';
const PHONE = { width: 390, javascript: false } as const;

const counter = await openHostedCounter({ name: 'Photo editor', currency: 'EUR', license: {} });
const { shop, store, stand_in, control, openSession, session, transactions, pass } = counter;

async function open(path: string, look: Look = {}) {
  const opened = await openPage(look);
  await opened.page.goto(`https://localhost:${shop.app.port}${path}`);
  return opened;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** From our page to the page of Stripe. */
async function goToStripe(page: Page, button = 'Continue to payment'): Promise<void> {
  await page.getByLabel('E-mail').fill('ada@example.com');
  await press(page, button);
  await page.waitForURL(`${stand_in.url}/c/pay/**`);
}

/** On the page of Stripe. */
async function payThere(page: Page, number: string, button: string | RegExp = /^Pay /) {
  await page.getByLabel('Card number').fill(number);
  await press(page, button);
}

const backHere = (page: Page) => page.waitForURL(/\/checkout\/cs_\w+$/);

test('buy: from our page to the page of Stripe and back to the receipt', async () => {
  for (const look of [{}, PHONE]) {
    const before = await charged(stand_in, 'eur');
    const { id, path } = await openSession();
    const { page, complaints } = await open(path, look);
    assert.match(await page.locator('.pay').innerText(), /You pay on the next page, at Stripe\./);
    assert.equal(await page.getByLabel('Card number').count(), 0);
    await goToStripe(page);
    assert.equal(await page.getByLabel('Email').inputValue(), 'ada@example.com');
    assert.match(await page.locator('main').innerText(), /Photo editor × 1: €20\.00/);
    await payThere(page, PAYS);
    await backHere(page);
    assert.equal(await heading(page), 'Thank you for your order');
    assert.match(await page.locator('main').innerText(), /You paid €20\.00[\s\S]*KASSA-/);
    assert.equal((await session(id)).status, 'completed');
    assert.equal((await charged(stand_in, 'eur')) - before, 2_000);
    // The stand-in has no icon for its page.
    assert.deepEqual(
      complaints.filter((text) => !text.includes('404')),
      [],
    );
  }
});

test('declined, then another card: all of it on the page of Stripe, one payment here', async () => {
  const { id, path } = await openSession();
  const { page } = await open(path);
  await goToStripe(page);
  await payThere(page, IS_DECLINED);
  assert.match(await page.getByRole('alert').innerText(), /declined/);
  await payThere(page, PAYS);
  await backHere(page);
  assert.equal(await heading(page), 'Thank you for your order');
  assert.equal((await transactions(id)).length, 1);
});

test('3-D Secure: refused, then approved', async () => {
  const { path } = await openSession();
  const { page } = await open(path, PHONE);
  await goToStripe(page);
  await payThere(page, CONFIRMS);
  assert.equal(await heading(page), '3-D Secure');
  await press(page, 'Fail authentication');
  assert.match(await page.getByRole('alert').innerText(), /unable to authenticate/);
  await payThere(page, CONFIRMS);
  await press(page, 'Complete authentication');
  await backHere(page);
  assert.equal(await heading(page), 'Thank you for your order');
});

test('cancel at Stripe: our page leads on to the same page, or starts again', async () => {
  const { path } = await openSession();
  const { page } = await open(path);
  await goToStripe(page);
  const first = stripeSession(page.url());
  await page.getByRole('link', { name: 'Back' }).click();
  await backHere(page);
  assert.equal(await heading(page), 'Your payment is not complete');
  assert.deepEqual(await axeProblems(page), []);
  await page.getByRole('link', { name: 'Continue to Stripe' }).click();
  await page.waitForURL(`${stand_in.url}/c/pay/**`);
  assert.equal(stripeSession(page.url()), first);

  await page.getByRole('link', { name: 'Back' }).click();
  await backHere(page);
  await press(page, 'Cancel and start again');
  await page.getByRole('heading', { name: 'Your details' }).waitFor();
  assert.match(await page.getByRole('alert').innerText(), /You have not been charged/);
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'ada@example.com');
  await goToStripe(page);
  assert.notEqual(stripeSession(page.url()), first);
  await payThere(page, PAYS);
  await backHere(page);
  assert.equal(await heading(page), 'Thank you for your order');
});

test('the back button, a second window and a double click: one page of Stripe, one payment', async () => {
  const before = await charged(stand_in, 'eur');
  const { id, path } = await openSession();
  const { page } = await open(path);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Continue to payment' }).dblclick();
  await page.waitForURL(`${stand_in.url}/c/pay/**`);
  await press(other, 'Continue to payment');
  await other.waitForURL(`${stand_in.url}/c/pay/**`);
  assert.equal(stripeSession(other.url()), stripeSession(page.url()));

  await page.goBack();
  assert.equal(await heading(page), 'Your payment is not complete');
  const third = await page.context().newPage();
  await third.goto(other.url());
  await payThere(other, PAYS);
  await backHere(other);
  assert.equal(await heading(other), 'Thank you for your order');
  await page.getByRole('link', { name: 'Continue to Stripe' }).click();
  await backHere(page);
  assert.equal(await heading(page), 'Thank you for your order');
  await payThere(third, PAYS); // It still shows the form of Stripe.
  assert.match(await third.locator('main').innerText(), /already complete/);
  assert.equal((await charged(stand_in, 'eur')) - before, 2_000);
  assert.equal((await transactions(id)).length, 1);
});

test('a trial: the card is saved on the page of Stripe, and nothing is charged', async () => {
  const before = await charged(stand_in, 'eur');
  const product_id = await store.plan({ trial_days: 14 });
  const { id, path } = await openSession({ product_id });
  const { page } = await open(path, PHONE);
  await goToStripe(page, 'Start trial');
  await payThere(page, CONFIRMS, 'Save card');
  await press(page, 'Complete authentication');
  await backHere(page);
  assert.equal(await heading(page), 'Thank you for your order');
  const { subscription_id } = await session(id);
  assert.equal((await store.get(subscription_id)).status, 'trialing');
  assert.equal(await charged(stand_in, 'eur'), before);
});

for (const { color_scheme, width } of LOOKS) {
  test(`the pages around the page of Stripe are accessible and closed: ${color_scheme}, ${width} wide`, async () => {
    const product_id = await store.plan({ trial_days: 14 });
    const [{ path }, trial] = [await openSession(), await openSession({ product_id })];
    const look = { color_scheme, width };
    const name = (what: string) => `hosted-${what}-${color_scheme}`;
    const { page } = await open(trial.path, look);
    await screenshot(page, name('trial'));
    await goToStripe(page, 'Start trial');
    await page.goto(`https://localhost:${shop.app.port}${trial.path}`);
    await screenshot(page, name('trial-waiting'));

    await page.goto(`https://localhost:${shop.app.port}${path}`);
    assert.deepEqual(await axeProblems(page), []);
    await screenshot(page, name('pay'));
    await goToStripe(page);
    const there = stripeSession(page.url());
    await page.getByRole('link', { name: 'Back' }).click();
    await backHere(page);
    assert.deepEqual(await axeProblems(page), []);
    await screenshot(page, name('waiting'));

    await control.pay({ session: there, iban: 'DE62370400440532013001' });
    await page.getByRole('link', { name: 'Check again' }).click();
    await backHere(page);
    assert.equal(await heading(page), 'Your payment is on its way');
    assert.deepEqual(await axeProblems(page), []);
    await screenshot(page, name('on-its-way'));

    for (let day = 0; day < 6; day++) await pass(24 * 60);
    await page.reload();
    assert.equal(await heading(page), 'This checkout has expired');
    assert.deepEqual(await axeProblems(page), []);
    await screenshot(page, name('failed'));

    const odd = await openSession();
    await page.goto(`https://localhost:${shop.app.port}${odd.path}`);
    await goToStripe(page);
    await control.changeTotal({ session: stripeSession(page.url()), amount: 1_900 });
    await payThere(page, PAYS);
    await backHere(page);
    assert.equal(await heading(page), 'Your payment is being checked');
    assert.deepEqual(await axeProblems(page), []);
    await screenshot(page, name('checking'));
  });
}
