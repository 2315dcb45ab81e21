import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { before, test } from 'node:test';
import { ProcessShop } from './process-shop.ts';

// The documentation, followed literally: every shell block of a page, in order, in one shell.

let shop: ProcessShop;
before(async () => {
  shop = await ProcessShop.make();
  await shop.start();
});

function blocks(file: string, heading: string): string {
  const page = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
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
    .replace(/^npm .*$/gm, '');
  const env = { ...process.env, KASSA_KEY: shop.api_key };
  const options = { env, cwd: dirname(`${shop.place.data_dir}/x`) };
  return new Promise((resolve, reject) => {
    execFile('sh', ['-eu', '-c', local], options, (error, out, err) =>
      error ? reject(new Error(`${error.message}\n${out}\n${err}`)) : resolve(out),
    );
  });
}

test('docs/tour.md works as it stands: a sale, a decline, a refund, and every record right', async () => {
  const out = await follow(blocks('docs/tour.md', '# The five-minute tour'));
  assert.match(out, /"status":"open","checkout_url":"https:\/\/localhost:\d+\/checkout\/cs_/);
  assert.match(out, /"code":"payment_declined"/);
  assert.match(out, /"status":"completed"\n"total":31\.98\n/);
  assert.match(out, /"type":"purchase","status":"paid"/);
  assert.match(out, /"type":"refund","status":"paid".*"total":10,.*"reason":"One copy too many"/);
  await shop.assertRight();
});

test('the tour in the README works as it stands', async () => {
  const out = await follow(blocks('README.md', '## Sell something'));
  assert.match(out, /"status":"completed"/);
  assert.match(out, /"type":"refund","status":"paid".*"total":10,/);
  await shop.assertRight();
});
