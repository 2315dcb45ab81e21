import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PICTURES } from '../harness/pictures.ts';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';
import { widthTooMuch } from '../harness/visits/layout.ts';

// From the first page of a new owner to the live shop, and the page that everybody sees.

const shop = await startShop();
const store = await shop.openStore(shop);
const { must, product, plan } = store;
const owner = await signedIn(shop, { store_id: shop.store_id });

const SHELF = [
  ['Photo editor', '**Edits** photos on your own machine, without an account.', 49],
  ['A name that is longer than most, as sellers like them: Photo editor for teams', '', 199],
  ['Fonts', 'Twelve families.\n\nWith a license for the web.', 0],
] as const;

async function fill(): Promise<void> {
  for (const [name, description, price] of SHELF) {
    const image = price === 49 ? PICTURES.png : undefined;
    const product_id = await product({ name, description, price, image });
    await must('POST /create-payment-link', { product_id });
  }
  const product_id = await plan({ name: 'Pro', description: 'All of it.', trial_days: 14 });
  await must('POST /create-payment-link', { product_id });
}

test('welcome, going live and the page of the shop are accessible and fit, light and dark', async () => {
  const { home, cookie } = owner;
  const seen = async (name: string, path: string, is_signed_in: boolean, language = 'en') => {
    for (const look of LOOKS) {
      const { page, complaints } = await openPage({ ...look, locale: language });
      const [key = '', value = ''] = cookie.split('=');
      const url = shop.app.base_url;
      if (is_signed_in) {
        await page.context().addCookies([{ name: key, value, url, httpOnly: true, secure: true }]);
      }
      await page.goto(url + path);
      await screenshot(page, `going-live-${name}-${look.color_scheme}`);
      assert.deepEqual(await axeProblems(page), [], name);
      assert.equal(await widthTooMuch(page), 0, name);
      assert.deepEqual(complaints, []);
    }
  };
  await seen('welcome', `${home}/welcome`, true);
  await seen('first', home, true);
  await seen('front-empty', '/', false);
  await fill();
  await must('POST /update-store', { storefront_enabled: true, name: 'Lumen Labs' });
  await seen('list', `${home}/go-live`, true);
  await seen('front', '/', false);
  await seen('front-ar', '/', false, 'ar');
  await seen('front-own', '/', true);
  const went = await owner.post('/go-live', { name: 'Lumen Labs' });
  assert.equal(went.status, 303);
  await seen('done', `${home}/go-live`, true);
  await seen('live', String(went.headers.location), true);
});
