import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsIn, pressIn, typeCard } from '../harness/sales/fields-counter.ts';
import { charged } from '../harness/sales/hosted-counter.ts';
import { openSubscriptions } from '../harness/sales/stripe-subscriber.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, type Look, openPage, screenshot } from '../harness/visits/browser.ts';
import { type Device, playStripe } from '../harness/visits/stripe-js.ts';

// The provider's fields where another card is given, and where a bill that is past due is paid.

const NO_MONEY = '4000 0000 0000 9995';
const MASTERCARD = '5555 5555 5555 4444';
const TO_CONFIRM = '4000 0025 0000 3155';

const shop = await openSubscriptions();
const { store, stand_in } = shop;
const { keys, publishable_keys } = stand_in;
await store.must('POST /connect-provider', {
  ...{ provider: 'stripe', key: keys.test, publishable_key: publishable_keys.test },
});

async function open(path: string, { device, ...look }: Look & { device?: Device } = {}) {
  const opened = await openPage(look);
  await playStripe(opened, stand_in, device);
  await opened.page.goto(new URL(path, `https://localhost:${shop.shop.app.port}`).href);
  return opened;
}

async function pastDue() {
  const bought = await shop.subscribe();
  await shop.spoil(bought.customer_id, NO_MONEY.replaceAll(' ', ''));
  await shop.passDays(31);
  const { payment_url } = await store.get(bought.subscription_id);
  return { ...bought, path: new URL(payment_url).pathname };
}

test('a bill is paid with a card that is typed there: declined, then paid, once', async () => {
  const { subscription_id, path } = await pastDue();
  const before = await charged(stand_in, 'eur');
  const { page, complaints } = await open(path);
  await typeCard(page, NO_MONEY);
  assert.equal(
    await page.locator('.fields iframe').getAttribute('data-pays'),
    'payment 2000 eur off_session',
  );
  await pressIn(page, 'Pay €20.00 now');
  await page.getByRole('alert').waitFor();
  await typeCard(page, MASTERCARD);
  await pressIn(page, 'Pay €20.00 now');
  await page.getByRole('heading', { name: 'You are all set' }).waitFor();
  assert.equal((await store.get(subscription_id)).status, 'active');
  assert.equal((await charged(stand_in, 'eur')) - before, 2_000);
  assert.deepEqual(
    complaints.filter((text) => !text.includes('400')),
    [],
  );
});

test('another card is given on its page, and the bank asks: saved, and nothing is charged', async () => {
  const { customer_id } = await shop.subscribe();
  const before = await charged(stand_in, 'eur');
  const { url } = await store.must('POST /create-card-update', { customer_id });
  const { page } = await open(new URL(url).pathname);
  await typeCard(page, '4242');
  await pressIn(page, 'Save card');
  await fieldsIn(page).getByText('Your card number is incomplete.').waitFor();
  await typeCard(page, TO_CONFIRM);
  assert.match(
    (await page.locator('.fields iframe').getAttribute('data-pays')) ?? '',
    /^setup 0 eur off_session$/,
  );
  await pressIn(page, 'Save card');
  await pressIn(page, 'Complete authentication');
  await page.getByText(/saved/i).first().waitFor();
  assert.equal((await charged(stand_in, 'eur')) - before, 0);
});

test('in the portal: typed there, saved, and said so', async () => {
  const { customer_id } = await shop.subscribe();
  const { page } = await open(`${await shop.portalOf(customer_id)}/card`);
  await typeCard(page, MASTERCARD);
  await pressIn(page, 'Save card');
  await page.getByRole('status').waitFor();
  assert.match(await page.locator('main').innerText(), /4444/);
});

test('without the fields each page leads to the provider, as before', async () => {
  const { path, customer_id } = await pastDue();
  const { url } = await store.must('POST /create-card-update', { customer_id });
  const pages = {
    [path]: 'Continue to payment',
    [new URL(url).pathname]: 'Continue to Stripe',
    [`${await shop.portalOf(customer_id)}/card`]: 'Continue to Stripe',
  };
  for (const [at, button] of Object.entries(pages)) {
    const { page } = await open(at, { device: 'blocked' });
    await pressIn(page, button);
    await page.waitForURL(`${stand_in.url}/c/pay/**`);
  }
});

for (const { color_scheme, width } of LOOKS) {
  test(`the pages are accessible with the fields: ${color_scheme}, ${width} wide`, async () => {
    const { path, customer_id } = await pastDue();
    const { url } = await store.must('POST /create-card-update', { customer_id });
    const portal = `${await shop.portalOf(customer_id)}/card`;
    const pages = { bill: path, card: new URL(url).pathname, portal };
    for (const [name, at] of Object.entries(pages)) {
      const { page } = await open(at, { color_scheme, width });
      await typeCard(page, MASTERCARD);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
      assert.deepEqual(await axeProblems(page), []);
      await screenshot(page, `pay-here-${name}-${color_scheme}-${width}`);
    }
  });
}
