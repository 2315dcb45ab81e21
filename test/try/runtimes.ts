// npm run try:runtimes: the packed SDK in Bun and in Deno, each installed into a temporary folder
// (which needs a network). It buys from a shop on this machine, activates the license, checks its
// certificate without a network, goes through pages and verifies a webhook.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Shop } from '../harness/shop.ts';
import { projectWithSdk } from '../sdk/packed.ts';

const CPUS: Record<string, string> = { x64: 'x64', arm64: 'aarch64' };
const LIBRARY = process.platform === 'linux' ? '-glibc' : '';
const BUN = `@oven/bun-${process.platform}-${CPUS[process.arch] ?? process.arch}`;
const DENO = `@deno/${process.platform}-${process.arch}${LIBRARY}`;

const JOURNEY = `
import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import process from 'node:process';
import { Kassa, KassaError, verifyWebhook } from 'kassa-sdk';
import { checkCertificate, Licenses } from 'kassa-sdk/license';

const { KASSA_URL: base_url = '', KASSA_API_KEY: api_key = '' } = process.env;
let name = '';
const kassa = new Kassa({ api_key, base_url, on_request: ({ headers }) => (name = headers['user-agent']) });
const bought = { name: 'Editor', description: '', price: 29, currency: 'EUR' };
const license = { activation_limit: 2 };
const { product_id } = await kassa.createProduct({ ...bought, license });
const { checkout_session_id } = await kassa.createCheckout({ product_id, quantity: 1, customer_id: 'c' });
const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
const paid = await kassa.completeCheckout({ checkout_session_id, payment_method: card });
if (paid.status !== 'completed') throw new Error(paid.status);
const { data: [owned] } = await kassa.listLicenses({ customer_id: 'c', product_id });
const licenses = new Licenses({ api_key, base_url });
const fingerprint = '9f2c61d0';
const { certificate } = await licenses.activate({
  ...{ license_key: owned.license_key, instance_name: 'Laptop', fingerprint },
});
const keys = await licenses.signingKeys();
const check = await checkCertificate(certificate, { keys, product_id, fingerprint });
if (!check.valid) throw new Error(check.code);
let products = 0;
for await (const _ of kassa.searchProducts({ limit: 1 })) products += 1;
const refusal = await kassa.getProduct({ product_id: 'prod_none' }).catch((error) => error);
if (!(refusal instanceof KassaError)) throw refusal;
const key = Buffer.from('0123456789abcdef0123456789abcdef');
const [id, at, body] = ['evt_1', String(Math.floor(Date.now() / 1000)), '{"type":"checkout.completed"}'];
const mac = createHmac('sha256', key).update([id, at, body].join('.')).digest('base64');
const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': 'v1,' + mac };
const event = await verifyWebhook(body, new Headers(headers), 'whsec_' + key.toString('base64'));
console.log(JSON.stringify({ products, refused: refusal.status, event: event.type, name: name.split('/')[0] }));
`;

async function main(): Promise<void> {
  const project = await projectWithSdk();
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', BUN, DENO], project);
  const programs = {
    Bun: {
      path: `node_modules/${BUN}/bin/bun`,
      args: ['run', 'journey.mjs'],
      env: { NODE_EXTRA_CA_CERTS: 'ca.pem' },
    },
    Deno: {
      path: `node_modules/${DENO}/deno`,
      args: ['run', '--allow-net', '--allow-env', '--allow-read', 'journey.mjs'],
      env: {},
    },
  };
  writeFileSync(join(project, 'journey.mjs'), JOURNEY);
  for (const [name, { path, args, env }] of Object.entries(programs)) {
    const shop = await Shop.start({ clock: Date.now });
    try {
      const DENO_CERT = join(project, 'ca.pem');
      writeFileSync(DENO_CERT, shop.ca);
      const told = await run(join(project, path), args, project, {
        KASSA_URL: `https://localhost:${shop.app.port}`,
        KASSA_API_KEY: shop.api_key,
        ...{ DENO_CERT, ...env },
      });
      const expected = {
        products: 1,
        refused: 404,
        event: 'checkout.completed',
        name: 'kassa-sdk',
      };
      assert.deepEqual(JSON.parse(told), expected, name);
      console.log(`${name}: bought, activated, checked, verified.`);
    } finally {
      await shop.close();
    }
  }
}

async function run(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(program, args, {
    ...{ cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  let told = '';
  child.stdout?.on('data', (piece) => {
    told += piece;
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  assert.equal(code, 0, `${program} ended with ${code}`);
  return told;
}

await main();
