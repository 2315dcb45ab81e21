import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { openPage, screenshot } from '../harness/visits/browser.ts';

const shop = await startShop();

describe('reference in a browser', () => {
  test('a filter works while it is typed, in the page and in the list', async () => {
    const { page, complaints } = await openPage();
    await page.goto(`${shop.app.base_url}/docs/reference`);
    await page.getByRole('searchbox').fill('activation limit');
    assert.deepEqual(await page.locator('main section:visible').evaluateAll(ids), [
      'create-product',
      'update-product',
      'activate-license',
      'update-license',
    ]);
    assert.equal(await page.locator('nav li:visible').count(), 4);
    await page.getByRole('searchbox').fill('zebra');
    assert.equal(await page.locator('main section:visible').count(), 0);
    assert.ok(await page.getByText('Nothing has all of these words').isVisible());
    await page.getByRole('searchbox').fill('');
    assert.ok((await page.locator('main section:visible').count()) > 80);
    assert.deepEqual(complaints, []);
  });

  test('without JavaScript the filter is a form, and samples change their language all the same', async () => {
    const { page } = await openPage({ javascript: false });
    await page.goto(`${shop.app.base_url}/docs/reference`);
    await page.getByRole('radio', { name: 'TypeScript' }).check();
    assert.ok(await page.locator('#create-product .typescript').isVisible());
    assert.ok(!(await page.locator('#create-product .curl').isVisible()));
    await page.getByRole('searchbox').fill('webhook secret');
    await page.getByRole('button', { name: 'Show' }).click();
    assert.match(page.url(), /\/docs\/reference\?q=webhook\+secret&samples=typescript$/);
    assert.ok(await page.locator('#update-webhook .typescript').isVisible());
    assert.equal(await page.locator('#create-product').count(), 0);
  });

  test('on a phone the list of operations is folded away, and folds again when one is chosen', async () => {
    const { page } = await openPage({ width: 360, color_scheme: 'dark' });
    await page.goto(`${shop.app.base_url}/docs/reference`);
    const link = page.getByRole('link', { name: 'create-checkout', exact: true }).first();
    assert.ok(!(await link.isVisible()));
    await page.getByText('All operations and events').click();
    await screenshot(page, 'reference-list-dark-360');
    assert.deepEqual(await axeProblems(page, 'nav'), []);
    await link.click();
    assert.ok(!(await link.isVisible()));
    const { y = -1 } = (await page.locator('#create-checkout h3').boundingBox()) ?? {};
    assert.ok(y >= 0 && y < 300, `it is at ${y}`);
    const wide = await openPage({ width: 1280 });
    await wide.page.goto(`${shop.app.base_url}/docs/reference`);
    assert.ok(await wide.page.getByRole('link', { name: 'create-checkout' }).first().isVisible());
    await wide.page.getByRole('radio', { name: 'curl' }).focus();
    for (const _ of ['the list itself', 'its first link']) await wide.page.keyboard.press('Tab');
    const focused = await wide.page.evaluate('document.activeElement.textContent');
    assert.equal(focused, 'First call');
  });

  test('a sample is copied by its button, as it would be typed', async () => {
    const { page } = await openPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${shop.app.base_url}/docs/reference#get-product`);
    const sample = page.locator('#get-product .curl');
    await sample.getByRole('button', { name: 'Copy' }).click();
    await sample.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    assert.equal(copied, await sample.locator('code').textContent());
  });
});

const ids = (sections: { id: string }[]): string[] => sections.map(({ id }) => id);
