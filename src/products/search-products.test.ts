import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, type Shop, startShop } from '../../test/harness.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});

/** A store of its own for each test, so that a list is exactly what the test put there. */
async function newStore() {
  const { api_key: key } = await shop.makeStore('test');
  const add = async (name: string, more: object = {}) => {
    const product = { name, description: '', price: 5, currency: 'USD', ...more };
    const { status, body, text } = await shop.call('POST /create-product', product, { key });
    assert.equal(status, 200, text);
    return body;
  };
  const search = (input: object = {}) => shop.call('GET /search-products', input, { key });
  const names = async (input: object = {}) => {
    const { status, body, text } = await search(input);
    assert.equal(status, 200, text);
    return body.data.map(({ name }: { name: string }) => name);
  };
  /** All pages; between two of them `meanwhile` happens. */
  const allPages = async (input: object, meanwhile: () => Promise<unknown>) => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { status, body, text } = await search({ ...input, cursor });
      assert.equal(status, 200, text);
      assert.equal(body.has_more, body.next_cursor !== null);
      pages.push(body.data.map(({ name }: { name: string }) => name));
      cursor = body.next_cursor ?? undefined;
      await meanwhile();
    } while (cursor !== undefined);
    return pages;
  };
  const post = (operation: string, input: object) => shop.call(`POST /${operation}`, input, { key });
  return { key, add, search, names, allPages, post };
}

const addAll = async (add: (name: string) => Promise<unknown>, names: string[]) => {
  for (const name of names) await add(name);
};

test('200: all products as whole records, newest first', async () => {
  const { add, search } = await newStore();
  const first = await add('First');
  const second = await add('Second');
  const answer = await search();
  assert.equal(answer.status, 200);
  assert.deepEqual(first, {
    product_id: first.product_id,
    object: 'product',
    name: 'First',
    description: '',
    price: 5,
    currency: 'USD',
    image_url: null,
    billing_type: 'one_time',
    billing_interval: null,
    billing_interval_count: null,
    trial_days: 0,
    tier: null,
    license: null,
    status: 'active',
    metadata: {},
    created_at: '2026-11-14T09:30:00.000Z',
    updated_at: '2026-11-14T09:30:00.000Z',
  });
  const page = { object: 'list', data: [second, first], has_more: false, next_cursor: null };
  assert.deepEqual(answer.body, page);
  assert.deepEqual((await search({ query: 'first' })).body, { ...page, data: [first] });
});

test('200: an empty store has an empty list', async () => {
  const { search } = await newStore();
  const page = { object: 'list', data: [], has_more: false, next_cursor: null };
  assert.deepEqual((await search()).body, page);
  assert.deepEqual((await search({ query: 'anything' })).body, page);
});

test('200: the parameters may be in the query string, in a JSON body, or in both', async () => {
  const { key, add } = await newStore();
  await addAll(add, ['Red pen', 'Blue pen', 'Red ink']);
  const in_query = await shop.call('GET /search-products', { query: 'pen', limit: 1 }, { key });
  const in_body = await shop.call('GET /search-products', { query: 'pen', limit: 1 }, { key, in_body: true });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const in_both = await shop.send({ method: 'GET', path: '/search-products?query=pen', headers }, '{"limit":1}');
  assert.equal(in_query.body.data[0].name, 'Blue pen');
  assert.equal(in_query.body.has_more, true);
  assert.equal(in_body.text, in_query.text);
  assert.equal(in_both.text, in_query.text);
});

test('200: words in the name come before words in the description, newest first among equals', async () => {
  const { add, names } = await newStore();
  await add('Old camera');
  await add('Tripod', { description: 'Holds a camera' });
  await add('New camera', { description: 'The camera that a camera wants to be' });
  await add('Strap', { description: 'For every camera' });
  await add('Lens');
  assert.deepEqual(await names({ query: 'camera' }), ['New camera', 'Old camera', 'Strap', 'Tripod']);
});

test('200: a product must have all the words, in any order, in the name or the description', async () => {
  const { add, names } = await newStore();
  await add('Red camera');
  await add('Camera', { description: 'a red one' });
  await add('Red bag');
  await add('Camera for the red planet');
  await add('Bag', { description: 'red, for a camera' });
  const found = ['Camera for the red planet', 'Red camera', 'Bag', 'Camera'];
  assert.deepEqual(await names({ query: 'camera red' }), found);
  assert.deepEqual(await names({ query: 'red camera' }), found);
  assert.deepEqual(await names({ query: 'red camera green' }), []);
  assert.deepEqual(await names({ query: 'red red red camera camera' }), found);
});

test('200: the last word may be unfinished, and whole words come first', async () => {
  const { add, names } = await newStore();
  await add('Edit');
  await add('Editor');
  await add('Notebook', { description: 'to edit' });
  await add('Paper', { description: 'for editors' });
  assert.deepEqual(await names({ query: 'edit' }), ['Edit', 'Editor', 'Notebook', 'Paper']);
  assert.deepEqual(await names({ query: 'edi' }), ['Editor', 'Edit', 'Paper', 'Notebook']);
  assert.deepEqual(await names({ query: 'editors' }), ['Paper']);
  assert.deepEqual(await names({ query: 'ditor' }), []);
  assert.deepEqual(await names({ query: 'edi paper' }), [], 'only the last word may be unfinished');
  assert.deepEqual(await names({ query: 'paper edi' }), ['Paper']);
  assert.deepEqual(await names({ query: 'edi ' }), [], 'a blank finishes a word');
});

test('200: case, diacritics, width and apostrophes make no difference', async () => {
  const { add, names } = await newStore();
  for (const name of ['CAFÉ Zürich', 'Łódź', 'Ｆｕｌｌ width', "Don't panic", 'Ångström', 'naïve', 'ΟΔΟΣ']) {
    await add(name);
  }
  const table = [
    ['cafe', 'CAFÉ Zürich'], ['Café zurich', 'CAFÉ Zürich'], ['cafe\u0301', 'CAFÉ Zürich'],
    ['ZÜRICH', 'CAFÉ Zürich'], ['full', 'Ｆｕｌｌ width'], ['ｗｉｄｔｈ', 'Ｆｕｌｌ width'], ['dont', "Don't panic"],
    ['DON’T', "Don't panic"], ['angstrom', 'Ångström'], ['naive', 'naïve'], ['οδός', 'ΟΔΟΣ'], ['łódź', 'Łódź'],
  ];
  for (const [query, name] of table) assert.deepEqual(await names({ query }), [name], query);
});

test('200: every script can be searched', async () => {
  const { add, names } = await newStore();
  const table: [name: string, found_by: string[], not_by: string[]][] = [
    ['照片编辑器专业版', ['照片', '编辑器', '专业版', '片编', '照', '照片编辑器专业版'], ['辑编', '视频']],
    ['写真をきれいにするアプリ', ['写真', 'アプリ', 'きれい', 'ｱﾌﾟﾘ'], ['アリ', '映画']],
    ['โปรแกรมแต่งภาพ', ['โปรแกรม', 'ภาพ', 'แต่ง'], ['เพลง']],
    ['محرر الصور', ['محرر', 'الصور', 'الصو', 'الصور محرر'], ['فيديو']],
    ['Редактор фотографий', ['редактор', 'ФОТОГРАФИЙ', 'фото', 'редактор фотографии'], ['видео']],
    ['फोटो संपादक', ['फोटो', 'संपादक', 'संपा'], ['वीडियो']],
    ['사진 편집기', ['사진', '편집', '편집기'], ['영상']],
    ['עורך תמונות', ['עורך', 'תמונ'], ['וידאו']],
    ['Επεξεργαστής', ['επεξεργαστης', 'ΕΠΕΞ'], ['βίντεο']],
  ];
  for (const [name] of table) await add(name);
  for (const [name, found_by, not_by] of table) {
    for (const query of found_by) assert.deepEqual(await names({ query }), [name], query);
    for (const query of not_by) assert.deepEqual(await names({ query }), [], query);
  }
});

test('200: the same in descriptions, and with scripts beside each other', async () => {
  const { add, names } = await newStore();
  await add('One', { description: 'iPhone用ケース、東京製。' });
  await add('Two', { description: 'Подходит для 相机 и Kamera' });
  for (const query of ['iphone', 'ケース', '東京', 'iphone ケース', '東京 iph']) {
    assert.deepEqual(await names({ query }), ['One'], query);
  }
  for (const query of ['相机', 'для kamera', 'kam', '相机 под']) {
    assert.deepEqual(await names({ query }), ['Two'], query);
  }
});

test('200: a query without any word finds nothing; a blank one lists everything', async () => {
  const { add, names } = await newStore();
  await add('C++ & C# — "quoted" (2.0)');
  for (const query of ['!', '...', '"', "'", '-- *', '()', '&|!', ':*', '👍']) {
    assert.deepEqual(await names({ query }), [], query);
  }
  for (const query of ['', ' ', '\t']) assert.equal((await names({ query })).length, 1);
});

test('200: signs around words are not commands to the search engine', async () => {
  const { add, names } = await newStore();
  await add('Alpha beta');
  for (const query of ['"alpha"', 'alpha*', "alpha'", '(alpha', 'alpha & beta', 'beta | alpha', '-alpha',
    '^alpha', '\\alpha', "'alpha':*", '{alpha}', 'alpha + beta', 'alpha <-> beta', '!alpha']) {
    assert.deepEqual(await names({ query }), ['Alpha beta'], query);
  }
  for (const query of ['alpha OR gamma', 'alpha NOT beta', 'alpha NEAR beta', 'NOT alpha', 'title: alpha']) {
    assert.deepEqual(await names({ query }), [], query);
  }
});

test('200: a word of any length and a query of 200 characters are fine', async () => {
  const { add, names } = await newStore();
  const long = 'x'.repeat(190);
  await add(long);
  await add('a b c d e f g h i j k l');
  assert.deepEqual(await names({ query: long }), [long]);
  assert.deepEqual(await names({ query: 'l k j i h g f e d c b a' }), ['a b c d e f g h i j k l']);
  assert.deepEqual(await names({ query: 'ab '.repeat(66) }), []);
});

test('200: filters by currency and billing_type, with and without a query', async () => {
  const { add, names } = await newStore();
  const recurring = { billing_type: 'recurring' };
  await add('Pen USD once');
  await add('Pen EUR once', { currency: 'EUR' });
  await add('Pen USD plan', recurring);
  await add('Pen EUR plan', { currency: 'EUR', ...recurring });
  const table: [filter: object, found: string[]][] = [
    [{}, ['Pen EUR plan', 'Pen USD plan', 'Pen EUR once', 'Pen USD once']],
    [{ currency: 'USD' }, ['Pen USD plan', 'Pen USD once']],
    [{ currency: 'eur' }, ['Pen EUR plan', 'Pen EUR once']],
    [{ currency: 'JPY' }, []],
    [{ billing_type: 'one_time' }, ['Pen EUR once', 'Pen USD once']],
    [{ billing_type: 'recurring' }, ['Pen EUR plan', 'Pen USD plan']],
    [{ currency: 'USD', billing_type: 'recurring' }, ['Pen USD plan']],
  ];
  for (const [filter, found] of table) {
    assert.deepEqual(await names(filter), found);
    assert.deepEqual(await names({ ...filter, query: 'pen' }), found);
    assert.deepEqual(await names({ ...filter, status: 'all' }), found);
    assert.deepEqual(await names({ ...filter, status: 'archived' }), []);
  }
});

test('200: archived products are listed on request only, and come back when made active', async () => {
  const { add, names, post } = await newStore();
  await add('Pen one');
  const { product_id } = await add('Pen two');
  await add('Pen three');
  await post('archive-product', { product_id });
  for (const query of [undefined, 'pen']) {
    assert.deepEqual(await names({ query }), ['Pen three', 'Pen one']);
    assert.deepEqual(await names({ query, status: 'active' }), ['Pen three', 'Pen one']);
    assert.deepEqual(await names({ query, status: 'archived' }), ['Pen two']);
    assert.deepEqual(await names({ query, status: 'all' }), ['Pen three', 'Pen two', 'Pen one']);
    assert.deepEqual(await names({ query, status: 'archived', currency: 'USD' }), ['Pen two']);
  }
  await post('update-product', { product_id, status: 'active' });
  for (const query of [undefined, 'pen']) {
    assert.deepEqual(await names({ query }), ['Pen three', 'Pen two', 'Pen one']);
    assert.deepEqual(await names({ query, status: 'archived' }), []);
  }
});

test('200: a changed product is found by its new words and no more by its old ones', async () => {
  const { add, names, post } = await newStore();
  const { product_id } = await add('Quill', { description: 'from a goose' });
  await add('Other');
  await post('update-product', { product_id, name: 'Fountain pen' });
  assert.deepEqual(await names({ query: 'quill' }), []);
  assert.deepEqual(await names({ query: 'fountain' }), ['Fountain pen']);
  assert.deepEqual(await names({ query: 'goose' }), ['Fountain pen']);
  await post('update-product', { product_id, description: 'with ink' });
  assert.deepEqual(await names({ query: 'goose' }), []);
  assert.deepEqual(await names({ query: 'pen ink' }), ['Fountain pen']);
  await post('update-product', { product_id, price: 9 });
  assert.deepEqual(await names({ query: 'pen' }), ['Fountain pen']);
  assert.deepEqual(await names(), ['Other', 'Fountain pen'], 'a change does not make it newer');
});

test('200: pages of 3 over 10 products, with additions between, repeat and miss nothing', async () => {
  const { add, allPages } = await newStore();
  const ten = Array.from({ length: 10 }, (_, i) => `Pen ${i}`);
  await addAll(add, ten);
  let added = 0;
  const pages = await allPages({ limit: 3 }, () => add(`Late pen ${added++}`));
  assert.deepEqual(pages.map(({ length }) => length), [3, 3, 3, 1]);
  assert.deepEqual(pages.flat(), ten.toReversed());
});

test('200: pages of search results, with additions and changes between, repeat and miss nothing', async () => {
  const { add, allPages, post } = await newStore();
  const kinds = ['Pen', 'Pencil', 'Ink for a pen', 'Penholder'];
  const made: { product_id: string; name: string }[] = [];
  for (let i = 0; i < 5; i++) {
    for (const name of kinds) made.push(await add(`${name} ${i}`));
    made.push(await add(`Box ${i}`, { description: 'with a pen' }));
    made.push(await add(`Case ${i}`, { description: 'for pencils' }));
    await add(`Chalk ${i}`, { description: 'for the board' });
  }
  let added = 0;
  const meanwhile = async () => {
    await add(`Late pen ${added}`);
    await add(`Late pencil ${added}`);
    await add(`Late box ${added}`, { description: 'a pen' });
    await post('update-product', { product_id: made[added++]?.product_id, price: 1 });
  };
  const found = (await allPages({ query: 'pen', limit: 3 }, meanwhile)).flat();
  const of_before = found.filter((name) => !name.startsWith('Late'));
  assert.equal(new Set(found).size, found.length, 'nothing twice');
  assert.deepEqual(of_before.toSorted(), made.map(({ name }) => name).toSorted());
  const tier = (name: string) => (/\bpen\b/i.test(name) ? 0 : /pen/i.test(name) ? 1 : /box/i.test(name) ? 2 : 3);
  assert.deepEqual(found, found.toSorted((a, b) => tier(a) - tier(b)), 'better matches come first');
});

test('200: pages hold together with filters and with archived products among them', async () => {
  const { add, allPages, post } = await newStore();
  for (let i = 0; i < 9; i++) {
    const { product_id } = await add(`Pen ${i}`, { currency: i % 3 === 0 ? 'EUR' : 'USD' });
    if (i % 2 === 0) await post('archive-product', { product_id });
  }
  const nothing = async () => {};
  for (const query of [undefined, 'pen']) {
    const usd = await allPages({ query, limit: 2, currency: 'USD', status: 'all' }, nothing);
    assert.deepEqual(usd, [['Pen 8', 'Pen 7'], ['Pen 5', 'Pen 4'], ['Pen 2', 'Pen 1']]);
    const active = await allPages({ query, limit: 2 }, nothing);
    assert.deepEqual(active, [['Pen 7', 'Pen 5'], ['Pen 3', 'Pen 1']]);
    const archived = await allPages({ query, limit: 4, status: 'archived' }, nothing);
    assert.deepEqual(archived, [['Pen 8', 'Pen 6', 'Pen 4', 'Pen 2'], ['Pen 0']]);
  }
});

test('200: a page has 20 products unless limit says otherwise, and 100 at most', async () => {
  const { add, search } = await newStore();
  await Promise.all(Array.from({ length: 101 }, (_, i) => add(`Pen ${i}`)));
  for (const query of [undefined, 'pen']) {
    for (const [limit, length] of [[undefined, 20], [1, 1], [100, 100]]) {
      const { body } = await search({ query, limit });
      assert.deepEqual([body.data.length, body.has_more], [length, true]);
    }
  }
});

test('200: nothing of another store is listed or found', async () => {
  const ours = await newStore();
  const theirs = await newStore();
  await ours.add('Our pen');
  await theirs.add('Their pen');
  for (const query of [undefined, 'pen']) {
    assert.deepEqual(await ours.names({ query, status: 'all' }), ['Our pen']);
    assert.deepEqual(await theirs.names({ query, status: 'all' }), ['Their pen']);
  }
});

test('400 invalid_parameters: a cursor that no page of this list gave', async () => {
  const { key, add, search } = await newStore();
  await addAll(add, ['Pen 1', 'Pen 2']);
  for (const code of ['A', 'B']) {
    await shop.call('POST /create-discount-code', { code, discount_percentage: 5 }, { key });
    await shop.call('POST /create-customer', { name: `Pen ${code}` }, { key });
  }
  const cursorOf = async (operation: string, input: object = {}) => {
    const { body } = await shop.call(`GET /${operation}`, { limit: 1, ...input }, { key });
    assert.equal(typeof body.next_cursor, 'string');
    return body.next_cursor as string;
  };
  const listed = await cursorOf('search-products');
  const found = await cursorOf('search-products', { query: 'pen' });
  const foreign = [
    await cursorOf('list-discount-codes'),
    await cursorOf('list-customers'),
    await cursorOf('list-customers', { query: 'pen' }),
    'nonsense',
    '%',
    '',
    'x'.repeat(501),
    ...['[]', '{}', 'null', '[null]', '["a","b"]', '[1.5,2]', '[1,1e300]', '["products"]', '["products","\\u0000"]'].map((text) =>
      Buffer.from(text).toString('base64url'),
    ),
  ];
  for (const cursor of [...foreign, found]) {
    assertRefused(await search({ cursor }), 400, 'invalid_parameters', ['cursor']);
  }
  for (const cursor of [...foreign, listed]) {
    assertRefused(await search({ query: 'pen', cursor }), 400, 'invalid_parameters', ['cursor']);
  }
});

test('400 invalid_parameters: limit, filters and query out of bounds, all listed in one answer', async () => {
  const { search } = await newStore();
  const table: Record<string, unknown[]> = {
    limit: [0, 101, -1, 1.5, 'ten', ''],
    currency: ['XXX', ''],
    billing_type: ['monthly', ''],
    status: ['deleted', ''],
    query: ['x'.repeat(201)],
  };
  for (const [param, values] of Object.entries(table)) {
    for (const value of values) {
      assertRefused(await search({ [param]: value }), 400, 'invalid_parameters', [param]);
    }
  }
  const answer = await search({ limit: 0, currency: 'XXX', status: 'x', billing_type: 'y' });
  assertRefused(answer, 400, 'invalid_parameters', ['limit', 'currency', 'status', 'billing_type']);
  const in_body = await shop.call('GET /search-products', { limit: '2' }, { in_body: true });
  assertRefused(in_body, 400, 'invalid_parameters', ['limit']);
});

test('400 unknown_parameter: what search-products does not know is named', async () => {
  const { search } = await newStore();
  assertRefused(await search({ q: 'pen' }), 400, 'unknown_parameter', ['q']);
});
