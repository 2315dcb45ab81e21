import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { ProcessShop } from './process-shop.ts';

// The documentation, followed literally: every shell block of a page, in order, in one shell.

let shop: ProcessShop;
before(async () => {
  shop = await ProcessShop.make();
  await shop.start();
});

const MAIN = new URL('../src/main.ts', import.meta.url).pathname;

const pageOf = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

function blocks(file: string, heading: string): string {
  const page = pageOf(file);
  const from = page.indexOf(heading);
  assert.notEqual(from, -1, heading);
  const part = page.slice(from).split(/^## (?!\d|Sell)/m)[0] ?? '';
  return [...part.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block).join('\n');
}

/** As in the folder of a Kassa whose data is in data/. */
function follow(script: string): Promise<string> {
  const local = script
    .replaceAll('localhost:8443', `localhost:${shop.port}`)
    .replaceAll('data/tls', `${shop.place.data_dir}/tls`)
    .replace(/^export KASSA_KEY=.*$/m, '')
    .replaceAll('npm run -s kassa --', `node '${MAIN}'`)
    .replaceAll('node_modules/node-*/bin/node', 'node')
    .replace(/^npm .*$/gm, '');
  const { data_dir, database_url } = shop.place;
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    KASSA_KEY: shop.api_key,
    KASSA_DATA_DIR: data_dir,
    DATABASE_URL: database_url ?? '',
  };
  const options = { env, cwd: dirname(`${shop.place.data_dir}/x`) };
  return new Promise((resolve, reject) => {
    execFile('sh', ['-eu', '-c', local], options, (error, out, err) =>
      error ? reject(new Error(`${error.message}\n${out}\n${err}`)) : resolve(out),
    );
  });
}

/** Without what differs each time. */
const likeAny = (text: string): string =>
  text
    .replace(/\b([a-z]+)_[0-9a-z]{28}\b/g, '$1_…')
    .replace(/invoice\/[0-9a-z]{52}/g, 'invoice/…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'an instant')
    .replace(/localhost:\d+/g, 'localhost');

test('docs/tour.md works as it stands, with the answers it shows, and every record is right', async () => {
  const out = await follow(blocks('docs/tour.md', '# The five-minute tour'));
  const printed = [...pageOf('docs/tour.md').matchAll(/^```(?:json)?\n([{"][\s\S]*?)^```/gm)];
  assert.equal(printed.length, 7);
  assert.equal(likeAny(out), likeAny(printed.map(([, answer]) => answer).join('')));
  await shop.assertRight();
});

test('the tour in the README works as it stands', async () => {
  const out = await follow(blocks('README.md', '## Sell something'));
  assert.match(out, /"status":"completed"/);
  assert.match(out, /"type":"refund","status":"paid".*"total":10,/);
  await shop.assertRight();
});

test('docs/licensing.md works as it stands: from a product to a check without a network', async () => {
  const [, program = ''] = /^```ts\n([\s\S]*?)^```/m.exec(pageOf('docs/licensing.md')) ?? [];
  writeFileSync(join(shop.place.data_dir, 'check-license.ts'), program);
  const out = await follow(blocks('docs/licensing.md', '# Licensing a desktop application'));
  assert.match(out, /^KASSA(-[0-9A-Z]{5}){5}$/m);
  assert.match(out, /"valid":true,"code":"valid"\nlicensed: lic_[0-9a-z]+\nnot licensed\n/);
  assert.match(out, /license_key is in use on 2 devices, as many as it allows/);
  assert.match(out, /"deactivated":true\n"activated":true\n$/);
  await shop.assertRight();
});
