import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { PICTURES } from '../../../../test/harness/pictures.ts';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

const PNG = Buffer.from(PICTURES.png, 'base64');
const FORM = {
  ...{ name: 'Editor', description: '', price: '20', currency: 'EUR', billing_type: 'one_time' },
  ...{ billing_interval: 'month', tax_category: 'digital' },
};

const create = async (form: object, files = {}) => {
  const owner = await signedIn(shop);
  const answer = await owner.upload('/products/new', { ...FORM, ...form }, files);
  assert.equal(answer.status, 303, answer.text);
  const [, product_id = ''] = /(prod_\w+)\?done/.exec(String(answer.headers.location)) ?? [];
  return { owner, answer, product_id, body: await read(product_id) };
};
const read = async (product_id: string) =>
  (await shop.call('GET /get-product', { product_id })).body;

test('a plan with everything: what the form says is what the API reads, and the other way round', async () => {
  const { owner, answer, product_id, body } = await create(
    {
      ...{ name: ' Studio "Pro" ', description: '**Bold**\r\n\r\n- one\r\n- two', price: '19,99' },
      ...{ billing_type: 'recurring', billing_interval: 'week', billing_interval_count: '2' },
      ...{ trial_days: '14', tier: '3', tax_category: 'ebook', tax_behavior: 'exclusive' },
      ...{ has_license: 'on', 'license.activation_limit': '5', 'license.valid_days': '' },
      ...{ 'license.certificate_days': '7', metadata: 'sku = A=1\r\n\r\nteam=x' },
    },
    { image: PNG },
  );
  const { object, created_at, updated_at, image_url, ...record } = body;
  assert.deepEqual(record, {
    ...{ product_id, name: 'Studio "Pro"', description: '**Bold**\n\n- one\n- two', price: 19.99 },
    ...{ currency: 'EUR', billing_type: 'recurring', billing_interval: 'week' },
    ...{ billing_interval_count: 2, trial_days: 14, tier: 3, status: 'active' },
    license: { activation_limit: 5, valid_days: null, certificate_days: 7 },
    ...{ tax_category: 'ebook', tax_behavior: 'exclusive', metadata: { sku: 'A=1', team: 'x' } },
  });
  const served = await shop.send({ method: 'GET', path: new URL(image_url).pathname });
  assert.equal(served.headers['content-type'], 'image/png');
  const page = await owner.follow(answer);
  assert.match(page, /<strong>Bold<\/strong>.*<li>one<\/li>/s);
  assert.match(readable(page), /€19\.99 every 2 weeks.*14 days/s);
  assert.match(page, new RegExp(`<img src="${image_url}"`));

  // Sending the form as it is shown changes nothing.
  const shown = fieldsOf(await owner.page(`/products/${product_id}/edit`));
  const saved = await owner.upload(`/products/${product_id}`, shown, { image: Buffer.alloc(0) });
  assert.equal(saved.status, 303, saved.text);
  assert.deepEqual(await read(product_id), body);
});

/** What a browser would send of the form on a page that nobody has touched. */
function fieldsOf(page: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const text = page.slice(page.indexOf('enctype='), page.lastIndexOf('</form>'));
  const plain = (value = '') => value.replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  for (const [, name = '', value] of text.matchAll(/<input[^>]* name="([^"]+)" value="([^"]*)"/g)) {
    fields[name] = plain(value);
  }
  for (const [, name = '', rest] of text.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>\n([^<]*)/g)) {
    fields[name] = plain(rest);
  }
  for (const [, name = '', options = ''] of text.matchAll(
    /<select[^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs,
  )) {
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? '';
  }
  for (const [, name = ''] of text.matchAll(/type="checkbox" id="[^"]+" name="([^"]+)" checked/g)) {
    fields[name] = 'on';
  }
  return fields;
}

test('everything that may be cleared can be cleared, and the picture replaced and removed', async () => {
  const { owner, product_id } = await create(
    {
      ...{ description: 'Text', tier: '3', has_license: 'on', 'license.activation_limit': '5' },
      ...{ tax_behavior: 'inclusive', metadata: 'a = b' },
    },
    { image: PNG },
  );
  const at = `/products/${product_id}`;
  const change = { ...FORM, tax_behavior: '' };
  assert.equal((await owner.upload(at, change)).status, 303);
  const cleared = await read(product_id);
  for (const name of ['tier', 'license', 'tax_behavior']) assert.equal(cleared[name], null, name);
  assert.deepEqual([cleared.description, cleared.metadata], ['', {}]);
  assert.match(cleared.image_url, /\.png$/, 'a picture stays if nothing is said of it');
  const jpg = Buffer.from(PICTURES.jpg, 'base64');
  await owner.upload(at, change, { image: jpg });
  assert.match((await read(product_id)).image_url, /\.jpg$/);
  await owner.upload(at, { ...change, remove_image: 'on' });
  assert.equal((await read(product_id)).image_url, null);
  const image_url = 'https://example.com/a.png';
  await owner.upload(at, { ...change, image_url });
  assert.equal((await read(product_id)).image_url, image_url);
  assert.match(await owner.page(`${at}/edit`), /name="image_url" value="https:\/\/example/);
  await owner.upload(at, { ...change, image_url: '' });
  assert.equal((await read(product_id)).image_url, null);
});

test('400: all mistakes at once, each at its field, with what was typed; nothing is made', async () => {
  const owner = await signedIn(shop);
  const wrong = {
    ...{ ...FORM, name: '', price: 'free', has_license: 'on', tier: '1.5', metadata: 'no sign' },
    ...{
      'license.activation_limit': '0',
      image_url: 'ftp://example.com',
      description: '</textarea>',
    },
  };
  const { status, text } = await owner.upload('/products/new', wrong);
  assert.equal(status, 400);
  for (const name of ['name', 'price', 'license.activation_limit', 'tier', 'image_url', 'metadata'])
    assert.match(text, new RegExp(`<a href="#${name}">.*id="${name}-problem"`, 's'), name);
  assert.match(text, /name="price" value="free"/);
  assert.match(text, />\n&lt;\/textarea&gt;<\/textarea>/);
  const picture = await owner.upload('/products/new', FORM, { image: Buffer.from('GIF89a') });
  assert.match(picture.text, /id="image-problem">must be a PNG, JPEG or WebP file/);
  const price = await owner.upload('/products/new', { ...FORM, price: '-1' }, { image: PNG });
  assert.match(price.text, /id="image-problem">please choose the file again/);
  const { body } = await shop.call('GET /search-products', { query: 'free' });
  assert.deepEqual(body.data, []);
});

test('the description is shown as buyers see it before anything is saved', async () => {
  const owner = await signedIn(shop);
  const form = { ...FORM, name: 'Preview', description: '**Bold** <b>', preview: '1' };
  const { status, text } = await owner.upload('/products/new', form);
  assert.equal(status, 200);
  assert.match(text, /<strong>Bold<\/strong> &lt;b&gt;.*name="name" value="Preview"/s);
  const { body } = await shop.call('GET /search-products', { query: 'Preview' });
  assert.deepEqual(body.data, []);
});

test('a product is archived and restored after a confirmation that says what happens', async () => {
  const { owner, product_id } = await create({ name: 'Seasonal' });
  const at = `/products/${product_id}`;
  assert.match(readable(await owner.page(`${at}/archive`)), /Nobody can buy it any more/);
  assert.equal((await read(product_id)).status, 'active');
  const gone = await owner.follow(await owner.post(`${at}/archive`, {}));
  assert.match(readable(gone), /was archived.*Archived/s);
  assert.equal((await read(product_id)).status, 'archived');
  const archived = await owner.page('/products?status=archived');
  assert.match(archived, /Seasonal/);
  assert.doesNotMatch(await owner.page('/products?status=active'), /Seasonal/);
  assert.match(readable(await owner.page(`${at}/restore`)), /can buy it again/);
  await owner.follow(await owner.post(`${at}/restore`, {}));
  assert.equal((await read(product_id)).status, 'active');
});

test('the list is searched and filtered, and what is filtered is a CSV', async () => {
  const { owner } = await create({ name: 'Findable thing' });
  await create({ name: 'Findable plan', billing_type: 'recurring' });
  const plans = await owner.page('/products?query=findable&billing_type=recurring');
  assert.match(plans, /Findable plan/);
  assert.doesNotMatch(plans, /Findable thing/);
  const dear = readable(await owner.page('/products?order=oldest'));
  assert.ok(dear.indexOf('Findable thing') < dear.indexOf('Findable plan'));
  const { text } = await owner.get('/products.csv?query=findable');
  assert.equal(text.trim().split('\r\n').length, 3);
  assert.match(text, /Findable plan,2026-.*,recurring,no,active,20,EUR,prod_/);
});

test('support and viewer read products, see no form, and are refused; another store finds nothing', async () => {
  const { product_id, body } = await create({ name: 'Walls' });
  const at = `/products/${product_id}`;
  const forms = ['/products/new', `${at}/edit`, `${at}/archive`, `${at}/restore`];
  for (const role of ['support', 'viewer'] as const) {
    const person = await signedIn(shop, { role });
    assert.doesNotMatch(await person.page('/products'), /products\/new/);
    assert.doesNotMatch(await person.page(at), /\/edit|\/archive|payment-links\/new/);
    for (const path of forms) assert.equal((await person.get(path)).status, 403, path);
    for (const path of ['/products/new', at, `${at}/archive`, `${at}/restore`]) {
      assert.equal((await person.post(path, FORM)).status, 403, path);
    }
    assert.equal((await person.upload(at, FORM, { image: PNG })).status, 403);
  }
  const other = await signedIn(shop, { store_id: (await shop.makeStore('test')).store_id });
  for (const path of [at, ...forms.slice(1)]) {
    assert.equal((await other.get(path)).status, 404, path);
  }
  for (const path of [at, `${at}/archive`, `${at}/restore`]) {
    assert.equal((await other.post(path, FORM)).status, 404, path);
  }
  assert.deepEqual(await read(product_id), body);
  const admin = await signedIn(shop, { role: 'admin' });
  assert.equal((await admin.upload(at, { ...FORM, name: 'By admin' })).status, 303);
});
