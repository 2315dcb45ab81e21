import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, type Look, openPage, screenshot } from '../harness/visits/browser.ts';
import { openVisitedStore } from '../harness/visits/visiting.ts';

const PAYS = '4242 4242 4242 4242';
const DECLINES_LATER = '4000 0000 0000 0341';

const shop = await startShop();

/** A shop with plans in tiers, where Ada has bought a little of everything. */
async function ada(more: object = {}) {
  const store = await openVisitedStore(shop);
  const billing = {
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    company: 'Analytical Engines Ltd',
    tax_id: 'GB123456789',
    address: {
      line1: '12 St James Square',
      city: 'London',
      postal_code: 'SW1Y 4JH',
      country: 'GB',
    },
  };
  const { portal_url } = await store.visit('ada', { ...billing, ...more });
  await store.plan({ name: 'Basic', price: 9, tier: 1 });
  const team = await store.plan({ name: 'Team', price: 49, tier: 3, license: {} });
  await store.plan({ name: 'Team, yearly', price: 490, tier: 4, billing_interval: 'year' });
  const book = { name: 'Handbook', price: 24.5, billing_type: 'one_time' };
  const { checkout_session_id } = await store.create({ product_id: await store.plan(book) });
  const { transaction_id } = await store.complete(checkout_session_id);
  await store.must('POST /refund-transaction', { transaction_id, amount: 4.5 });
  const bought = await store.buyLicensed('ada', { name: 'Studio', price: 29, tier: 2 });
  await store.must('POST /activate-license', {
    license_key: bought.license_key,
    instance_name: 'Build server in the basement',
  });
  const subscription = () => store.get(bought.subscription_id);
  return { store, portal_url, transaction_id, team, ...bought, subscription };
}

async function open(url: string, look: Look = {}) {
  const opened = await openPage({ locale: 'en-GB', ...look });
  await opened.page.goto(url);
  return opened;
}

const main = (page: Page) => page.locator('main').innerText();
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const go = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click();
const note = (page: Page) => page.locator('.note').innerText();

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('Security code').fill('123');
}

for (const javascript of [true, false]) {
  const how = javascript ? '' : ', without JavaScript, on a telephone';
  const look = { javascript, width: javascript ? 1280 : 360 };

  test(`billing details are seen and changed${how}`, async () => {
    const { portal_url, store } = await ada();
    const { page, complaints } = await open(portal_url, look);
    assert.match(await main(page), /Analytical Engines Ltd\s+Ada Lovelace\s+12 St James Square/);
    await go(page, 'Update details');
    assert.equal(await page.getByLabel('Company').inputValue(), 'Analytical Engines Ltd');
    await page.getByLabel('Company').fill('Difference Engines');
    await page.getByLabel('City').fill('Paris');
    await page.getByLabel('Country').selectOption('FR');
    if (javascript) await screenshot(page, 'portal-billing');
    await press(page, 'Save');
    assert.equal(await note(page), 'Your billing details are saved.');
    assert.match(await main(page), /Difference Engines[\s\S]*SW1Y 4JH Paris\s+France/);
    const { billing, country } = await store.must('GET /get-customer', { customer_id: 'ada' });
    assert.deepEqual([billing.company, country], ['Difference Engines', 'FR']);
    assert.deepEqual(complaints, []);
  });

  test(`a plan is changed after an exact preview${how}`, async () => {
    const { portal_url, subscription, store, team } = await ada();
    const { page } = await open(portal_url, look);
    assert.match(await main(page), /Studio[\s\S]*Next payment: €29\.00 on 14 December 2026/);
    await go(page, 'Manage Studio');
    await page.getByLabel('Team €49.00').check();
    await page.getByRole('textbox', { name: 'Quantity' }).fill('2');
    await press(page, 'Review change');
    assert.equal(await heading(page), 'Change to Team × 2');
    const preview = await main(page);
    assert.match(preview, /Charged today\s+€69\.00/);
    assert.match(preview, /Charged then\s+€98\.00/);
    await page.reload();
    await press(page, 'Confirm and pay €69.00');
    assert.equal(await note(page), 'Your subscription is changed.');
    assert.equal(await heading(page), 'Team × 2');
    const { plan_id, quantity } = await subscription();
    assert.deepEqual([plan_id, quantity], [team, 2]);
    assert.deepEqual((await store.charges()).at(-1), '6900 paid');
    await page.reload();
    assert.equal((await store.charges()).length, 3, 'a reload charges nothing');
  });

  test(`a subscription is canceled at the end of the period, and that is taken back${how}`, async () => {
    const { portal_url, subscription } = await ada();
    const { page } = await open(portal_url, look);
    await go(page, 'Manage Studio');
    await go(page, 'Cancel subscription');
    assert.match(await main(page), /You can use it until 14 December 2026/);
    await page.getByLabel('It is too expensive').check();
    await page.getByLabel('What could be better?').fill('The price');
    if (javascript) await screenshot(page, 'portal-cancel');
    await press(page, 'Cancel subscription');
    assert.match(await main(page), /Ends on 14 December 2026/);
    const { cancel_at_period_end, cancellation_reason } = await subscription();
    assert.deepEqual([cancel_at_period_end, cancellation_reason], [true, 'too_expensive']);
    if (javascript) await screenshot(page, 'portal-canceled');
    await press(page, 'Keep my subscription');
    assert.equal(await note(page), 'Your subscription continues.');
    assert.match(await main(page), /Next payment\s+€29\.00 on 14 December 2026/);
    assert.equal((await subscription()).cancel_at_period_end, false);
  });

  test(`a card is replaced: a past-due subscription is charged and recovers${how}`, async () => {
    const { store } = await ada();
    const subscription_id = await store.inStatus('past_due');
    const { portal_url } = await store.visit('buyer-past_due');
    const { page } = await open(portal_url, look);
    assert.match(await main(page), /Payment failed[\s\S]*We will try again on 17 December 2026/);
    await go(page, 'Manage Pro');
    await go(page, 'Update card');
    await fillCard(page, DECLINES_LATER);
    await press(page, 'Pay and save card');
    assert.match(await page.getByRole('alert').innerText(), /Your bank declined the card/);
    if (javascript) await screenshot(page, 'portal-card-declined');
    assert.equal((await store.get(subscription_id)).status, 'past_due');
    await fillCard(page, PAYS);
    await press(page, 'Pay and save card');
    assert.equal(await note(page), 'Your card is saved, and the open payment is paid.');
    assert.match(await main(page), /Next payment: €20\.00 on 14 January 2027/);
    assert.equal((await store.get(subscription_id)).status, 'active');
  });

  test(`an invoice is seen, and stays what it was${how}`, async () => {
    const { portal_url, store } = await ada();
    await store.visit('ada', { company: 'Another Name Ltd' });
    const { page } = await open(portal_url, look);
    await page.getByRole('link', { name: 'Invoice of Handbook, 14 November 2026' }).click();
    const text = await main(page);
    assert.match(text, /Handbook[\s\S]*Total \(EUR\)\s+€24\.50/);
    assert.match(text, /Analytical Engines Ltd[\s\S]*number GB123456789/);
    assert.doesNotMatch(text, /Another Name/);
    assert.equal(await page.getByRole('link', { name: 'Download PDF' }).count(), 1);
  });

  test(`license keys are seen and a device is freed${how}`, async () => {
    const { portal_url, license_key, store } = await ada();
    const { page } = await open(portal_url, look);
    assert.equal(await page.locator('.key code').innerText(), license_key);
    assert.match(await main(page), /Used on 2 of 2 devices/);
    assert.equal(await page.getByRole('button', { name: /^Copy/ }).isVisible(), javascript);
    await press(page, 'Deactivate Build server in the basement');
    assert.match(await note(page), /The device is deactivated/);
    assert.match(await main(page), /Used on 1 of 2 devices/);
    const { data } = await store.must('GET /list-licenses', { customer_id: 'ada' });
    assert.equal(data[0].activation_usage, 1);
  });
}

test('the button copies a license key', async () => {
  const { portal_url, license_key } = await ada();
  const { page, complaints } = await open(portal_url);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, /^Copy/);
  await page.getByText('Copied').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), license_key);
  assert.deepEqual(complaints, []);
});

test('with the keyboard alone: a change is chosen and confirmed', async () => {
  const { portal_url, subscription, subscription_id } = await ada();
  const { page } = await open(`${portal_url}/subscription/${subscription_id}`);
  await page.getByRole('textbox', { name: 'Quantity' }).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Change to Studio × 3' }).waitFor();
  await page.getByRole('button', { name: /^Confirm/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Your subscription is changed.').waitFor();
  assert.equal((await subscription()).quantity, 3);
});

test('a double click on the confirmation charges once', async () => {
  const { portal_url, store, subscription_id, team } = await ada();
  const { page } = await open(`${portal_url}/subscription/${subscription_id}/change/${team}/1`);
  await page.getByRole('button', { name: /^Confirm and pay/ }).dblclick();
  await page.getByText('Your subscription is changed.').waitFor();
  assert.equal((await store.charges()).filter((one) => one === '2000 paid').length, 1);
});

test('what is printed has no test bar, no links that are of no use on paper, and is light', async () => {
  const { portal_url, transaction_id } = await ada({ return_url: 'https://shop.example/' });
  const { page } = await open(`${portal_url}/receipt/${transaction_id}`, { color_scheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.test-mark').isVisible(), false);
  assert.equal(await page.getByRole('link').count(), 0);
  assert.equal(await page.getByRole('button').count(), 0);
  assert.ok(await page.getByText('Analytical Engines Ltd').isVisible());
  const ground = 'getComputedStyle(document.body).backgroundColor';
  assert.equal(await page.evaluate(ground), 'rgb(255, 255, 255)');
  await screenshot(page, 'portal-receipt-printed');
});

test('names of plans, devices and companies are text, never HTML', async () => {
  const nasty = '"><script>alert(1)</script><img src=x onerror=alert(2)>';
  const store = await openVisitedStore(shop);
  const { license_key, subscription_id } = await store.buyLicensed('ada', { name: nasty });
  await store.must('POST /activate-license', { license_key, instance_name: nasty });
  const { portal_url } = await store.visit('ada', { company: nasty, name: nasty });
  const { page, complaints } = await open(portal_url);
  for (const below of ['', '/billing', `/subscription/${subscription_id}`]) {
    await page.goto(portal_url + below);
    assert.equal(await page.locator('body script, img').count(), 0);
  }
  assert.equal(await heading(page), nasty);
  assert.deepEqual(complaints, []);
});

test('long names and large amounts fit on a telephone', async () => {
  const long = 'Supercalifragilisticexpialidocious'.repeat(5);
  const store = await openVisitedStore(shop);
  const terms = { name: long, price: 1_234_567.891, currency: 'KWD', billing_interval_count: 12 };
  const other = await store.plan({ ...terms, name: `${long} 2`, tier: 2 });
  const bought = await store.buyLicensed('ada', { ...terms, tier: 1 });
  const { license_key, subscription_id } = bought;
  await store.must('POST /activate-license', { license_key, instance_name: long });
  const { data } = await store.must('GET /get-transactions', { customer_id: 'ada' });
  const { portal_url } = await store.visit('ada', { company: long, tax_id: long.slice(0, 50) });
  const { page } = await open(portal_url, { width: 360 });
  for (const below of [
    ...['', '/billing', '/card', `/receipt/${data[0].transaction_id}`],
    `/subscription/${subscription_id}`,
    `/subscription/${subscription_id}/change/${other}/2`,
    `/subscription/${subscription_id}/cancel`,
  ]) {
    await page.goto(portal_url + below);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.equal(overflow, 0, below);
  }
});

test('a link that is over asks for a new one and shows the way back', async () => {
  const { portal_url, store } = await ada({ return_url: 'https://shop.example/account' });
  await store.advance('PT1H');
  const { page } = await open(portal_url);
  assert.equal(await heading(page), 'This link no longer works');
  const back = page.getByRole('link', { name: /^Back to/ });
  assert.equal(await back.getAttribute('href'), 'https://shop.example/account');
  await screenshot(page, 'portal-over');
  assert.deepEqual(await axeProblems(page), []);
});

for (const { color_scheme, width } of LOOKS) {
  test(`every page is accessible and closed: ${color_scheme}, ${width} wide`, async () => {
    const made = await ada({ return_url: 'https://shop.example/' });
    const { portal_url, subscription_id, team, transaction_id } = made;
    const { page, complaints } = await openPage({ color_scheme, width, locale: 'en-GB' });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(shop.app.base_url) && !url.startsWith('data:')) elsewhere.push(url);
    });
    for (const [name, below] of [
      ['home', ''],
      ['subscription', `/subscription/${subscription_id}`],
      ['preview', `/subscription/${subscription_id}/change/${team}/3`],
      ['cancel', `/subscription/${subscription_id}/cancel`],
      ['card', '/card'],
      ['billing', '/billing'],
      ['receipt', `/receipt/${transaction_id}`],
      ['note', '/note/billing-saved'],
    ] as const) {
      const headers = (await page.goto(portal_url + below))?.headers() ?? {};
      const policy = headers['content-security-policy'] ?? '';
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|https:/);
      assert.deepEqual(
        [headers['referrer-policy'], headers['cache-control']],
        ['no-referrer', 'no-store'],
      );
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.equal(overflow, 0, `${name}: no sideways scrolling`);
      if (name !== 'note') await screenshot(page, `portal-${name}-${color_scheme}-${width}`);
      assert.deepEqual(await axeProblems(page), [], name);
    }
    assert.deepEqual([complaints, elsewhere], [[], []]);
  });
}
