import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { FROM_GERMANY, openTaxed } from '../harness/sales/taxed-counter.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, type Look, openPage, screenshot } from '../harness/visits/browser.ts';

// The payment page follows the country that is chosen: total, tax and consent.

let counter: Awaited<ReturnType<typeof openTaxed>>;
before(async () => {
  counter = await openTaxed({ tax_behavior: 'exclusive' });
});

async function open(look: Look = {}, terms: object = {}) {
  const { id, path } = await counter.openSession(terms);
  const { page, complaints } = await openPage(look);
  await page.goto(`https://localhost:${counter.shop.app.port}${path}`);
  return { page, complaints, id };
}

const choose = (page: Page, country: string) => page.getByLabel('Country').selectOption(country);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const consent = (page: Page) => page.getByLabel('I want it delivered immediately');

async function fillCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill(FROM_GERMANY);
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('Security code').fill('123');
}

for (const look of LOOKS) {
  test(`total, tax and consent follow the country at once, at ${look.width} px`, async () => {
    const { page, complaints, id } = await open({ ...look, locale: 'de-DE' });
    const german = page.getByRole('button', { name: 'Zahlungspflichtig bestellen' });
    await german.waitFor();
    assert.equal(await page.locator('#country').inputValue(), 'DE', 'the region of the browser');
    await screenshot(page, `place-suggested-${look.color_scheme}-${look.width}`);
    assert.deepEqual(await axeProblems(page), []);
    await page.locator('#country').selectOption('US');
    await page.locator('#consent').waitFor({ state: 'detached' });
    assert.match(await page.locator('.due').innerText(), /100,00/);
    assert.doesNotMatch(await page.locator('.sums').innerText(), /USt/);
    await screenshot(page, `place-chosen-${look.color_scheme}-${look.width}`);
    await page.locator('#country').selectOption('AT');
    await page.locator('#consent').check();
    assert.match(await page.locator('.sums').innerText(), /USt\.\s20\s%\s+20,00/);
    await page.locator('#email').fill('ada@example.com');
    await page.locator('#card_number').fill(FROM_GERMANY);
    await page.locator('#card_expiry').fill('12/34');
    await page.locator('#card_code').fill('123');
    await german.click();
    await page.locator('.success').waitFor();
    await screenshot(page, `place-receipt-${look.color_scheme}-${look.width}`);
    assert.equal((await counter.paid(id)).total, 120);
    assert.deepEqual(complaints, []);
  });
}

test('what was typed stays, whichever countries are looked at, and no card is sent for it', async () => {
  const { page, complaints, id } = await open();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.postData() ?? ''}`));
  await button(page, 'Continue').waitFor();
  assert.equal(await page.getByLabel('Card number').count(), 0);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await choose(page, 'DE');
  await button(page, 'Order and pay $119.00').waitFor();
  await page.getByLabel('Card number').pressSequentially('4242424242424242');
  assert.equal(await page.getByLabel('Card number').inputValue(), '4242 4242 4242 4242');
  await fillCard(page);
  await page.getByLabel('Name').fill('Ada');
  await choose(page, '');
  await button(page, 'Continue').waitFor();
  assert.equal(await page.getByLabel('Card number').isVisible(), false);
  await choose(page, 'FR');
  await button(page, 'Order and pay $120.00').waitFor();
  await page.getByText('I am buying for a company').click();
  await page.getByLabel('Company').fill('Analytical Engines');
  await page.getByLabel('Company').blur();
  await button(page, 'Pay $120.00').waitFor();
  assert.equal(await consent(page).count(), 0);
  assert.equal(await button(page, 'Update total').isVisible(), false, 'it follows by itself');
  await page.getByLabel('Tax number').fill('FR1');
  assert.equal(await button(page, 'Update total').isVisible(), true);
  await page.getByLabel('Tax number').fill('');
  assert.deepEqual(
    sent.filter((one) => /card|ada|Ada/.test(one)),
    [],
  );
  await button(page, 'Pay $120.00').click();
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
  const { total, tax_evidence } = await counter.paid(id);
  assert.deepEqual([total, tax_evidence.billing_country], [120, 'FR']);
  assert.deepEqual(complaints, []);
});

test('states are asked for where the tax depends on them, and follow their country', async () => {
  const { shop } = counter;
  const registrations = ['US', 'CA'].map((country) => ({ country, since: '2024-01-01' }));
  const rate = { tax: 'Sales tax', country: 'US', region: 'NY', rate: 8 };
  const states = [...registrations, { country: 'US', region: 'NY', since: '2024-01-01' }];
  await shop.call('POST /update-tax-settings', { registrations: states });
  assert.equal((await shop.call('POST /create-tax-rate', rate)).status, 200);
  const { page, complaints } = await open();
  await choose(page, 'US');
  await page.getByLabel('State').selectOption('NY');
  await button(page, 'Pay $108.00').waitFor();
  assert.equal(await page.getByLabel('State').inputValue(), 'NY');
  await choose(page, 'CA');
  await page.getByLabel('Province').selectOption('QC');
  await button(page, /^Pay /).waitFor();
  await choose(page, 'US');
  await button(page, 'Continue').waitFor();
  assert.equal(await page.getByLabel('State').inputValue(), '');
  assert.deepEqual(complaints, []);
});

test('a server that does not answer leaves the page as it is, and the total is asked again', async () => {
  const { page, id } = await open({ is_new: true });
  await choose(page, 'CH');
  await button(page, 'Pay $100.00').waitFor();
  await page.route('**/preview', (route) => route.abort());
  await choose(page, 'NO');
  await page.locator('form:not([aria-busy])').waitFor();
  await page.getByLabel('E-mail').fill('ada@example.com');
  await fillCard(page);
  await page.route('**/preview', (route) => route.continue());
  await choose(page, 'CH');
  await button(page, 'Pay $100.00').click();
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
  assert.equal((await counter.paid(id)).total, 100);
});

test('a browser whose clock is elsewhere says nothing of the country', async () => {
  for (const [zone, chosen] of [
    ['Europe/Berlin', ''],
    ['America/Chicago', 'US'],
    ['UTC', 'US'],
  ] as const) {
    const { page } = await openPage({ locale: 'en-US', is_new: true });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: zone });
    const { path } = await counter.openSession();
    const { port } = counter.shop.app;
    await page.goto(`https://localhost:${port}${path}`);
    await page.locator('form:not([aria-busy])').waitFor();
    assert.equal(await page.getByLabel('Country').inputValue(), chosen, zone);
  }
});
