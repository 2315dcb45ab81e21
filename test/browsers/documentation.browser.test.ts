import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';

const shop = await startShop();
const PAGES = {
  start: '/docs',
  guide: '/docs/licensing',
  pictures: '/docs/dashboard',
  operation: '/docs/operations/create-product',
  search: '/docs?q=refund',
  missing: '/docs/no-such-page',
};

describe('documentation in a browser', () => {
  for (const [name, path] of Object.entries(PAGES)) {
    for (const { color_scheme, width } of LOOKS) {
      test(`${name} is accessible and loads nothing from elsewhere: ${color_scheme}, ${width} wide`, async () => {
        const { page, complaints } = await openPage({ color_scheme, width });
        const requested: string[] = [];
        page.on('request', (request) => requested.push(request.url()));
        await page.goto(shop.app.base_url + path);
        const strangers = requested.filter(
          (url) => !url.startsWith(shop.app.base_url) && !url.startsWith('data:'),
        );
        assert.deepEqual(strangers, []);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.equal(overflow, 0, 'no sideways scrolling');
        await screenshot(page, `docs-${name}-${color_scheme}-${width}`);
        assert.deepEqual(
          complaints.filter((text) => !text.includes('404')),
          [],
        );
        assert.deepEqual(await axeProblems(page), []);
      });
    }
  }

  test('without JavaScript one finds a page, reads it, and chooses the language of its sample', async () => {
    const { page } = await openPage({ javascript: false, width: 390 });
    await page.goto(`${shop.app.base_url}/docs/mail`);
    await page.getByRole('searchbox').fill('refund');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.hits a').first().click();
    assert.match(page.url(), /\/docs\/operations\/refund-transaction$/);
    await page.getByRole('radio', { name: 'Python' }).check();
    assert.ok(await page.locator('pre.python').isVisible());
    assert.ok(!(await page.locator('pre.curl').isVisible()));
    assert.ok(await page.getByText('This needs JavaScript').isVisible());
    const link = page.locator('.tree').getByRole('link', { name: 'refund-transaction' });
    assert.ok(!(await link.isVisible()), 'the list is folded on a phone');
    await page.getByText('All operations', { exact: true }).click();
    assert.ok(await link.isVisible());
  });

  test('the language that was chosen is kept on the next page', async () => {
    const { page } = await openPage();
    await page.goto(`${shop.app.base_url}/docs/operations/get-product`);
    await page.getByRole('radio', { name: 'TypeScript' }).check();
    await page.goto(`${shop.app.base_url}/docs/operations/get-customer`);
    assert.ok(await page.locator('pre.typescript').isVisible());
  });

  test('an operation is tried with a key of a test store, which is kept nowhere', async () => {
    const { page, complaints } = await openPage({ is_new: true });
    await page.goto(`${shop.app.base_url}/docs/operations/create-product`);
    const form = page.locator('.try form');
    await form.getByLabel('Test key').fill('kassa_live_1234');
    await form.getByRole('button').click();
    assert.match(await form.getByRole('alert').innerText(), /keys of test stores only/);
    await form.getByLabel('Test key').fill(shop.api_key);
    await form.getByLabel('Parameters').fill('{ "name": ');
    await form.getByRole('button').click();
    assert.match(await form.getByRole('alert').innerText(), /are not JSON/);
    await form
      .getByLabel('Parameters')
      .fill('{ "name": "Tried", "description": "", "price": 5, "currency": "USD" }');
    await form.getByRole('button').click();
    await form.getByText(/^Answer: 200/).waitFor();
    assert.match(await form.locator('code').innerText(), /"name": "Tried"/);
    assert.deepEqual(await axeProblems(page), []);
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, document.cookie])');
    assert.doesNotMatch(String(kept), /kassa_test/);
    assert.doesNotMatch(page.url(), /kassa_test/);
    assert.deepEqual(complaints, []);
  });

  test('what only reads is tried with its parameters in the address, and a refusal is shown', async () => {
    const { page } = await openPage();
    await page.goto(`${shop.app.base_url}/docs/operations/get-product`);
    const form = page.locator('.try form');
    await form.getByLabel('Test key').fill(shop.api_key);
    await form.getByRole('button').click();
    await form.getByText(/^Answer: 404/).waitFor();
    assert.match(await form.locator('code').innerText(), /product_not_found/);
  });
});
