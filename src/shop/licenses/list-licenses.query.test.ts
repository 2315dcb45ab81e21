import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'GET /list-licenses';

const shop = await startShop();

type Found = { data: { license_key: string }[] };
const keysOf = ({ data }: Found) => data.map(({ license_key }) => license_key);

test('200 query: a license is found by every part of its key of four characters or more, as people type it', async () => {
  const { newKey, must } = await shop.openStore();
  const key = await newKey();
  for (let n = 0; n < 3; n++) await newKey({}, { customer_id: `other-${n}` });
  const find = async (query: string) => keysOf(await must(OP, { query }));
  const symbols = key.slice('KASSA-'.length).replaceAll('-', '');
  for (let at = 0; at + 4 <= symbols.length; at++) {
    assert.ok((await find(symbols.slice(at, at + 4))).includes(key), `from ${at}`);
  }
  for (const typed of [
    ...[
      key,
      key.toLowerCase(),
      key.replaceAll('-', ''),
      key.replaceAll('-', ' '),
      key.slice(0, 15),
    ],
    ...[key.slice(6, 14), key.slice(8), key.slice(-7), `${key.slice(4, 13).toLowerCase()}`],
    ...[symbols.replaceAll('0', 'o').replaceAll('1', 'l'), `  ${key.slice(-11)}  `],
  ]) {
    assert.deepEqual(await find(typed), [key], typed);
  }
  for (const typed of [
    'KASSA-',
    '----',
    'ada@example.com',
    '*"\' OR',
    '%%%%',
    'KASSA KASSA',
    '用户用户',
  ]) {
    assert.deepEqual(await find(typed), [], typed);
  }
});

test('200 query: filters narrow it, pages go on where they ended, and a store finds its own alone', async () => {
  const store = await shop.openStore();
  const other = await shop.openStore();
  const theirs = await other.newKey();
  assert.deepEqual(keysOf(await store.must(OP, { query: theirs.slice(6, 11) })), []);
  const mine = await store.newKey({}, { customer_id: 'bob' });
  const query = mine.slice(-11);
  assert.deepEqual(keysOf(await store.must(OP, { query, customer_id: 'bob' })), [mine]);
  assert.deepEqual(keysOf(await store.must(OP, { query, customer_id: 'ada' })), []);
  const { next_cursor } = await store.must(OP, { limit: 1 });
  assert.equal(next_cursor, null);
});

test('200 query: a new key is found at once and the old one no more; no part of a key is stored', async () => {
  const { newKey, licenseOf, must } = await shop.openStore();
  const old_key = await newKey();
  const { license_id } = await licenseOf(old_key);
  const { license_key } = await must('POST /reissue-license', { license_id });
  assert.deepEqual(keysOf(await must(OP, { query: license_key.slice(6, 17) })), [license_key]);
  assert.deepEqual(keysOf(await must(OP, { query: old_key.slice(6, 17) })), []);
  const stored = (await shop.everything()).toUpperCase();
  const symbols = license_key.slice('KASSA-'.length).replaceAll('-', '');
  for (let at = 0; at + 8 <= symbols.length; at++) {
    assert.ok(!stored.includes(symbols.slice(at, at + 8)), `from ${at}`);
  }
});

test('200 query: licenses from before are found once the job has indexed them, wherever it was stopped', async () => {
  const { newKey, must, store_id } = await shop.openStore();
  const keys: string[] = [];
  for (let n = 0; n < 3; n++) keys.push(await newKey({}, { customer_id: `old-${n}` }));
  // As a version before this one has left them.
  await shop.db.write({ store_id }, async (tx) => {
    await tx.run('UPDATE licenses SET search_entry = NULL WHERE store_id = :store_id');
  });
  await shop.runJob('index-licenses');
  await shop.runJob('index-licenses');
  for (const key of keys) {
    assert.deepEqual([...new Set(keysOf(await must(OP, { query: key.slice(8, 20) })))], [key]);
  }
  const sql = `SELECT license_id FROM licenses WHERE store_id = :store_id AND search_entry IS NULL`;
  assert.deepEqual(await shop.db.reader({ store_id }).all(sql), []);
});

test('400 invalid_parameters: fewer than four characters, or more than 200', async () => {
  const { ask } = await shop.openStore();
  for (const query of ['', 'abc', 'x'.repeat(201)]) {
    assertRefused(await ask(OP, { query }), 400, 'invalid_parameters', ['query']);
  }
});
