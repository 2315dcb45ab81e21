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
