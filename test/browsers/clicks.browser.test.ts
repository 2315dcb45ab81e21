import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { SESSION_COOKIE } from '../../src/shop/store/team/session.ts';
import { openStore, PAYS_UP_TO_100 } from '../harness/cast.ts';
import { startShop } from '../harness/shop.ts';
import { openPage } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';

// docs/dashboard.md says how many clicks each task takes: those in bold are done here.

const DOCUMENT = join(import.meta.dirname, '../../docs/dashboard.md');
const said = new Map(
  [...readFileSync(DOCUMENT, 'utf8').matchAll(/^\| \*\*(.+?)\*\* \| .* \| (\d+) \|$/gm)].map(
    ([, task = '', count]) => [task, Number(count)],
  ),
);

const shop = await startShop();
const store = await openStore(shop);
const details = { customer_id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' };
await store.must('POST /create-customer', details);
const small = await store.plan({ name: 'Small', price: 20, license: { activation_limit: 2 } });
const large = await store.plan({ name: 'Large', price: 50 });
await store.subscribe(small, { customer_id: 'ada' });
const { token, home } = await signedIn(shop, { store_id: store.store_id });

/** A browser on the overview, and how often something was pressed in it. */
async function begin() {
  const { page } = await openPage({ width: 1280, height: 900 });
  const url = shop.app.base_url;
  await page.context().addCookies([{ name: SESSION_COOKIE, value: token, url }]);
  await page.goto(url + home);
  let clicks = 0;
  const click = async (one: Locator) => {
    clicks += 1;
    await one.click();
  };
  const press = (name: string | RegExp) =>
    click(page.locator('main').getByRole('button', { name }).first());
  const go = (name: string | RegExp) =>
    click(page.locator('main').getByRole('link', { name }).first());
  const menu = (name: string) =>
    click(page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name, exact: true }));
  const row = async (text: string) =>
    click(page.getByRole('row').filter({ hasText: text }).first());
  const enter = async (label: string, text: string) => {
    clicks += 1;
    await page.getByLabel(label).first().fill(text);
    await page.getByLabel(label).first().press('Enter');
  };
  const choose = async (label: string, value: string) => {
    clicks += 1;
    await page.getByLabel(label, { exact: true }).selectOption(value);
  };
  const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const counted = () => clicks;
  return { page, press, go, menu, row, enter, choose, says, counted };
}

type Browser = Awaited<ReturnType<typeof begin>>;

const buy = async () => store.buy(await store.product({ price: 40 }), { customer_id: 'ada' });
const subscribe = (more = {}) => store.subscribe(small, { customer_id: 'ada', ...more });

const TASKS: Record<string, { prepare?(): Promise<unknown>; does(at: Browser): Promise<unknown> }> =
  {
    'Find a customer by the e-mail address': {
      async does({ enter, page }) {
        await enter('Search this store', 'ada@example.com');
        await page.waitForURL(/customers\/ada$/);
      },
    },
    'Send the license mail again': {
      async does({ enter, press, says }) {
        await enter('Search this store', 'ada@example.com');
        await press('Send again');
        await says('made again and kept');
      },
    },
    'See the payments of one address': {
      async does({ menu, enter, says }) {
        await menu('Payments');
        await enter('E-mail', 'ada@example.com');
        await says('E-mail: ada@example.com');
      },
    },
    'See the payments that are on their way': {
      async prepare() {
        await store.must('POST /create-customer', { customer_id: 'tom' });
        const payment_method = { number: '4000000000000382', exp_month: 12, exp_year: 2099 };
        const { checkout_session_id } = await store.create({
          ...{ product_id: await store.product(), customer_id: 'tom' },
        });
        const input = { checkout_session_id, payment_method: { ...payment_method, cvc: '123' } };
        await store.ask('POST /complete-checkout', input);
      },
      async does({ menu, go, page }) {
        await menu('Payments');
        await go(/On their way/);
        await page.waitForURL(/status=pending/);
      },
    },
    'See the tries that came to nothing': {
      async prepare() {
        const { checkout_session_id } = await store.create({ product_id: await store.product() });
        const payment_method = { number: '4000000000000002', exp_month: 12, exp_year: 2099 };
        const input = { checkout_session_id, payment_method: { ...payment_method, cvc: '123' } };
        await store.ask('POST /complete-checkout', input);
      },
      async does({ menu, go, says }) {
        await menu('Payments');
        await go(/Tries without payment/);
        await says('Declined');
      },
    },
    'Refund a payment': {
      prepare: buy,
      async does({ menu, row, go, press, says }) {
        await menu('Payments');
        await row('€40.00');
        await go('Refund…');
        await press('Refund €40.00');
        await says('was refunded');
      },
    },
    'Refund a part of it': {
      prepare: buy,
      async does({ page, menu, row, go, press, says }) {
        await menu('Payments');
        await row('€40.00');
        await go('Refund…');
        await page.getByLabel('Amount').fill('5');
        await page.getByRole('button', { name: 'Refund €5.00' }).waitFor();
        await press('Refund €5.00');
        await says('The amount was refunded');
      },
    },
    'Change the plan of a subscription': {
      prepare: subscribe,
      async does({ menu, row, go, choose, press, says }) {
        await menu('Subscriptions');
        await row('Small');
        await go('Change plan…');
        await choose('Plan', large);
        await press(/^Change and charge/);
        await says('The subscription was changed');
      },
    },
    'Cancel at the end of the period': {
      prepare: subscribe,
      async does({ menu, row, go, press, says }) {
        await menu('Subscriptions');
        await row('Small');
        await go('Cancel…');
        await press(/^Cancel on/);
        await says('it ends when the paid time is over');
      },
    },
    'Take a cancel back': {
      prepare: async () => store.cancel(await subscribe()),
      async does({ menu, row, go, press, says }) {
        await menu('Subscriptions');
        await row('Ending');
        await go('Take the cancel back…');
        await press('Take the cancel back');
        await says('The subscription goes on');
      },
    },
    'Pause a subscription': {
      prepare: subscribe,
      async does({ menu, row, go, press, says }) {
        await menu('Subscriptions');
        await row('Small');
        await go('Pause…');
        await press('Pause it');
        await says('The subscription is paused');
      },
    },
    'Give credit to a customer': {
      async does({ page, menu, row, go, press, says }) {
        await menu('Customers');
        await row('Ada Lovelace');
        await go('Give credit…');
        await page.getByLabel('Amount').fill('5');
        await page.getByRole('button', { name: 'Give €5.00' }).waitFor();
        await press('Give €5.00');
        await says('The balance was changed');
      },
    },
    'Try a failed renewal again': {
      prepare: pastDue,
      async does({ go, row, press, says }) {
        await go('See them');
        await row('Cora');
        await go('Try again now…');
        await press(/^Charge €/);
        await says('The payment went through');
      },
    },
    'Copy the link where a failed renewal is paid': {
      prepare: pastDue,
      async does({ go, row, press, says }) {
        await go('See them');
        await row('Cora');
        await press('Copy');
        await says(/Copied|Press Ctrl/);
      },
    },
    'Replace a key that got into wrong hands': {
      async does({ menu, row, go, press, says }) {
        await menu('Licenses');
        await row('Small');
        await go('New key…');
        await press(/new key/i);
        await says(/new key/i);
      },
    },
    'Create a product': {
      async does({ page, menu, go, press, says }) {
        await menu('Products');
        await go('New product');
        await page.getByLabel('Name', { exact: true }).fill('Easel');
        await page.getByLabel('Price', { exact: true }).fill('19');
        await press('Create product');
        await says('The product was created');
      },
    },
    'Change a price': {
      prepare: () => store.product({ name: 'Canvas' }),
      async does({ page, menu, row, go, press, says }) {
        await menu('Products');
        await row('Canvas');
        await go('Edit');
        await page.getByLabel('Price', { exact: true }).fill('21');
        await press('Save');
        await says('The product was saved');
      },
    },
    'Create a discount code': {
      prepare: () => store.coupon('WINTER'),
      async does({ page, menu, go, press, says }) {
        await menu('Discount codes');
        await go('New discount code');
        await page.getByLabel('Code', { exact: true }).fill('SPRING');
        await page.getByLabel(/Percent/).fill('20');
        await press(/Create/);
        await says('The discount code was created');
      },
    },
  };

async function pastDue() {
  const customer_id = `late-${Date.now()}`;
  await store.must('POST /create-customer', { customer_id, name: 'Cora' });
  const plan_id = await store.plan({ name: 'Dear', price: 120 });
  const subscription_id = await store.subscribe(plan_id, { customer_id });
  await store.changeCard(PAYS_UP_TO_100, customer_id);
  await store.advance('P31D');
  assert.equal((await store.get(subscription_id)).status, 'past_due');
  const credit = { customer_id, amount: 50, currency: 'EUR' };
  await store.must('POST /adjust-customer-balance', credit);
}

for (const [task, { prepare, does }] of Object.entries(TASKS)) {
  test(`as many clicks as the document says: ${task}`, async () => {
    await prepare?.();
    const browser = await begin();
    await does(browser);
    assert.equal(browser.counted(), said.get(task));
  });
}

test('each task in bold is done, and none takes more than four clicks but for a change of plan', () => {
  assert.deepEqual([...said.keys()].toSorted(), Object.keys(TASKS).toSorted());
  const long = [...said].filter(([, clicks]) => clicks > 4).map(([task]) => task);
  assert.deepEqual(long, ['Change the plan of a subscription']);
});
