import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { localCertificate } from '../../src/platform/machine/tls/local-certificate.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, type Look, openPage, screenshot } from '../harness/visits/browser.ts';

const PAYS = '4242 4242 4242 4242';
const IS_DECLINED = '4000 0000 0000 0002';
const CONFIRMS = '4000 0025 0000 3155';

let shop: Shop;
let product_id: string;
/** The seller's own site, where the buyer ends up. */
const site = createServer((request, response) => response.end(`arrived at ${request.url}`));
let site_url: string;

before(async () => {
  shop = await startShop();
  product_id = await create({ price: 1299.5 });
  const code = { code: 'LAUNCH20', discount_percentage: 20 };
  await shop.call('POST /create-discount-code', code);
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  site_url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
after(() => site.close());

async function create(product: object): Promise<string> {
  const all = { name: 'Photo editor', description: 'Edits photos', currency: 'EUR', ...product };
  return (await shop.call('POST /create-product', all)).body.product_id;
}

let customers = 0;
async function checkout(input: object = {}) {
  const all = { product_id, quantity: 1, customer_id: `buyer_${customers++}`, ...input };
  const { body, text } = await shop.call('POST /create-checkout', all);
  assert.ok(body.checkout_url, text);
  return body as { checkout_session_id: string; checkout_url: string; customer_id: string };
}

const session = async (checkout_session_id: string) =>
  (await shop.call('GET /get-checkout', { checkout_session_id })).body;

const transactions = async (checkout_session_id: string) =>
  (await shop.call('GET /get-transactions', { checkout_session_id })).body.data;

const charges = () =>
  shop.db
    .reader(null)
    .all<{ charge_key: string }>(
      `SELECT charge_key FROM test_gateway_charges WHERE status = 'paid'`,
    );

async function open(url: string, look: Look = {}) {
  const opened = await openPage(look);
  await opened.page.goto(url);
  return opened;
}

async function fill(page: Page, number: string, email = 'ada@example.com'): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/34');
  await page.getByLabel('Security code').fill('123');
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / });
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

test('buy: the buyer sees what it costs, pays, and finds the receipt and the way back', async () => {
  const made = await checkout({ quantity: 2, success_url: `${site_url}/thanks?from=kassa#top` });
  const { page, complaints } = await open(made.checkout_url, { locale: 'en-GB' });
  const text = await page.locator('main').innerText();
  assert.match(text, /Photo editor/);
  assert.match(text, /2 × €1,299\.50/);
  assert.match(text, /€2,599\.00/);
  assert.match(await page.locator('.test-mark').innerText(), /Test mode/);
  assert.equal(await page.getByLabel('Card number').getAttribute('autocomplete'), 'cc-number');
  assert.equal(await page.getByLabel('Card number').getAttribute('inputmode'), 'numeric');

  await page.getByLabel('Name').fill('Ada Lovelace');
  assert.equal(await page.getByLabel('Country').inputValue(), 'GB', 'the region of the browser');
  await fill(page, PAYS);
  // A consumer in the United Kingdom agrees that delivery begins at once.
  await page.getByLabel('I want it delivered immediately').check();
  await page.getByRole('button', { name: 'Order and pay €2,599.00' }).click();
  assert.equal(await heading(page), 'Thank you for your order');
  const { transaction_id, status } = await session(made.checkout_session_id);
  assert.equal(status, 'completed');
  const receipt = await page.locator('main').innerText();
  assert.match(receipt, new RegExp(`Receipt ${transaction_id}, 14 November 2026`));
  assert.match(receipt, /Photo editor × 2\s+€2,599\.00/);
  assert.match(receipt, /Visa •••• 4242/);
  const { customer_id } = made;
  const { body: customer } = await shop.call('GET /get-customer', { customer_id });
  assert.deepEqual(
    [customer.email, customer.name, customer.country],
    ['ada@example.com', 'Ada Lovelace', 'GB'],
  );
  await page.getByRole('link', { name: /^Back to/ }).click();
  const arrived = await page.locator('body').innerText();
  const { checkout_session_id } = made;
  assert.equal(arrived, `arrived at /thanks?from=kassa&checkout_session_id=${checkout_session_id}`);
  assert.deepEqual(
    complaints.filter((text) => !text.includes('status of 400')),
    [],
  );
});

test('decline, then buy: the page says why first, keeps what was typed, and takes another card', async () => {
  const made = await checkout();
  const { page } = await open(made.checkout_url);
  await page.getByLabel('Name').fill('Grace Hopper');
  await page.getByLabel('Country').selectOption('US');
  await fill(page, IS_DECLINED, 'grace@example.com');
  await payButton(page).click();
  assert.match(
    await page.getByRole('alert').innerText(),
    /Card declined\s[\s\S]*declined the card/,
  );
  assert.match(await page.title(), /^Card declined · /);
  assert.equal(await page.evaluate('document.activeElement.className'), 'refusal');
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'grace@example.com');
  assert.equal(await page.getByLabel('Name').inputValue(), 'Grace Hopper');
  assert.equal(await page.getByLabel('Country').inputValue(), 'US');
  assert.equal(await page.getByLabel('Card number').inputValue(), IS_DECLINED);
  await screenshot(page, 'checkout-declined');
  assert.deepEqual(await axeProblems(page), []);
  await fill(page, PAYS, 'grace@example.com');
  await payButton(page).click();
  assert.equal(await heading(page), 'Thank you for your order');
  const statuses = (await transactions(made.checkout_session_id)).map(
    ({ status }: { status: string }) => status,
  );
  assert.deepEqual(statuses, ['paid', 'declined']);
});

test('a mistyped form is explained field by field and nothing is tried', async () => {
  const made = await checkout();
  const { page } = await open(made.checkout_url);
  await page.getByLabel('E-mail').fill('not an address');
  await page.getByLabel('Card number').fill('4242 4242 4242 4241');
  await page.getByLabel('Expiry').fill('13/34');
  await page.getByLabel('Security code').fill('1');
  await payButton(page).click();
  await page.getByRole('alert').waitFor();
  const [title, ...mistakes] = (await page.getByRole('alert').innerText()).split(/\n+/);
  assert.equal(title, 'Check your details');
  assert.deepEqual(mistakes, [
    'Enter an e-mail address, such as ada@example.com.',
    'Check the card number.',
    'Enter the month and year on the card, such as 12/34.',
    'Enter the 3 or 4 digits of the security code.',
  ]);
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'not an address');
  await screenshot(page, 'checkout-mistyped');
  assert.deepEqual(await transactions(made.checkout_session_id), []);
});

test('a coupon is applied and removed, and refused in words', async () => {
  const made = await checkout();
  const { page } = await open(made.checkout_url, { locale: 'en-GB' });
  const apply = async (code: string) => {
    if (!(await page.getByLabel('Promotion code').isVisible())) {
      await page.getByText('Add promotion code').click();
    }
    await page.getByLabel('Promotion code').fill(code);
    await page.getByRole('button', { name: 'Apply' }).click();
  };
  await apply('NONSENSE');
  assert.match(await page.getByRole('alert').innerText(), /This code cannot be used/);
  assert.equal(await page.getByLabel('Promotion code').inputValue(), 'NONSENSE');
  await screenshot(page, 'checkout-coupon-refused');
  await apply(' launch20 ');
  const total = () => page.locator('.total').innerText();
  assert.match(await page.locator('.sums').innerText(), /LAUNCH20\s+20% off\s+-€259\.90/);
  assert.match(await total(), /€1,039\.60/);
  await screenshot(page, 'checkout-coupon');
  await page.getByRole('button', { name: 'Remove LAUNCH20' }).click();
  assert.match(await total(), /€1,299\.50/);
  await apply('LAUNCH20');
  await fill(page, PAYS);
  await page.getByLabel('I want it delivered immediately').check();
  await page.getByRole('button', { name: 'Order and pay €1,039.60' }).click();
  assert.equal(await heading(page), 'Thank you for your order');
  const { total: paid, coupon_code } = await session(made.checkout_session_id);
  assert.deepEqual([paid, coupon_code], [1039.6, 'LAUNCH20']);
});

test('the confirmation step goes through the bank: refused, given up, confirmed', async () => {
  const made = await checkout();
  const { page } = await open(made.checkout_url);
  await fill(page, CONFIRMS);
  await payButton(page).click();
  assert.equal(await heading(page), 'Confirm this payment');
  await screenshot(page, 'test-bank');
  await page.getByRole('button', { name: 'Refuse' }).click();
  assert.match(await page.getByRole('alert').innerText(), /not confirmed with your bank/);

  await fill(page, CONFIRMS);
  await payButton(page).click();
  await page.goto(made.checkout_url);
  assert.equal(await heading(page), 'Confirm your payment');
  await screenshot(page, 'checkout-confirm');
  await page.getByRole('button', { name: 'Use another card' }).click();
  assert.match(await page.getByRole('alert').innerText(), /not confirmed with your bank in time/);

  await fill(page, CONFIRMS);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Confirm payment' }).click();
  assert.equal(await heading(page), 'Thank you for your order');
  const codes = (await transactions(made.checkout_session_id)).map(
    ({ decline_code }: { decline_code: string }) => decline_code,
  );
  assert.deepEqual(codes, [null, 'confirmation_expired', 'authentication_failed']);
});

test('a double click, two windows, the back button and a reload charge once', async () => {
  const before = (await charges()).length;
  const made = await checkout();
  const { page } = await open(made.checkout_url);
  const other = await page.context().newPage();
  await other.goto(made.checkout_url);
  await fill(page, PAYS);
  await fill(other, PAYS);
  await Promise.all([payButton(page).dblclick(), payButton(other).click()]);
  await Promise.all(
    [page, other].map((one) => one.getByText('Thank you for your order').first().waitFor()),
  );
  await page.reload();
  assert.equal(await heading(page), 'Thank you for your order');
  await page.goBack();
  if (await payButton(page).isVisible()) {
    await fill(page, PAYS);
    await payButton(page).click();
  }
  assert.equal(await heading(page), 'Thank you for your order');
  assert.equal((await charges()).length, before + 1);
  assert.equal((await transactions(made.checkout_session_id)).length, 1);
});

test('a declined form that is sent twice at once is one payment', async () => {
  const made = await checkout();
  const { page } = await open(made.checkout_url);
  await fill(page, IS_DECLINED);
  const sent = await page.evaluate<string>(
    "new URLSearchParams(new FormData(document.querySelector('.sale form'))).toString()",
  );
  const path = `${new URL(made.checkout_url).pathname}/pay`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => shop.send({ method: 'POST', path, headers }, sent)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(8).fill(200),
  );
  assert.equal((await transactions(made.checkout_session_id)).length, 1);
});

test('expired, paid and unknown sessions have their own pages', async () => {
  const { checkout_session_id, checkout_url } = await checkout({
    cancel_url: `${site_url}/pricing`,
  });
  await shop.call('POST /expire-checkout', { checkout_session_id });
  const { page } = await open(checkout_url);
  assert.equal(await heading(page), 'This checkout has expired');
  await screenshot(page, 'checkout-expired');
  await page.getByRole('link', { name: /^Back to/ }).click();
  assert.equal(await page.locator('body').innerText(), 'arrived at /pricing');
  const unknown = await page.goto(`${checkout_url.slice(0, -4)}0000`);
  assert.equal(unknown?.status(), 404);
  assert.equal(await heading(page), 'Checkout not found');
});

test('without JavaScript, on a telephone: buys', async () => {
  const made = await checkout();
  const { page } = await open(made.checkout_url, { javascript: false, width: 360 });
  await screenshot(page, 'checkout-phone');
  await fill(page, PAYS);
  await payButton(page).click();
  assert.equal(await heading(page), 'Thank you for your order');
  await screenshot(page, 'checkout-paid-phone');
});

test('with the keyboard alone: Enter in the last field pays', async () => {
  const made = await checkout();
  const { page } = await open(made.checkout_url);
  await page.getByLabel('E-mail').focus();
  for (const keys of ['ada@example.com', PAYS, '1234', '123', 'Ada']) {
    await page.keyboard.type(keys);
    if (keys !== 'Ada') await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
  assert.equal((await session(made.checkout_session_id)).status, 'completed');
});

test('nothing to pay needs no card; a trial and a renewal are explained', async () => {
  const free = await checkout({ product_id: await create({ price: 0 }) });
  const { page } = await open(free.checkout_url, { locale: 'en-US' });
  assert.equal(await page.getByLabel('Card number').count(), 0);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Complete order' }).click();
  assert.equal(await heading(page), 'Thank you for your order');
  assert.equal((await transactions(free.checkout_session_id))[0].total, 0);

  const plan = { price: 12, billing_type: 'recurring', name: 'Plan' };
  const monthly = await checkout({ product_id: await create(plan), coupon_code: 'LAUNCH20' });
  await page.goto(monthly.checkout_url);
  assert.match(await page.locator('.due').innerText(), /€9\.60/);
  assert.equal(
    await page.locator('.next').innerText(),
    'Then €12.00 a month from 14 December 2026. Cancel any time.',
  );
  const yearly = { ...plan, billing_interval: 'year', trial_days: 14 };
  const trial = await checkout({ product_id: await create(yearly) });
  await page.goto(trial.checkout_url);
  assert.match(await page.locator('.due').innerText(), /€0\.00 today/);
  assert.equal(
    await page.locator('.next').innerText(),
    'Then €12.00 a year from 28 November 2026. Cancel any time.',
  );
  assert.ok(await page.getByRole('button', { name: 'Start trial' }).isVisible());
  await screenshot(page, 'checkout-trial');
});

test('trials, coupons and renewals: the payment page and the receipt say the same', async () => {
  const plan = { price: 12, billing_type: 'recurring', name: 'Plan' };
  const codes = { ONCE: { duration: 'once' }, EVER: { duration: 'forever' } };
  const three = { THREE: { duration: 'repeating', duration_months: 3 } };
  for (const [code, terms] of Object.entries({ ...codes, ...three })) {
    await shop.call('POST /create-discount-code', { code, discount_percentage: 25, ...terms });
  }
  const { page } = await openPage({ locale: 'en-US' });
  const next = () => page.locator('.next').innerText();
  const from = 'from 14 December 2026';
  for (const [coupon_code, trial_days, due, words] of [
    [undefined, 0, '€12.00', `Then €12.00 a month ${from}.`],
    ['ONCE', 0, '€9.00', `Then €12.00 a month ${from}.`],
    ['EVER', 0, '€9.00', `Then €9.00 a month ${from}.`],
    ['THREE', 0, '€9.00', `Then €9.00 a month ${from}, and €12.00 a month after 3 months.`],
    [
      ...(['ONCE', 14, '€0.00 today'] as const),
      'Then €9.00 on 28 November 2026, and €12.00 a month after that.',
    ],
  ] as const) {
    const product = await create({ ...plan, trial_days });
    const made = await checkout({ product_id: product, ...(coupon_code && { coupon_code }) });
    await page.goto(made.checkout_url);
    assert.equal(await page.locator('.due').innerText(), due);
    assert.equal(await next(), `${words} Cancel any time.`);
    await fill(page, PAYS);
    await page.getByRole('button', { name: /^(Pay |Start trial)/ }).click();
    assert.equal(await heading(page), 'Thank you for your order');
    assert.equal(await next(), `${words} Cancel any time.`);
    const { subscription_id } = await session(made.checkout_session_id);
    const { body } = await shop.call('GET /get-subscription', { subscription_id });
    assert.equal(body.status, trial_days > 0 ? 'trialing' : 'active');
  }
  await screenshot(page, 'checkout-paid-trial');
  assert.deepEqual(await axeProblems(page), []);
});

test('names and descriptions are text, never HTML', async () => {
  const nasty = '"><script>alert(1)</script><img src=x onerror=alert(2)>';
  const evil = await create({ name: nasty, description: nasty, price: 5 });
  const made = await checkout({ product_id: evil });
  const { page, complaints } = await open(made.checkout_url);
  assert.equal(await page.locator('.lines strong').innerText(), nasty);
  await fill(page, PAYS);
  await payButton(page).click();
  assert.ok((await page.locator('tbody').innerText()).startsWith(nasty));
  assert.equal(await page.locator('script, img').count(), 0);
  assert.deepEqual(complaints, []);
});

test('the picture of the product is shown, and nothing else of its host is allowed', async () => {
  const { authority_path, ...tls } = localCertificate(shop.place.data_dir, Date.now());
  const asked: (string | undefined)[] = [];
  const pictures = createHttpsServer(tls, (request, response) => {
    asked.push(request.url, request.headers.referer);
    response.writeHead(200, { 'content-type': 'image/svg+xml' });
    response.end(PICTURE);
  });
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  const host = `https://localhost:${(pictures.address() as AddressInfo).port}`;
  try {
    const image_url = `${host}/box;1,2.svg?size=96`;
    const made = await checkout({ product_id: await create({ price: 5, image_url }) });
    const { page, complaints } = await open(made.checkout_url);
    assert.equal(await page.evaluate("document.querySelector('img').naturalWidth > 0"), true);
    assert.deepEqual(asked, ['/box;1,2.svg?size=96', undefined], 'without a referrer');
    await screenshot(page, 'checkout-picture');
    assert.deepEqual(await axeProblems(page), []);
    assert.deepEqual(complaints, []);
    const policy = (await page.reload())?.headers()['content-security-policy'];
    assert.match(policy ?? '', new RegExp(`img-src 'self' data: ${host}/box%3b1%2c2.svg;`));
  } finally {
    pictures.close();
    pictures.closeAllConnections();
  }
});

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
<rect width="96" height="96" fill="#0b57d0"/><circle cx="48" cy="48" r="28" fill="#fff"/></svg>`;

test('license key: the receipt shows it, and the button copies it', async () => {
  const made = await checkout({ product_id: await create({ price: 5, license: {} }) });
  const { page, complaints } = await open(made.checkout_url);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await fill(page, PAYS);
  await payButton(page).click();
  const [key] = (await session(made.checkout_session_id)).license_keys;
  assert.match(key, /^KASSA(-[0-9A-HJKMNP-TV-Z]{5}){5}$/);
  assert.deepEqual((await transactions(made.checkout_session_id))[0].license_keys, [key]);
  assert.equal(await page.locator('.key code').innerText(), key);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
  const policy = (await page.reload())?.headers()['content-security-policy'] ?? '';
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.equal(await page.locator('.key code').innerText(), key, 'the page shows it again');
  assert.deepEqual(complaints, []);
});

test('license key: where the clipboard is refused, the key is selected and the page says how to copy', async () => {
  const made = await checkout({ product_id: await create({ price: 0, license: {} }) });
  const { page } = await open(made.checkout_url, { is_new: true });
  await page.addInitScript(
    "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))",
  );
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Complete order' }).click();
  const [key] = (await session(made.checkout_session_id)).license_keys;
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Press Ctrl+C').waitFor();
  assert.equal(await page.evaluate('String(getSelection())'), key);
});

test('license key: without JavaScript there is the key and no button that does nothing', async () => {
  const made = await checkout({ product_id: await create({ price: 0, license: {} }) });
  const { page } = await open(made.checkout_url, { javascript: false });
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Complete order' }).click();
  const [key] = (await session(made.checkout_session_id)).license_keys;
  assert.equal(await page.locator('.key code').innerText(), key);
  assert.equal(await page.getByRole('button', { name: 'Copy' }).isVisible(), false);
});

for (const { color_scheme, width } of LOOKS) {
  test(`a receipt with a license key is accessible: ${color_scheme}, ${width} wide`, async () => {
    const made = await checkout({ product_id: await create({ price: 0, license: {} }) });
    const { page } = await open(made.checkout_url, { color_scheme, width });
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('button', { name: 'Complete order' }).click();
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
    await screenshot(page, `checkout-license-${color_scheme}-${width}`);
    assert.deepEqual(await axeProblems(page), []);
  });
}

for (const { color_scheme, width } of LOOKS) {
  test(`payment and receipt are accessible and closed: ${color_scheme}, ${width} wide`, async () => {
    const long = 'Supercalifragilisticexpialidocious'.repeat(4);
    const product = await create({
      name: long,
      description: `${long}\n`.repeat(9),
      price: 19.99,
    });
    const made = await checkout({ product_id: product, quantity: 3, coupon_code: 'LAUNCH20' });
    const { page, complaints } = await openPage({ color_scheme, width });
    let bytes = 0;
    const elsewhere: string[] = [];
    page.on('response', (response) => {
      if (!/^data:/.test(response.url())) bytes += Number(response.headers()['content-length']);
      if (!response.url().startsWith(shop.app.base_url)) elsewhere.push(response.url());
    });
    const answer = await page.goto(made.checkout_url, { waitUntil: 'networkidle' });
    const headers = answer?.headers() ?? {};
    const policy = headers['content-security-policy'] ?? '';
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.deepEqual(
      [headers['referrer-policy'], headers['cache-control']],
      ['no-referrer', 'no-store'],
    );
    assert.ok(bytes > 0 && bytes < 40_000, `${bytes} bytes in all`);
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.equal(await overflow(), 0, 'no sideways scrolling');
    await screenshot(page, `checkout-${color_scheme}-${width}`);
    assert.deepEqual(await axeProblems(page), []);
    await fill(page, PAYS);
    await payButton(page).click();
    assert.equal(await heading(page), 'Thank you for your order');
    assert.equal(await overflow(), 0, 'no sideways scrolling');
    await screenshot(page, `checkout-paid-${color_scheme}-${width}`);
    assert.deepEqual(await axeProblems(page), []);
    assert.deepEqual([complaints, elsewhere], [[], []]);
  });
}
