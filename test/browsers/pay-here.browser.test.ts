import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CARDS,
  fieldsIn,
  heading,
  openFieldsCounter,
  payIn,
  pressIn,
  thanks,
  typeCard,
} from '../harness/sales/fields-counter.ts';
import type { Trouble } from '../harness/visits/stripe-js.ts';

// The provider's fields on our page, in a real browser under the page's real policy: after each, one
// charge and one order.

const counter = await openFieldsCounter();
const { store, stand_in, control, open, openSession, session, transactions, books } = counter;
const CONTINUE = 'Continue to payment';
const ONCE = { minor: 2_000, orders: 1 };
const NOTHING = { minor: 0, orders: 0 };

test('buy: the card is typed on our page, and the receipt is the next page', async () => {
  const sold = await books();
  const { path } = await openSession();
  const { page, complaints, asked } = await open(path);
  await typeCard(page, CARDS.pays);
  assert.equal(await page.getByRole('heading', { level: 2 }).innerText(), 'Payment details');
  assert.equal(await page.getByText('on the next page').isVisible(), false);
  await payIn(page, CARDS.pays, 'Pay €20.00');
  await thanks(page);
  assert.match(await page.locator('main').innerText(), /You paid €20\.00[\s\S]*Visa •••• 4242/);
  assert.deepEqual(asked.slice(0, 2), ['/endive/stripe.js', '/v3/elements-inner-payment.html']);
  assert.deepEqual(complaints, []);
  await sold(ONCE);
});

test('what is missing is said before anything is sent: here, and in the fields', async () => {
  const { path } = await openSession();
  const { page, asked } = await open(path);
  await typeCard(page, '4242');
  await pressIn(page, 'Pay €20.00');
  assert.equal(await page.locator('#email:focus').count(), 1);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await pressIn(page, 'Pay €20.00');
  await fieldsIn(page).getByText('Your card number is incomplete.').waitFor();
  assert.equal(asked.includes('/v1/confirmation_tokens'), false);
  await page.getByLabel('E-mail').fill('nobody');
  await typeCard(page, CARDS.pays);
  await pressIn(page, 'Pay €20.00');
  assert.equal(await page.locator('#email:focus').count(), 1);
});

test('declined: the page stays, with the fields; the refusal has the focus, and another card pays', async () => {
  const sold = await books();
  const { id, path } = await openSession();
  const { page, complaints } = await open(path);
  const loads: string[] = [];
  await page.getByLabel('Name').fill('Ada');
  await payIn(page, CARDS.is_declined);
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  await page.getByRole('alert').waitFor();
  assert.match(await page.locator('.refusal:focus').innerText(), /declined[\s\S]*not enough money/);
  assert.match(await page.title(), /declined/);
  assert.equal(await page.getByLabel('Name').inputValue(), 'Ada');
  assert.equal(await fieldsIn(page).locator('[name=number]').inputValue(), CARDS.is_declined);
  await payIn(page, CARDS.pays);
  await thanks(page);
  assert.equal(loads.filter((url) => url.includes('js.stripe.com')).length, 0);
  assert.deepEqual(
    (await transactions(id)).map(({ status }: { status: string }) => status),
    ['paid', 'declined'],
  );
  assert.deepEqual(complaints, []);
  await sold(ONCE);
});

test('a payment link: a decline leaves one session, which the next card pays', async () => {
  const sold = await books();
  const { product_id } = counter;
  const { slug } = await store.must('POST /create-payment-link', { product_id });
  const { page } = await open(`/test/buy/${slug}`);
  await payIn(page, CARDS.is_declined);
  await page.getByRole('alert').waitFor();
  assert.match(page.url(), /\/checkout\/cs_\w+$/);
  await payIn(page, CARDS.pays);
  await thanks(page);
  await sold(ONCE);
});

for (const trouble of ['blocked', 'no_stripe', 'loaderror', 'silent'] as Trouble[]) {
  test(`the fields do not come (${trouble}): the button leads to the provider's page`, async () => {
    const sold = await books();
    const { path } = await openSession();
    const { page } = await open(path, { device: trouble });
    await page.locator('form:not([data-here])').waitFor({ state: 'attached' });
    await page.getByLabel('E-mail').fill('ada@example.com');
    if (trouble !== 'silent') await page.locator('.fields iframe').waitFor({ state: 'detached' });
    await pressIn(page, CONTINUE);
    await page.waitForURL(`${stand_in.url}/c/pay/**`);
    await page.getByLabel('Card number').fill(CARDS.pays);
    await pressIn(page, /^Pay /);
    await thanks(page);
    await sold(ONCE);
  });
}

test('fields that take longer than eight seconds are given up', async () => {
  const { path } = await openSession();
  const { page } = await open(path, { device: 'silent' });
  await page.locator('.fields iframe').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: CONTINUE }).count(), 1);
});

test('without JavaScript, and without a publishable key: the redirect, and the policy is closed', async () => {
  const { path } = await openSession();
  const { page } = await open(path, { javascript: false });
  assert.equal(await page.getByText('You pay on the next page, at Stripe.').count(), 1);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await pressIn(page, CONTINUE);
  await page.waitForURL(`${stand_in.url}/c/pay/**`);
});

test('the total changed between the look and the press: shown first, then paid', async () => {
  const sold = await books();
  const { path } = await openSession();
  const { page } = await open(path);
  await typeCard(page, CARDS.pays);
  await page.evaluate("document.querySelector('[name=total]').value = '19.00'");
  await payIn(page, CARDS.pays);
  await page.getByText('The total has changed').first().waitFor();
  await sold(NOTHING);
  await payIn(page, CARDS.pays);
  await thanks(page);
  await sold(ONCE);
});

for (const lost of ['request', 'answer'] as const) {
  for (const shop_of of ['session', 'link'] as const) {
    test(`the ${lost} of the press is lost, ${shop_of}: pressed again, charged once`, async () => {
      const sold = await books();
      const { product_id } = counter;
      const { slug } = await store.must('POST /create-payment-link', { product_id });
      const path = shop_of === 'link' ? `/test/buy/${slug}` : (await openSession()).path;
      const { page } = await open(path);
      await page.route('**/pay', async (route) => {
        if (lost === 'answer') await route.fetch();
        await route.abort('connectionreset');
      });
      await payIn(page, CARDS.pays);
      const box = page.locator('.refusal:focus');
      assert.match(await box.innerText(), /No answer yet[\s\S]*not be charged twice/);
      await page.unroute('**/pay');
      await pressIn(page, /^Pay /);
      await thanks(page);
      await sold(ONCE);
    });
  }
}

test('two windows and a double click: one charge, both show the receipt', async () => {
  const sold = await books();
  const { path } = await openSession();
  const { page } = await open(path);
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const one of [page, other]) {
    await one.getByLabel('E-mail').fill('ada@example.com');
    await typeCard(one, CARDS.pays);
  }
  await Promise.all(
    [page, other].map((one) => one.getByRole('button', { name: /^Pay / }).dblclick()),
  );
  await Promise.all([thanks(page), thanks(other)]);
  await sold(ONCE);
});

test('a trial saves the card and charges nothing; a subscription saves what it charges', async () => {
  const sold = await books();
  const plans = [await store.plan({ trial_days: 14 }), await store.plan()];
  const wanted = ['setup 0 eur off_session', 'payment 2000 eur off_session'];
  for (const [at, product_id] of plans.entries()) {
    const { id, path } = await openSession({ product_id });
    const { page } = await open(path);
    await page.locator('form[data-here]').waitFor({ state: 'attached' });
    assert.equal(await page.locator('.fields iframe').getAttribute('data-pays'), wanted[at]);
    await payIn(page, CARDS.pays, at === 0 ? 'Start trial' : /^Pay /);
    await thanks(page);
    const { subscription_id } = await session(id);
    const { status } = await store.get(subscription_id);
    assert.equal(status, at === 0 ? 'trialing' : 'active');
  }
  await sold({ minor: 2_000, orders: 2 });
});

test('quantity and code: the fields have the new total and keep the card; free is completed without one', async () => {
  const sold = await books();
  await store.must('POST /create-discount-code', { code: 'HALF', discount_percentage: 50 });
  await store.must('POST /create-discount-code', { code: 'ALL', discount_percentage: 100 });
  const { path } = await openSession({ adjustable_quantity: { maximum: 5 } });
  const { page, complaints } = await open(path);
  const pays = () => page.locator('.fields iframe').getAttribute('data-pays');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await typeCard(page, CARDS.pays);
  await pressIn(page, 'One more');
  await page.getByRole('button', { name: 'Pay €40.00' }).waitFor();
  assert.equal(await pays(), 'payment 4000 eur once');
  await page.getByText('Add promotion code').click();
  await page.getByLabel('Promotion code').fill('NOPE');
  await page.keyboard.press('Enter');
  assert.match(await page.locator('.refusal:focus').innerText(), /not valid/);
  await page.getByLabel('Promotion code').fill('HALF');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pay €20.00' }).waitFor();
  assert.equal(await pays(), 'payment 2000 eur once');
  assert.equal(await fieldsIn(page).locator('[name=number]').inputValue(), CARDS.pays);
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'ada@example.com');
  await pressIn(page, 'Remove HALF');
  await page.getByRole('button', { name: 'Pay €40.00' }).waitFor();
  await page.getByText('Add promotion code').click();
  await page.getByLabel('Promotion code').fill('ALL');
  await pressIn(page, 'Apply');
  await page.getByRole('button', { name: 'Complete order' }).waitFor();
  assert.equal(await page.locator('.fields').isVisible(), false);
  await pressIn(page, 'Complete order');
  await thanks(page);
  assert.deepEqual(
    complaints.filter((text) => !text.includes('400')),
    [],
  );
  await sold({ minor: 0, orders: 1 });
});

test('the provider fails while the card is charged: the page says that it is under way, and ends well', async () => {
  const sold = await books();
  const { path } = await openSession();
  const { page } = await open(path);
  await control.fault({ call: 'POST /v1/payment_intents', kind: 'drop_after' });
  await payIn(page, CARDS.pays);
  await page.getByRole('heading', { name: /Thank you|being processed/ }).waitFor();
  await control.clearFaults();
  await counter.pass(2);
  await page.reload();
  assert.equal(await heading(page), 'Thank you for your order');
  await sold(ONCE);
});
