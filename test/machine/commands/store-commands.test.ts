import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { onDataOf, kassa as runKassa } from '../../harness/kassa-command.ts';
import { PICTURES } from '../../harness/pictures.ts';
import { startShop } from '../../harness/shop.ts';

const shop = await startShop();

/** Runs the command as its own process, on the data of the server that runs here. */
const kassa = (...args: string[]) => runKassa(args, onDataOf(shop));

test('stores update: changes what is given, and none removes', async () => {
  const logo = join(shop.place.data_dir, 'logo.png');
  writeFileSync(logo, Buffer.from(PICTURES.png, 'base64'));
  const { code, out, err } = await kassa(
    ...['stores', 'update', '--name', 'Lumen Labs', '--logo', logo, '--accent-color', '#ABC'],
    ...[
      '--support-email',
      'help@lumen.example',
      '--default-language',
      'de',
      '--refund-url',
      'none',
    ],
    ...['--embed-domains', 'https://a.example, https://b.example', '--license-key-prefix', 'lumen'],
  );
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^The test store "Lumen Labs" is changed\.$/m);
  assert.match(out, /^accent_color: #aabbcc$/m);
  assert.match(out, /^logo_url: https:\/\/.*\.png$/m);
  const { body } = await shop.call('GET /get-store');
  assert.deepEqual(
    [body.name, body.accent_color, body.default_language, body.license_key_prefix],
    ['Lumen Labs', '#aabbcc', 'de', 'LUMEN'],
  );
  assert.deepEqual(body.embed_domains, ['https://a.example', 'https://b.example']);

  const removed = await kassa(
    'stores',
    'update',
    '--store',
    'Lumen Labs',
    '--logo',
    'none',
    '--json',
  );
  assert.equal(JSON.parse(removed.out).logo_url, null);
});

test('stores update: what cannot be is said in a sentence, and nothing changes', async () => {
  const before = (await shop.call('GET /get-store')).body;
  const text = join(shop.place.data_dir, 'logo.txt');
  writeFileSync(text, 'hello');
  for (const [args, said] of [
    [[], /What is to be changed\?/],
    [['--logo', '/nowhere.png'], /--logo \/nowhere\.png cannot be read\./],
    [['--logo', text, '--favicon', text], /--logo must be a PNG, JPEG or WebP file\.\n--favicon /],
    [
      ['--accent-color', 'red', '--name', 'Other', '--embed-domains', 'http://a.example'],
      /--accent-color must be a colour such as #5b4bdb\.\n--embed-domains must be https:/,
    ],
    [['--store', 'nobody', '--name', 'x'], /There is no store "nobody"/],
  ] as const) {
    const { code, err } = await kassa('stores', 'update', ...args);
    assert.equal(code, 1);
    assert.match(err, said);
    assert.doesNotMatch(err, /\n\s+at /);
  }
  assert.deepEqual((await shop.call('GET /get-store')).body, before);
});

test('stores update: a name that two stores have is no answer to which one', async () => {
  await kassa('stores', 'create', '--name', 'Twins');
  await shop.call('POST /update-store', { name: 'Twins' });
  const { code, err } = await kassa('stores', 'update', '--store', 'Twins', '--name', 'One');
  assert.equal(code, 1);
  assert.match(err, /^There are several stores "Twins"\. Which one\? store_\w+, store_\w+$/m);
});

test('stores go-live: a list first; with --yes the live store, once', async () => {
  const { must, store_id } = await shop.openStore();
  await must('POST /update-store', { name: 'Goes live' });
  await must('POST /create-product', {
    ...{ name: 'Editor', description: '', price: 20, currency: 'EUR' },
  });
  const looked = await kassa('stores', 'go-live', '--store', store_id);
  assert.deepEqual([looked.code, looked.err], [0, '']);
  assert.match(looked.out, /^A live store "Goes live" would get:\n {2}1 product or plan$/m);
  assert.match(looked.out, /^And not:\n {2}Customers, payments, /m);
  assert.match(looked.out, /^Nothing was made\. To make it: .* stores go-live --yes$/m);
  const listed = await kassa('stores', 'list', '--json');
  const named = (out: string) =>
    JSON.parse(out).stores.filter((one: { name: string }) => one.name === 'Goes live');
  assert.equal(named(listed.out).length, 1);

  const made = await kassa('stores', 'go-live', '--store', store_id, '--yes');
  assert.deepEqual([made.code, made.err], [0, '']);
  const [, live_id = ''] = /^The live store "Goes live" is (store_\w+)\.$/m.exec(made.out) ?? [];
  assert.match(made.out, /^Make a key to it: .* keys create --store store_\w+$/m);
  const again = await kassa('stores', 'go-live', '--store', store_id, '--yes', '--json');
  assert.equal(JSON.parse(again.out).store_id, live_id);
  assert.equal(named((await kassa('stores', 'list', '--json')).out).length, 2);
  const live = await kassa('stores', 'go-live', '--store', live_id);
  assert.match(live.err, /is a live store: this works in test stores only/);
  const long = await kassa('stores', 'go-live', '--store', store_id, '--name', 'x'.repeat(101));
  assert.equal(long.code, 1);
  assert.match(long.err, /^--name must be at most 100 characters\.$/m);
});
