import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';
import { openVisitedStore } from '../harness/visits/visiting.ts';

const shop = await startShop();

/** Ada on a plan that has a picture, in a store that offers half the price to those who leave. */
async function adaLeaving() {
  const store = await openVisitedStore(shop);
  // Nobody serves this picture.
  const image_url = 'https://127.0.0.1:9/picture.png';
  const subscription_id = await store.subscribe(await store.plan({ name: 'Studio', image_url }));
  await store.coupon('STAY50', { duration: 'forever' });
  await store.must('POST /update-store-settings', { cancel_offer: 'STAY50' });
  const { portal_url } = await store.visit('ada', { email: 'ada@example.com' });
  const address = `${portal_url}/subscription/${subscription_id}`;
  return { store, portal_url, address, subscription: () => store.get(subscription_id) };
}

const main = (page: Page) => page.locator('main').innerText();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const go = (page: Page, name: string) => page.getByRole('link', { name }).first().click();

test('pause for two months and come back, on a telephone without JavaScript', async () => {
  const { portal_url, subscription } = await adaLeaving();
  const { page } = await openPage({ javascript: false, width: 360, locale: 'en-GB' });
  await page.goto(portal_url);
  await go(page, 'Manage Studio');
  await go(page, 'Pause');
  await page.getByLabel('2 months, until 14 January 2027').check();
  await press(page, 'Pause subscription');
  assert.match(await main(page), /is paused[\s\S]*It resumes on 14 January 2027/);
  assert.deepEqual((await subscription()).paused_by, 'customer');
  await go(page, 'All purchases');
  await go(page, 'Resume');
  assert.match(await main(page), /Your paid time continues where it stopped/);
  await press(page, 'Resume subscription');
  assert.match(await main(page), /Your subscription is active again/);
  assert.equal((await subscription()).status, 'active');
});

test('who is about to leave is offered something, and stays with one click', async () => {
  const { address, subscription } = await adaLeaving();
  const { page } = await openPage({ locale: 'en-GB' });
  await page.goto(`${address}/cancel`);
  assert.match(await main(page), /Stay and get 50% off[\s\S]*€10\.00 instead of €20\.00/);
  // Staying stands out, leaving does not.
  const ground = (of: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('main ${of}')).backgroundColor`);
  const stay = await ground('a.button');
  assert.equal(stay, await ground('.offer .button'));
  assert.notEqual(stay, await ground('.leave'));
  await press(page, 'Accept offer');
  assert.match(await main(page), /Thank you for staying[\s\S]*€10\.00 on 14 December 2026/);
  assert.equal((await subscription()).coupon_code, 'STAY50');
});

/** In the browser: how much of the card number does not fit into its field. */
const OVERFLOW = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
  document.querySelector('[name=card_number]'),
)`;

test('after a refusal the refusal is on the first screen of a telephone, focused, and in the title', async () => {
  const { store, portal_url } = await adaLeaving();
  const plan_id = await store.plan({ name: 'Team', tier: 1 });
  await store.subscribe(plan_id);
  const { page } = await openPage({ width: 390, locale: 'en-GB' });
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto(`${portal_url}/card`);
  for (const [number, title] of [
    ['4242 4242 4242 4241', /^Check your details · /],
    ['4000 0000 0000 0002', /^Card declined · /],
  ] as const) {
    await page.getByLabel('Card number').fill(number);
    assert.equal(await page.evaluate(OVERFLOW), 0, 'all of the number is seen');
    await page.getByLabel('Expiry').fill('12/34');
    await page.getByLabel('Security code').fill('123');
    await press(page, 'Save card');
    assert.match(await page.title(), title);
    const box = await page.getByRole('alert').boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 664, JSON.stringify(box));
    assert.equal(await page.evaluate('document.activeElement.className'), 'refusal');
    assert.equal(await page.getByLabel('Card number').inputValue(), number, 'what was typed stays');
  }
});

test('a picture that does not load leaves the first letter of the plan, and no broken icon', async () => {
  const { portal_url } = await adaLeaving();
  const { page } = await openPage();
  const policy = (await page.goto(portal_url))?.headers()['content-security-policy'] ?? '';
  assert.match(policy, /img-src 'self' data: https:\/\/127\.0\.0\.1:9\/picture\.png;/);
  assert.equal(await page.locator('.tile').innerText(), 'S');
  const box = await page.locator('.tile').boundingBox();
  // Where browsers draw the sign of a picture that is missing.
  const clip = { x: (box?.x ?? 0) + 4, y: (box?.y ?? 0) + 4, width: 12, height: 12 };
  const shown = await page.screenshot({ clip });
  await page.locator('.tile img').evaluate((one) => one.remove());
  assert.deepEqual(await page.screenshot({ clip }), shown);
});

for (const { color_scheme, width } of LOOKS) {
  test(`the ways out fit, are accessible and light to load: ${color_scheme}, ${width} wide`, async () => {
    const { portal_url, address } = await adaLeaving();
    const { page } = await openPage({ color_scheme, width, locale: 'en-GB' });
    const styles = await Promise.all(
      ['/style.css', '/checkout.css', '/portal.css'].map(
        async (path) => (await shop.send({ method: 'GET', path })).text.length,
      ),
    );
    for (const [name, at] of [
      ['offer', `${address}/cancel`],
      ['pause', `${address}/pause`],
      ['payments', `${portal_url}/payments`],
      ['invoices', `${portal_url}/invoices`],
      ['sign-in', `${shop.app.base_url}/portal/store/1`],
    ] as const) {
      const answer = await page.goto(at);
      const weight = styles.reduce((all, one) => all + one, (await answer?.text())?.length ?? 0);
      assert.ok(weight < 40_000, `${name} has ${weight} bytes`);
      for (const dir of ['rtl', 'ltr']) {
        await page.evaluate(`document.documentElement.dir = '${dir}'`);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.equal(overflow, 0, `${name} ${dir}: no sideways scrolling`);
      }
      await screenshot(page, `portal-${name}-${color_scheme}-${width}`);
      assert.deepEqual(await axeProblems(page), [], name);
    }
  });
}
