import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectStripe, startStripeShop } from '../harness/sales/stripe-shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { widthTooMuch } from '../harness/visits/layout.ts';

test('which wallets buyers see is accessible and fits, on a desktop and a phone, light and dark', async () => {
  const { shop, stand_in } = await startStripeShop();
  const store = await shop.openStore();
  await connectStripe(store, stand_in);
  const reason = 'Apple could not verify this domain. See https://dashboard.stripe.com/settings.';
  const wallets = JSON.stringify({
    host: 'shop.lumen.example',
    shown: { apple_pay: false, google_pay: true, link: true },
    problem: `Apple Pay: ${reason}`,
    checked_at: 1,
  });
  const sql = 'UPDATE provider_connections SET wallets = :wallets WHERE store_id = :store_id';
  await shop.db.write(store, async (tx) => tx.run(sql, { wallets }));
  const { cookie, home } = await signedIn(shop, { store_id: store.store_id });
  for (const look of LOOKS) {
    const { page, complaints } = await openPage(look);
    const [name = '', value = ''] = cookie.split('=');
    const url = shop.app.base_url;
    await page.context().addCookies([{ name, value, url, httpOnly: true, secure: true }]);
    await page.goto(`${url}${home}/provider`);
    await screenshot(page, `wallets-${look.color_scheme}`);
    assert.match(await page.locator('main').innerText(), /Apple Pay: not offered/);
    assert.deepEqual(await axeProblems(page), []);
    assert.equal(await widthTooMuch(page), 0);
    assert.deepEqual(complaints, []);
  }
});
