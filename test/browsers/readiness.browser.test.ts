import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { widthTooMuch } from '../harness/visits/layout.ts';

// The overview of shops that are not open yet: a new test store, one in use, a live store.

const shop = await startShop();

async function homes(): Promise<[name: string, home: Awaited<ReturnType<typeof signedIn>>][]> {
  const fresh = await shop.openStore();
  await fresh.product();
  const used = await shop.openStore();
  await used.buy(await used.product());
  const live = await shop.makeStore('live');
  const enter = ({ store_id }: { store_id: string }) => signedIn(shop, { store_id });
  return [
    ['new', await enter(fresh)],
    ['used', await enter(used)],
    ['live', await enter(live)],
  ];
}

test('what is still missing is accessible and fits, on a desktop and a phone, light and dark', async () => {
  const all = await homes();
  for (const look of LOOKS) {
    const { page, complaints } = await openPage(look);
    for (const [name, { cookie, home }] of all) {
      const [key = '', value = ''] = cookie.split('=');
      const url = shop.app.base_url;
      await page.context().addCookies([{ name: key, value, url, httpOnly: true, secure: true }]);
      await page.goto(url + home);
      await screenshot(page, `readiness-${name}-${look.color_scheme}`);
      for (const one of await page.locator('.readiness summary').all()) await one.click();
      assert.deepEqual(await axeProblems(page), [], name);
      assert.equal(await widthTooMuch(page), 0, name);
    }
    assert.deepEqual(complaints, []);
  }
});
