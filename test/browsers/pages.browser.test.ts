import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '../../src/sites/api/operations.ts';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';

const shop = await startShop();

const portal = async () =>
  new URL(
    (await shop.call('POST /create-customer-billing', { customer_id: 'ada' })).body.portal_url,
  ).pathname;

const pages: [string, () => Promise<string> | string, number][] = [
  ['home', () => '/', 200],
  ['reference', () => '/docs/reference', 200],
  ['portal', portal, 200],
  ['portal-gone', () => '/portal/made-up', 404],
];

/** It is long and looks alike everywhere: one of each kind is enough. */
const PARTS_OF_REFERENCE =
  'header, nav, .guide, #create-product, #update-mail-settings, #create-webhook, #events, #license-events';

describe('pages', () => {
  for (const [name, path, status] of pages) {
    for (const { color_scheme, width } of LOOKS) {
      test(`${name} is accessible and loads nothing from elsewhere: ${color_scheme}, ${width} wide`, async () => {
        const { page, complaints } = await openPage({ color_scheme, width });
        const requested: string[] = [];
        page.on('request', (request) => requested.push(request.url()));
        const answer = await page.goto(shop.app.base_url + (await path()));
        assert.equal(answer?.status(), status);
        assert.match(answer?.headers()['content-security-policy'] ?? '', /default-src 'none'/);
        assert.deepEqual(
          requested.filter((url) => !url.startsWith(shop.app.base_url) && !url.startsWith('data:')),
          [],
        );
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.equal(overflow, 0, 'no sideways scrolling');
        await screenshot(page, `${name}-${color_scheme}-${width}`);
        const refused = complaints.filter((text) => !text.includes('404'));
        assert.deepEqual(refused, []);
        const part = name === 'reference' ? PARTS_OF_REFERENCE : 'html';
        assert.deepEqual(await axeProblems(page, part), []);
      });
    }
  }

  test('the reference shows every operation with its parameters and errors, without JavaScript', async () => {
    const { page } = await openPage({ javascript: false });
    await page.goto(`${shop.app.base_url}/docs/reference`);
    for (const operation of Object.values(operations).flat()) {
      const section = await page.locator(`#${operation.path.slice(1)}`).textContent();
      for (const name of Object.keys(operation.input.properties))
        assert.ok(section?.includes(name), name);
      for (const code of operation.errors) assert.ok(section?.includes(code), code);
    }
  });
});
