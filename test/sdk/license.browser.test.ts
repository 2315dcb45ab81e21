import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { build } from 'esbuild';
import { atEndOfFile } from '../harness/endings.ts';
import { startShop } from '../harness/shop.ts';
import { openPage } from '../harness/visits/browser.ts';
import { projectWithSdk } from './packed.ts';

// The packed SDK, bundled, in a page of another site: with a key that may be shipped.

const PROGRAM = `
  import { checkCertificate, KassaError, Licenses } from 'kassa-sdk/license';
  globalThis.run = async ({ license_key, product_id, ...client }) => {
    const licenses = new Licenses(client);
    const fingerprint = 'browser';
    const wrong = await licenses.validate({ license_key: 'KASSA-1' }).catch((error) => error);
    const { certificate, instance } = await licenses.activate({
      license_key, instance_name: 'Browser', fingerprint });
    const { valid } = await licenses.validate({ license_key, instance_id: instance.instance_id });
    const keys = await licenses.signingKeys();
    const check = await checkCertificate(certificate, { keys, product_id, fingerprint });
    const other = await checkCertificate(certificate, { keys, product_id: 'other' });
    await licenses.deactivate({ license_key, instance_id: instance.instance_id });
    return [wrong instanceof KassaError && wrong.code, valid, check.valid, other.code];
  };
`;

test('a page of another site activates, validates, checks and gives up a license', async () => {
  const shop = await startShop({ clock: Date.now });
  const store = await shop.openStore(shop);
  const { api_key } = await shop.makeKey('license');
  const product_id = await store.sell();
  const license_key = (await store.buy(product_id)).license_keys[0];
  const bundle = await build({
    stdin: { contents: PROGRAM, resolveDir: await projectWithSdk() },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  });
  const site = createServer((request, response) => {
    const is_script = request.url === '/app.js';
    response.setHeader('content-type', is_script ? 'text/javascript' : 'text/html');
    response.end(
      is_script
        ? bundle.outputFiles[0]?.text
        : '<!doctype html><script type=module src=app.js></script>',
    );
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  atEndOfFile(() => site.close());

  const { page } = await openPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const base_url = `https://localhost:${shop.app.port}`;
  await page.waitForFunction('globalThis.run !== undefined');
  const given = JSON.stringify({ license_key, product_id, api_key, base_url });
  const told = await page.evaluate(`run(${given})`);
  assert.deepEqual(told, ['license_key_mistyped', true, true, 'product_id']);
});
