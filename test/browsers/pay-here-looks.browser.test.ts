import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CARDS,
  fieldsIn,
  openFieldsCounter,
  payIn,
  typeCard,
} from '../harness/sales/fields-counter.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, screenshot } from '../harness/visits/browser.ts';

// How the payment page looks with the provider's fields on it: what is around their frame is ours.

const counter = await openFieldsCounter();
const { store, openSession, open } = counter;

const themeIn = 'document.documentElement.dataset.theme';

for (const { color_scheme, width } of LOOKS) {
  test(`with the fields: accessible, nothing sideways, in the shop's colours: ${color_scheme}, ${width} wide`, async () => {
    await store.must('POST /update-store', { accent_color: '#0f766e' });
    const product_id = await store.plan({ trial_days: 14 });
    const pages = {
      once: (await openSession()).path,
      trial: (await openSession({ product_id })).path,
    };
    for (const [name, path] of Object.entries(pages)) {
      const { page } = await open(path, { color_scheme, width });
      await typeCard(page, CARDS.pays);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
      assert.deepEqual(await axeProblems(page), []);
      await screenshot(page, `pay-here-${name}-${color_scheme}-${width}`);
    }
    const { page } = await open(pages.once, { color_scheme, width });
    await payIn(page, CARDS.is_declined);
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await axeProblems(page), []);
    await screenshot(page, `pay-here-declined-${color_scheme}-${width}`);
  });
}

test('the fields follow the colours of the system while the page is open', async () => {
  const { path } = await openSession();
  const { page } = await open(path, { is_new: true });
  await typeCard(page, CARDS.pays);
  const fields = page.frames().find((frame) => frame.url().startsWith('https://js.stripe.com/'));
  assert.equal(await fields?.evaluate(themeIn), 'stripe');
  await page.emulateMedia({ colorScheme: 'dark' });
  await fields?.waitForFunction(`${themeIn} === 'night'`);
  assert.equal(await fieldsIn(page).locator('[name=number]').inputValue(), CARDS.pays);
});

test('from right to left, in Arabic', async () => {
  const { path } = await openSession();
  const { page, complaints } = await open(path, { locale: 'ar' });
  await page.locator('form[data-here]').waitFor({ state: 'attached' });
  assert.equal(await fieldsIn(page).locator('html').getAttribute('dir'), 'rtl');
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
  assert.deepEqual(await axeProblems(page), []);
  await screenshot(page, 'pay-here-ar');
  assert.deepEqual(complaints, []);
});

test('the page is below 40 kB without the script of the provider', async () => {
  const { path } = await openSession();
  const { page, complaints } = await open('/robots.txt');
  let bytes = 0;
  page.on('response', (response) => {
    const { origin } = new URL(response.url());
    if (origin === counter.url) bytes += Number(response.headers()['content-length'] ?? 0);
  });
  await page.goto(counter.url + path);
  await page.locator('form[data-here]').waitFor({ state: 'attached' });
  assert.ok(bytes > 0 && bytes < 40_000, `${bytes} bytes in all`);
  assert.deepEqual(complaints, []);
});
