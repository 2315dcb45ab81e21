import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import type Stripe from 'stripe';
import { axeProblems } from '../../harness/visits/axe.ts';
import { openPage, screenshot } from '../../harness/visits/browser.ts';
import { lineOf, stripeForTests } from './client.ts';

const { stripe } = await stripeForTests();

// The shop that the buyer comes from and goes back to.
const shop = createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end(
    `<!doctype html><html lang="en"><title>Shop</title><h1>Shop ${request.url}</h1></html>`,
  );
});
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
after(() => shop.close());
const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;

const open = (more: Stripe.Checkout.SessionCreateParams = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    managed_payments: { enabled: false },
    success_url: `${address}/done?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${address}/back`,
    customer_email: 'ada@example.com',
    line_items: [lineOf(1999, 'eur')],
    ...more,
  });

async function visit(session: Stripe.Checkout.Session): Promise<Page> {
  const { page } = await openPage({ javascript: false });
  await page.goto(session.url ?? '');
  return page;
}

async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByRole('button', { name: /^(Pay|Save)/ }).click();
}

const statusOf = async ({ id }: Stripe.Checkout.Session) => {
  const { status, payment_status } = await stripe.checkout.sessions.retrieve(id);
  return [status, payment_status];
};

test('a buyer pays with a card, without JavaScript, and is back in the shop', async () => {
  const session = await open();
  const page = await visit(session);
  const payment_page = page.url();
  assert.match((await page.textContent('h1')) ?? '', /Pay €19.99 eur/);
  assert.match((await page.textContent('li')) ?? '', /A licence × 1/);
  assert.equal(await page.getByLabel('Email').inputValue(), 'ada@example.com');
  await screenshot(page, 'stripe-page');
  await payWith(page, '4242 4242 4242 4242');
  assert.equal(page.url(), `${address}/done?session=${session.id}`);
  assert.deepEqual(await statusOf(session), ['complete', 'paid']);
  await page.goto(payment_page);
  assert.match((await page.textContent('h1')) ?? '', /all done here/);
});

test('a decline is shown, and another card is taken', async () => {
  const session = await open();
  const page = await visit(session);
  await payWith(page, '4000 0000 0000 9995');
  assert.equal(await page.getByRole('alert').textContent(), 'Your card has insufficient funds.');
  await payWith(page, '4242 4242 4242 4241');
  assert.equal(await page.getByRole('alert').textContent(), 'Your card number is incorrect.');
  await payWith(page, '4242 4242 4242 4242');
  assert.deepEqual(await statusOf(session), ['complete', 'paid']);
});

test('3-D Secure: failed and shown, then approved', async () => {
  const session = await open();
  const page = await visit(session);
  await payWith(page, '4000 0027 6000 3184');
  assert.equal(await page.textContent('h1'), '3-D Secure');
  await screenshot(page, 'stripe-3d-secure');
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  assert.match((await page.getByRole('alert').textContent()) ?? '', /unable to authenticate/);
  assert.deepEqual(await statusOf(session), ['open', 'unpaid']);
  await payWith(page, '4000 0027 6000 3184');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  assert.match(page.url(), /\/done\?session=cs_test_/);
  assert.deepEqual(await statusOf(session), ['complete', 'paid']);
});

test('a SEPA debit is accepted and not yet paid', async () => {
  const session = await open();
  const page = await visit(session);
  await page.getByLabel('Pay by SEPA debit').check();
  await page.getByLabel('IBAN').fill('nonsense');
  await page.getByRole('button', { name: /^Pay/ }).click();
  assert.equal(await page.getByRole('alert').textContent(), 'Your IBAN is invalid.');
  await page.getByLabel('Pay by SEPA debit').check();
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: /^Pay/ }).click();
  assert.match(page.url(), /\/done/);
  assert.deepEqual(await statusOf(session), ['complete', 'unpaid']);
});

test('the way back leads to cancel_url, and an expired page takes no money', async () => {
  const session = await open({ line_items: [lineOf(1999, 'usd')] });
  const page = await visit(session);
  const payment_page = page.url();
  assert.equal(await page.getByLabel('IBAN').count(), 0, 'no SEPA in dollars');
  await page.getByRole('link', { name: 'Back' }).click();
  assert.equal(page.url(), `${address}/back`);
  await page.goto(payment_page);
  await stripe.checkout.sessions.expire(session.id);
  await payWith(page, '4242 4242 4242 4242');
  assert.match((await page.textContent('h1')) ?? '', /has expired/);
  assert.deepEqual(await statusOf(session), ['expired', 'unpaid']);
});

test('setup mode: a card is saved with 3-D Secure', async () => {
  const { id: customer } = await stripe.customers.create({ email: 'eva@example.com' });
  const session = await stripe.checkout.sessions.create({
    ...{ mode: 'setup', customer, currency: 'eur', success_url: `${address}/saved` },
    managed_payments: { enabled: false },
  });
  const page = await visit(session);
  assert.equal(await page.textContent('h1'), 'Save a payment method');
  await payWith(page, '4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  assert.equal(page.url(), `${address}/saved`);
  assert.equal((await stripe.paymentMethods.list({ customer })).data.length, 1);
});

test('nobody is shut out of the page', async () => {
  const { page } = await openPage();
  await page.goto((await open()).url ?? '');
  assert.deepEqual(await axeProblems(page), []);
});
