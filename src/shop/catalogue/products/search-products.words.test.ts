import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

/** A store of its own for each test, so that a list is exactly what the test put there. */
async function newStore() {
  const { api_key: key } = await shop.makeStore('test');
  const add = async (name: string, more: object = {}) => {
    const product = { name, description: '', price: 5, currency: 'USD', ...more };
    const { status, body, text } = await shop.call('POST /create-product', product, { key });
    assert.equal(status, 200, text);
    return body;
  };
  const names = async (input: object) => {
    const { status, body, text } = await shop.call('GET /search-products', input, { key });
    assert.equal(status, 200, text);
    return body.data.map(({ name }: { name: string }) => name);
  };
  return { add, names };
}

test('200: words in the name come before words in the description, newest first among equals', async () => {
  const { add, names } = await newStore();
  await add('Old camera');
  await add('Tripod', { description: 'Holds a camera' });
  await add('New camera', { description: 'The camera that a camera wants to be' });
  await add('Strap', { description: 'For every camera' });
  await add('Lens');
  assert.deepEqual(await names({ query: 'camera' }), [
    'New camera',
    'Old camera',
    'Strap',
    'Tripod',
  ]);
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
  for (const name of [
    'CAFÉ Zürich',
    'Łódź',
    'Ｆｕｌｌ width',
    "Don't panic",
    'Ångström',
    'naïve',
    'ΟΔΟΣ',
  ]) {
    await add(name);
  }
  const table: [query: string, name: string][] = [
    ['cafe', 'CAFÉ Zürich'],
    ['Café zurich', 'CAFÉ Zürich'],
    ['cafe\u0301', 'CAFÉ Zürich'],
    ['ZÜRICH', 'CAFÉ Zürich'],
    ['full', 'Ｆｕｌｌ width'],
    ['ｗｉｄｔｈ', 'Ｆｕｌｌ width'],
    ['dont', "Don't panic"],
    ['DON’T', "Don't panic"],
    ['angstrom', 'Ångström'],
    ['naive', 'naïve'],
    ['οδός', 'ΟΔΟΣ'],
    ['łódź', 'Łódź'],
  ];
  for (const [query, name] of table) assert.deepEqual(await names({ query }), [name], query);
});

test('200: every script can be searched', async () => {
  const { add, names } = await newStore();
  const table: [name: string, found_by: string[], not_by: string[]][] = [
    [
      '照片编辑器专业版',
      ['照片', '编辑器', '专业版', '片编', '照', '照片编辑器专业版'],
      ['辑编', '视频'],
    ],
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
  for (const query of [
    '"alpha"',
    'alpha*',
    "alpha'",
    '(alpha',
    'alpha & beta',
    'beta | alpha',
    '-alpha',
    '^alpha',
    '\\alpha',
    "'alpha':*",
    '{alpha}',
    'alpha + beta',
    'alpha <-> beta',
    '!alpha',
  ]) {
    assert.deepEqual(await names({ query }), ['Alpha beta'], query);
  }
  for (const query of [
    'alpha OR gamma',
    'alpha NOT beta',
    'alpha NEAR beta',
    'NOT alpha',
    'title: alpha',
  ]) {
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
