import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PICTURES, pngOf } from '../harness/pictures.ts';
import { startShop } from '../harness/shop.ts';
import { axeProblems } from '../harness/visits/axe.ts';
import { openPage, screenshot } from '../harness/visits/browser.ts';
import { signedIn } from '../harness/visits/dashboard.ts';

// What a seller sells and sets up, as the seller sees it.

const shop = await startShop();
const { token, home } = await signedIn(shop);
const cookie = { name: '__Host-kassa-seat', value: token, url: shop.app.base_url };

const LOOKS = [
  { color_scheme: 'light', width: 1280 },
  { color_scheme: 'dark', width: 390 },
] as const;

const signedInPage = async (look: Parameters<typeof openPage>[0]) => {
  const opened = await openPage(look);
  await opened.page.context().addCookies([cookie]);
  return opened;
};
const at = (path: string) => `${shop.app.base_url}${home}${path}`;

test('a product is made with a picture, in a browser without JavaScript', async () => {
  const { page } = await signedInPage({ javascript: false, width: 390 });
  await page.goto(at('/products/new'));
  await page.getByLabel('Name', { exact: true }).fill('Studio');
  assert.equal(await page.getByLabel('Description').isVisible(), false);
  await page.getByText('No description, no picture').click();
  await page
    .getByLabel('Description')
    .fill('Edits **photos** on your own machine\n\n- fast\n- calm');
  const picture = pngOf({ width: 320, height: 200 });
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    ...{ name: 'my "best" picture.png', mimeType: 'image/png', buffer: picture },
  });
  await page.getByLabel('Price', { exact: true }).fill('many');
  assert.equal(await page.getByText('Trial and tier').isVisible(), false);
  await page.getByLabel('Paid').selectOption('recurring');
  await page.getByText('Trial and tier').click();
  assert.equal(await page.getByLabel('Free trial').isVisible(), true);
  await page.getByText('Without a key').click();
  await page.getByLabel('Every purchase gets a license key').check();
  await page.getByLabel('Devices at once').fill('3');
  await page.getByRole('button', { name: 'Create product' }).click();
  assert.match(await page.title(), /^The product was not created/);
  assert.equal(await page.getByRole('alert').count(), 1);
  await page.getByText('A key for 3 devices, valid for ever').waitFor();
  await page.getByLabel('Price', { exact: true }).fill('19.00');
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    ...{ name: 'picture.png', mimeType: 'image/png', buffer: picture },
  });
  await page.getByLabel('Price', { exact: true }).press('Enter');
  await page.getByText('The product was created').waitFor();
  const shown = page.getByAltText('Picture of Studio');
  const path = new URL(String(await shown.getAttribute('src'))).pathname;
  const served = await shop.send({ method: 'GET', path });
  assert.equal(served.headers['content-type'], 'image/png');
  const { body } = await shop.call('GET /search-products', { query: 'Studio' });
  assert.deepEqual(
    [body.data[0].price, body.data[0].license.activation_limit, body.data[0].billing_interval],
    [19, 3, 'month'],
  );
});

test('products, links, codes and settings: axe is content, nothing is wider than the screen', async () => {
  const { body: product } = await shop.call('POST /create-product', {
    ...{ name: 'Photo editor', description: 'Edits **photos**', price: 49, currency: 'EUR' },
    ...{ image: PICTURES.png, license: { activation_limit: 3 }, metadata: { sku: 'A-1' } },
  });
  const { product_id } = product;
  const { body: link } = await shop.call('POST /create-payment-link', {
    ...{ product_id, slug: 'photo-editor', max_purchases: 100 },
    custom_fields: [{ key: 'team', label: 'Team name', type: 'text' }],
  });
  await shop.call('POST /create-discount-code', { code: 'LAUNCH20', discount_percentage: 20 });
  await shop.call('POST /update-tax-settings', {
    ...{ country: 'DE', registrations: [{ country: 'DE', since: '2020-01-01' }] },
  });
  const paths = {
    product: `/products/${product_id}`,
    'product-edit': `/products/${product_id}/edit`,
    link: `/payment-links/${link.payment_link_id}`,
    'link-edit': `/payment-links/${link.payment_link_id}/edit`,
    code: '/discount-codes/new',
    brand: '/brand',
    taxes: '/taxes',
    'mail-kind': '/mail/purchase',
  };
  for (const look of LOOKS) {
    const { page, complaints } = await signedInPage(look);
    // Each look sees half of the pages with axe, which takes longest.
    for (const [at_page, [name, path]] of Object.entries(paths).entries()) {
      await page.goto(at(path));
      await screenshot(page, `dashboard-${name}-${look.color_scheme}-${look.width}`);
      const overhang = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(overhang, 0, `${path} at ${look.width}`);
      if (at_page % 2 === Number(look.width === 390)) {
        assert.deepEqual(await axeProblems(page), [], path);
      }
    }
    assert.deepEqual(complaints, []);
  }
});

test('the address of a link is copied', async () => {
  const { page } = await signedInPage({});
  await page.goto(at('/payment-links'));
  await page.getByRole('link', { name: '/buy/photo-editor' }).click();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  const status = page.locator('#link-url-status', { hasText: /./ }); // The browser takes its time.
  assert.match(await status.innerText(), /^(Copied|Press)/);
});
