import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { START } from '../harness/shop.ts';
import { nodeOnPath, projectWithSdk, runInProject } from './packed.ts';
import { addressOf, startTrustedShop } from './trusting.ts';

// The package as it is published: packed, installed into an empty project, used from there.

const shop = await startTrustedShop();
const base_url = addressOf(shop);
const ca_file = join(shop.place.data_dir, 'tls/ca.pem');
const store = await shop.openStore(shop);
const ROOT = join(import.meta.dirname, '../..');

const bundled = async (source: string, format: 'esm' | 'iife'): Promise<string> => {
  const built = await build({
    stdin: { contents: source, resolveDir: await projectWithSdk() },
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format,
    globalName: 'result',
    target: 'es2022',
  });
  return built.outputFiles[0]?.text ?? '';
};

test('the package brings its code, types, README and license, and no dependency', async () => {
  const project = await projectWithSdk();
  const place = join(project, 'node_modules/kassa-sdk');
  assert.deepEqual(readdirSync(join(project, 'node_modules')).toSorted(), [
    '.package-lock.json',
    'kassa-sdk',
  ]);
  assert.deepEqual(readdirSync(place).toSorted(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
  const { dependencies, sideEffects, keywords, author, license, exports, typesVersions } =
    JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  assert.equal(sideEffects, false);
  assert.ok(keywords.includes('payments') && author && license === 'MIT');
  // Compilers with the older way of finding modules do not read `exports`.
  assert.deepEqual(Object.keys(exports), ['.', './license', './package.json']);
  assert.equal(typesVersions['*'].license[0], exports['./license'].import.types);
  for (const file of ['esm/kassa.js', 'cjs/license.js']) {
    const text = readFileSync(join(place, 'dist', file), 'utf8');
    const [, name = ''] = /\/\/# sourceMappingURL=(.*)$/m.exec(text) ?? [];
    const map = JSON.parse(readFileSync(join(place, 'dist', file, '..', name), 'utf8'));
    assert.match(map.sourcesContent[0], /class (Kassa|Licenses)/, 'the sources are in the map');
  }
});

const BUY = `
  const client = { api_key: process.env.KASSA_KEY, base_url: process.env.KASSA_URL };
  const kassa = new Kassa(client);
  const wrong = await kassa.getProduct({ product_id: 'none' }).catch((error) => error);
  const product = await kassa.createProduct({ name: 'A', description: '', price: 1, currency: 'EUR' });
  const keys = await new Licenses(client).signingKeys();
  const expected = { keys, ...JSON.parse(process.env.EXPECTED) };
  const check = await checkCertificate(process.env.CERTIFICATE, expected);
  console.log(wrong instanceof KassaError && wrong.code, product.object, check.valid);
`;

const nodes = { 'the Node on the PATH': nodeOnPath(), 'the Node of Kassa': process.execPath };
for (const [which, node] of Object.entries(nodes)) {
  test(`works from ES modules and from CommonJS on ${which}`, async () => {
    const product_id = await store.sell();
    const { license_keys } = await store.buy(product_id);
    const { certificate } = await store.activate(license_keys[0], 'Laptop', '9f2c61d0');
    const env = {
      ...{ KASSA_KEY: shop.api_key, KASSA_URL: base_url, NODE_EXTRA_CA_CERTS: ca_file },
      CERTIFICATE: certificate,
      EXPECTED: JSON.stringify({ product_id, fingerprint: '9f2c61d0', now: START }),
    };
    const esm = `import { Kassa, KassaError } from 'kassa-sdk';
      import { checkCertificate, Licenses } from 'kassa-sdk/license'; ${BUY}`;
    const cjs = `const { Kassa, KassaError } = require('kassa-sdk');
      const { checkCertificate, Licenses } = require('kassa-sdk/license'); (async () => { ${BUY} })();`;
    const told = 'product_not_found product true\n';
    assert.equal(await runInProject({ name: 'use.mjs', text: esm, node }, env), told);
    assert.equal(await runInProject({ name: 'use.cjs', text: cjs, node }, env), told);
  });
}

test('the whole is under 12 kB minified, kassa-sdk/license under 3.5 kB', async () => {
  const whole = await bundled(`export * from 'kassa-sdk'`, 'esm');
  const license = await bundled(`export * from 'kassa-sdk/license'`, 'esm');
  assert.ok(whole.length < 12_000, `${whole.length} bytes`);
  assert.ok(license.length < 3_500, `${license.length} bytes`);
});

test('works without Node: only what browsers and edge workers have', async () => {
  const script = await bundled(`export * from 'kassa-sdk'`, 'iife');
  const has = { fetch, crypto, URLSearchParams, AbortController, TextEncoder, TextDecoder };
  const context = createContext({ ...has, setTimeout, clearTimeout, atob });
  runInContext(script, context);
  const ask = `(async () => {
    const kassa = new result.Kassa(${JSON.stringify({ api_key: shop.api_key, base_url })});
    const ids = [];
    for await (const { product_id } of kassa.searchProducts({ limit: 1 })) ids.push(product_id);
    return ids.length;
  })()`;
  await store.product();
  await store.product();
  assert.ok((await runInContext(ask, context)) >= 2);
});

test('it says its name to the shop but in browsers, whose own may not be changed; Deno is none', async () => {
  const script = await bundled(`export * from 'kassa-sdk'`, 'iife');
  const nameIn = async (runtime: object): Promise<string | undefined> => {
    const names: (string | undefined)[] = [];
    const fetch = async (_: string, { headers }: { headers: Record<string, string> }) => {
      names.push(headers['user-agent']);
      return new Response('{"object":"store"}');
    };
    const has = { fetch, crypto, URLSearchParams, AbortController, setTimeout, clearTimeout };
    const context = createContext({ ...has, ...runtime });
    const ask = `new result.Kassa({ api_key: 'kassa_test_1', base_url: 'https://a' }).getStore()`;
    await runInContext(`${script};${ask}`, context);
    return names[0];
  };
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/sdk/package.json'), 'utf8'));
  assert.equal(await nameIn({}), `kassa-sdk/${version}`);
  assert.equal(await nameIn({ location: {} }), undefined);
  assert.equal(await nameIn({ location: undefined, Deno: {} }), `kassa-sdk/${version}`);
});
