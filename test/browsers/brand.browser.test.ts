import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accentColors } from '../../src/shop/store/accent.rules.ts';
import { base64, PICTURES, pngOf } from '../harness/pictures.ts';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { LOOKS, openPage } from '../harness/visits/browser.ts';

const shop = await startShop();

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

const MISSING = 'img[src*="missing.png"]';

/** Of what has the accent behind it, as the first letter of a shop without a logo has. */
const BUTTON_COLORS = `(() => {
  const probe = document.createElement('i');
  probe.className = 'initial';
  document.querySelector('.shop-header').append(probe);
  const { backgroundColor, color } = getComputedStyle(probe);
  probe.remove();
  return [backgroundColor, color];
})()`;

async function openBranded() {
  const { must, product } = await shop.openStore();
  const { logo_url } = await must('POST /update-store', {
    ...{ name: 'Lumen Labs', accent_color: '#ffe600', default_language: 'en' },
    ...{ logo: base64(pngOf({ width: 96, height: 96 })), favicon: PICTURES.webp },
    ...{ support_email: 'help+shop@lumen.example', terms_url: 'https://lumen.example/terms' },
    ...{ privacy_url: 'https://lumen.example/privacy', refund_url: 'https://lumen.example/back' },
  });
  const product_id = await product({ image_url: 'https://127.0.0.1:1/missing.png' });
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_url } = await must('POST /create-checkout', session);
  const { portal_url } = await must('POST /create-customer-billing', { customer_id: 'ada' });
  const [, number] = /\/files\/(\d+)\//.exec(logo_url) ?? [];
  const sign_in_url = new URL(`/portal/store/${number}`, checkout_url).href;
  return { checkout_url, portal_url, sign_in_url };
}

for (const { color_scheme, width } of LOOKS) {
  test(`checkout, portal and sign-in are in the shop's own look: ${color_scheme}, ${width} wide`, async () => {
    const colors = accentColors('#ffe600')[color_scheme];
    for (const [name, url] of Object.entries(await openBranded())) {
      const { page } = await openPage({ color_scheme, width });
      await page.goto(url);
      const shown = await page.evaluate(`document.querySelector('img.logo').naturalWidth`);
      assert.equal(shown, 96, name);
      assert.equal(await page.locator('.shop-header').getByText('Lumen Labs').count(), 1);
      const icon = await page.locator('link[rel=icon]').getAttribute('href');
      assert.match(icon ?? '', /^\/files\/\d+\/[0-9a-f]{32}\.webp$/);
      const footer = page.locator('.shop-footer');
      assert.equal(
        await footer.getByRole('link', { name: 'help+shop@' }).getAttribute('href'),
        'mailto:help%2Bshop@lumen.example',
      );
      for (const link of ['Terms', 'Privacy', 'Refunds']) {
        assert.match(
          String(await footer.getByRole('link', { name: link }).getAttribute('href')),
          /^https:\/\/lumen\.example\//,
        );
      }
      const accent = await page.evaluate(BUTTON_COLORS);
      assert.deepEqual(accent, [rgb(colors.accent), rgb(colors.on_accent)], name);
      assert.deepEqual(await axeProblems(page), [], name);
    }
  });
}

test('a picture that does not load leaves a quiet surface, where the broken icon would be', async () => {
  const { checkout_url } = await openBranded();
  const { page } = await openPage();
  await page.goto(checkout_url);
  await page.waitForFunction(`document.querySelector('${MISSING}').complete`);
  const { box, cover } = (await page.evaluate(`(() => {
    const picture = document.querySelector('${MISSING}');
    const { width, height } = picture.getBoundingClientRect();
    const after = getComputedStyle(picture, '::after');
    const cover = [after.position, after.width, after.height, after.backgroundColor];
    return { cover, box: ['absolute', width + 'px', height + 'px'] };
  })()`)) as { box: string[]; cover: string[] };
  assert.deepEqual(cover, [...box, rgb('#f1f1f5')]);
});
