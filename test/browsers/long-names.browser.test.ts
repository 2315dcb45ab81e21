import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards, openStore } from '../harness/cast.ts';
import { startShop } from '../harness/shop.ts';
import { LOOKS, openPage, screenshot } from '../harness/visits/browser.ts';
import { fitsPhones } from '../harness/visits/layout.ts';
import { fillIn, pays } from './scenes/scene.ts';

const shop = await startShop();
const store = await openStore(shop);

const NAMES = [
  'Photo editor Professional for small teams',
  'Photo editor Professional for small teams with unlimited cloud storage',
  'محرر الصور الاحترافي للفرق الصغيرة مع مساحة تخزين سحابية غير محدودة',
  'Supercalifragilisticexpialidocious'.repeat(3),
];

for (const [at, name] of NAMES.entries()) {
  test(`an order that is folded after a refusal is as wide as the phone: ${name}`, async () => {
    const product_id = await store.product({ name, price: 29 });
    const { color_scheme } = LOOKS[at % 2] ?? LOOKS[0];
    const { page } = await openPage({ width: 375, color_scheme });
    await page.goto((await store.create({ product_id, quantity: 3 })).checkout_url);
    await fitsPhones(page, 'at first');
    // Consumers in Germany see what they order once more, above the button.
    await fillIn(page, { country: 'DE' });
    await Promise.all([page.waitForEvent('load'), page.locator('.pay .button').click()]);
    await page.locator('.recap').waitFor();
    await fitsPhones(page, 'with the order above the button');
    await page.locator('.recap').scrollIntoViewIfNeeded();
    await screenshot(page, `long-names-${at}-recap`);
    for (const typed of [{}, pays(cards.declined.number)]) {
      await fillIn(page, { ...typed, country: 'US' });
      await Promise.all([page.waitForEvent('load'), page.locator('.pay .button').click()]);
      await page.getByRole('alert').waitFor();
      await fitsPhones(page, 'after a refusal');
    }
    await screenshot(page, `long-names-${at}`);
    const cut = await page.evaluate(
      "(span => span.scrollWidth > span.clientWidth)(document.querySelector('.folded span'))",
    );
    assert.equal(cut, true, 'its end is cut off');
    await page.locator('.folded').click();
    await fitsPhones(page, 'unfolded again');
  });
}
