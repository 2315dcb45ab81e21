import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64, PICTURES } from '../../../../test/harness/pictures.ts';
import { startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();
const PRODUCT = { name: 'Editor', description: '', price: 5, currency: 'USD' };

const served = (url: string) => shop.send({ method: 'GET', path: new URL(url).pathname });

test('200: a picture that is sent is kept, served, and named by image_url everywhere', async () => {
  const { must } = await shop.openStore();
  const made = await must('POST /create-product', { ...PRODUCT, image: PICTURES.png });
  assert.match(made.image_url, /^https:\/\/.*\/files\/\d+\/[0-9a-f]{32}\.png$/);
  assert.equal(made.image, undefined);
  const { status, headers } = await served(made.image_url);
  assert.deepEqual([status, headers['content-type']], [200, 'image/png']);
  const { product_id, image_url } = made;
  assert.equal((await must('GET /get-product', { product_id })).image_url, image_url);
  assert.equal((await must('GET /search-products')).data[0].image_url, image_url);
  assert.equal((await must('GET /search-products', { query: 'edi' })).data[0].image_url, image_url);
  const checkout = await must('POST /create-checkout', {
    ...{ product_id, quantity: 1, customer_email: 'a@example.com' },
  });
  assert.equal(checkout.product.image_url, image_url);
  const page = await shop.send({ method: 'GET', path: new URL(checkout.checkout_url).pathname });
  assert.match(page.text, new RegExp(`<img src="${new URL(image_url).pathname}"`));
  const { data } = await must('GET /list-events', { type: 'product.created' });
  assert.equal(data[0].data.image_url, image_url);
});

test('200: update-product sets, replaces and removes it; the same again changes nothing', async () => {
  const { must } = await shop.openStore();
  const { product_id } = await must('POST /create-product', PRODUCT);
  const change = (fields: object) => must('POST /update-product', { product_id, ...fields });
  const first = await change({ image: `data:image/webp;base64,${PICTURES.webp}` });
  assert.match(first.image_url, /\.webp$/);
  assert.deepEqual(await change({ image: PICTURES.webp }), first);
  assert.equal((await change({ name: 'Other' })).image_url, first.image_url);
  const image_url = 'https://example.com/a.png';
  assert.equal((await change({ image_url })).image_url, image_url);
  assert.equal((await change({ image: null, image_url })).image_url, image_url);
  assert.match((await change({ image: PICTURES.jpg })).image_url, /\.jpg$/);
  assert.equal((await change({ image: null })).image_url, null);
});

test('400 invalid_parameters: what is no picture, with the other mistakes; nothing is kept', async () => {
  const { ask, must } = await shop.openStore();
  const { product_id } = await must('POST /create-product', PRODUCT);
  const before = await must('GET /get-product', { product_id });
  for (const image of ['', 'not base64!', base64('GIF89a'), base64('<html></html>'), 7]) {
    const made = await ask('POST /create-product', { ...PRODUCT, price: -1, image });
    const params = made.body.error.details.map(({ param }: { param: string }) => param);
    assert.deepEqual([made.status, params.toSorted()], [400, ['image', 'price']], String(image));
    const changed = await ask('POST /update-product', { product_id, image });
    assert.deepEqual([changed.status, changed.body.error.details[0].param], [400, 'image']);
  }
  const both = { image: PICTURES.png, image_url: 'https://example.com/a.png' };
  const answer = await ask('POST /update-product', { product_id, ...both });
  assert.equal(answer.body.error.details[0].message, 'cannot be together with image_url');
  assert.deepEqual(await must('GET /get-product', { product_id }), before);
  assert.equal((await must('GET /search-products')).data.length, 1);
});
