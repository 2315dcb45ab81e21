import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SESSION_COOKIE } from '../../src/shop/store/team/session.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { type Look, openPage, screenshot } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';

let shop: Shop;
let at: { subscription: string; late: string; license: string; device: string };
before(async () => {
  shop = await startShop();
  const store = await shop.openStore(shop);
  const { licensedPlan, plan, buy, activate, inStatus, must } = store;
  const late = `/subscriptions/${await inStatus('past_due')}`;
  const trial = await licensedPlan(undefined, { name: 'Lumen Pro', price: 29, trial_days: 30 });
  await plan({ name: 'Lumen Team', price: 79, tier: 2 });
  const whose = { customer_id: 'ada@example.com', quantity: 2 };
  const { subscription_id, license_keys } = await buy(trial, whose);
  const { license, instance } = await activate(license_keys[0], 'Ada’s laptop', '9f2c61d0');
  await activate(license_keys[0], 'Studio', '77aa10c3');
  await must('POST /create-discount-code', { code: 'HALF', discount_percentage: 50 });
  const license_at = `/licenses/${license.license_id}`;
  at = {
    subscription: `/subscriptions/${subscription_id}`,
    late,
    license: license_at,
    device: `${license_at}/devices/${instance.instance_id}/deactivate`,
  };
});

async function open(look: Look) {
  const { token, home } = await signedIn(shop);
  const opened = await openPage(look);
  const url = shop.app.base_url;
  await opened.page.context().addCookies([{ name: SESSION_COOKIE, value: token, url }]);
  return { ...opened, home: url + home };
}

const LOOKS: { look: Look & { width: number }; pages(): Record<string, string> }[] = [
  {
    look: { width: 1280, color_scheme: 'light' },
    pages: () => ({
      ...{ subscriptions: '/subscriptions', 'past-due': at.late, license: at.license },
      ...{ cancel: `${at.subscription}/cancel`, clock: '/clock' },
    }),
  },
  {
    look: { width: 390, color_scheme: 'dark' },
    pages: () => ({
      ...{ subscription: at.subscription, change: `${at.subscription}/change` },
      ...{ licenses: '/licenses?query=KASSA', device: at.device, 'past-due': at.late },
    }),
  },
];

/** In the browser: the amounts of a bill that do not stand on one line. */
const BROKEN_AMOUNTS = `[...document.querySelectorAll('.bill .number')].filter((cell) => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return text.getClientRects().length > 1;
}).map((cell) => cell.textContent)`;

// Each page is looked at in one way at least: how wide it is and its colours do not depend on each other.
for (const { look, pages } of LOOKS) {
  test(`pages of subscriptions, licenses and the clock are axe clean and fit, ${look.width} ${look.color_scheme}`, async () => {
    const { page, complaints, home } = await open(look);
    for (const [name, path] of Object.entries(pages())) {
      await page.goto(home + path);
      await screenshot(page, `dashboard-${name}-${look.width}`);
      assert.deepEqual(await axeProblems(page), [], path);
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.equal(wide, 0, `${path} is not wider than the screen`);
      assert.deepEqual(await page.evaluate(BROKEN_AMOUNTS), [], path);
    }
    assert.deepEqual(complaints, []);
  });
}

test('without JavaScript: a plan is changed, a refusal has the focus, the clock is moved', async () => {
  const { page, home } = await open({ width: 390, javascript: false });
  await page.goto(`${home + at.subscription}/change`);
  await page.getByLabel('Quantity').fill('many');
  await page.getByRole('button', { name: 'Update' }).click();
  assert.match(await page.locator('[role=alert]').innerText(), /was not changed/);
  assert.equal(await page.getByLabel('Quantity').inputValue(), 'many');
  await page
    .getByLabel('Plan', { exact: true })
    .selectOption({ label: 'Lumen Team, €79.00 a month' });
  await page.getByLabel('Quantity').fill('2');
  await page.getByRole('button', { name: 'Update' }).click();
  await screenshot(page, 'dashboard-confirm-390');
  await page.getByRole('button', { name: 'Change and charge €158.00' }).click();
  assert.match(await page.locator('[role=status]').innerText(), /was changed/);
  assert.match(await page.locator('h1').innerText(), /Lumen Team × 2/);
  await page.goto(`${home}/clock`);
  await page.getByRole('button', { name: 'A month' }).click();
  assert.match(await page.locator('main').innerText(), /Subscription renewed/);
});
