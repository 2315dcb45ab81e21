import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64, PICTURES, pngOf, storeSvgLogo } from '../../../test/harness/pictures.ts';
import { startShop } from '../../../test/harness/shop.ts';
import { keepFile } from './store-file.sql.ts';

const shop = await startShop();

const OP = 'POST /update-store';

const served = async (url: string) => {
  const { pathname } = new URL(url);
  return shop.send({ method: 'GET', path: pathname });
};

test('200: logo and favicon are kept, and served to anybody as what they are, for ever', async () => {
  const { must } = await shop.openStore();
  const after = await must(OP, { logo: PICTURES.png, favicon: PICTURES.webp });
  assert.match(after.logo_url, /\/files\/\d+\/[0-9a-f]{32}\.png$/);
  assert.match(after.favicon_url, /\/files\/\d+\/[0-9a-f]{32}\.webp$/);
  for (const [url, type, sent] of [
    [after.logo_url, 'image/png', PICTURES.png],
    [after.favicon_url, 'image/webp', PICTURES.webp],
  ]) {
    const { status, headers, bytes } = await served(url);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], type);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; sandbox/);
    assert.equal(bytes.toString('base64'), sent);
  }
  assert.deepEqual(await must(OP, { logo: PICTURES.png }), after);
  const without = await must(OP, { logo: null });
  assert.deepEqual([without.logo_url, without.favicon_url], [null, after.favicon_url]);
});

test('200: an SVG that an earlier version stored is served as it is, and stays the logo', async () => {
  const { must } = await shop.openStore();
  const { store_id } = await must('GET /get-store');
  const { file_name, svg } = await storeSvgLogo(shop.db, store_id);
  const after = await must(OP, { name: 'Lumen Labs' });
  assert(after.logo_url.endsWith(`/${file_name}`));
  const { status, headers, bytes } = await served(after.logo_url);
  assert.deepEqual([status, bytes.toString()], [200, svg]);
  assert.equal(headers['content-type'], 'image/svg+xml');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; sandbox; frame-ancestors 'none'",
  );
});

test('400 invalid_parameters: an SVG is refused, with the parameter and the formats', async () => {
  const { ask } = await shop.openStore();
  const svg = base64('<svg viewBox="0 0 8 2"><rect width="8"/></svg>');
  for (const logo of [svg, `data:image/svg+xml;base64,${svg}`]) {
    const { status, body } = await ask(OP, { logo, favicon: svg });
    const message = 'must be a PNG, JPEG or WebP file';
    assert.equal(status, 400);
    assert.deepEqual(body.error.details, [
      { param: 'logo', code: 'invalid_format', message },
      { param: 'favicon', code: 'invalid_format', message },
    ]);
  }
});

test('200: two pictures of 500 kB come in one request', async () => {
  const { must } = await shop.openStore();
  const rest = 500_000 - pngOf({ width: 4, height: 4 }).length - 12;
  const large = base64(pngOf({ width: 4, height: 4 }, { rest }));
  const { logo_url } = await must(OP, { logo: large, favicon: large });
  assert.equal((await served(logo_url)).bytes.length, 500_000);
});

test('400 invalid_parameters: what is no picture is named, all at once, and nothing changes', async () => {
  const { ask, must } = await shop.openStore();
  const before = await must(OP, { logo: PICTURES.jpg });
  const { status, body } = await ask(OP, {
    ...{ logo: base64('<html></html>'), favicon: PICTURES.png.slice(0, 100), name: 'Other' },
  });
  assert.equal(status, 400);
  assert.deepEqual(
    body.error.details.map(({ param }: { param: string }) => param),
    ['logo', 'favicon'],
  );
  const large = await ask(OP, { logo: 'A'.repeat(700_000) });
  assert.deepEqual(
    [large.status, large.body.error.details[0].message],
    [400, 'must be at most 500 kB'],
  );
  const endless = await ask(OP, { logo: 'A'.repeat(2_000_000) });
  assert.deepEqual([endless.status, endless.body.error.code], [400, 'body_too_large']);
  assert.equal(endless.body.error.message, 'The body is larger than 1400 KB.');
  assert.deepEqual(await must('GET /get-store'), before);
});

test('400 invalid_parameters: a store has had a thousand pictures at most', async () => {
  const { ask, must } = await shop.openStore();
  const { store_id } = await must('GET /get-store');
  for (const color of [
    [0, 0, 0],
    [1, 0, 0],
  ]) {
    await must(OP, { favicon: base64(pngOf({ width: 1, height: 1 }, { color })) });
  }
  await shop.db.write({ store_id }, async (tx) => {
    for (let at = 2; at < 1_000; at++) {
      await keepFile(tx, { file_name: `${at}.png`, bytes: '', created_at: 0 });
    }
  });
  const before = await must('GET /get-store');
  const { status, body } = await ask(OP, { favicon: PICTURES.png });
  assert.deepEqual([status, body.error.details[0].param], [400, 'favicon']);
  const first = await must(OP, {
    favicon: base64(pngOf({ width: 1, height: 1 }, { color: [0, 0, 0] })),
  });
  assert.notEqual(first.favicon_url, before.favicon_url);
});

test('404 for pictures that nobody has uploaded, and for those of other stores', async () => {
  const { must } = await shop.openStore();
  const { logo_url } = await must(OP, { logo: PICTURES.webp_lossless });
  for (const url of [
    logo_url.replace(/files\/\d+/, 'files/999999'),
    logo_url.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
    logo_url.replace('.webp', '.png'),
    logo_url.replace('.webp', '.svg'),
    `${logo_url}/`,
    logo_url.replace(/[^/]+$/, ''),
    logo_url.replace(/[^/]+$/, '..%2f..%2fetc'),
  ]) {
    assert.equal((await served(url)).status, 404, url);
  }
});
