import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFormUrl } from '../../src/shop/money/payments/stripe/permissions.ts';
import { SESSION_COOKIE } from '../../src/shop/store/team/session.ts';
import { startStripeShop } from '../harness/sales/stripe-shop.ts';
import { openPage, screenshot } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { fitsPhones } from '../harness/visits/layout.ts';

const { shop, stand_in, store } = await startStripeShop();

test('a key that lacks permissions: what is said fits a phone, and leads to the form for another', async () => {
  const key = await stand_in.control.addKey({ permissions: ['rak_event_read'] });
  const { token, home } = await signedIn(shop, { store_id: store.store_id });
  const { page } = await openPage({ width: 375, height: 800 });
  const url = shop.app.base_url;
  await page.context().addCookies([{ name: SESSION_COOKIE, value: token, url }]);
  await page.goto(`${url}${home}/provider/connect`);
  await page.locator('[name="key"]').fill(key);
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Check the key' }).click(),
  ]);
  await page.getByRole('alert').waitFor();
  await fitsPhones(page, 'with a key that lacks permissions');
  await screenshot(page, 'refused-key');
  const link = page.locator('#key-problem a');
  assert.equal(await link.getAttribute('href'), keyFormUrl('test'));
  assert.equal((await page.getByRole('alert').innerText()).includes('?name=Kassa'), false);
});
