import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { atEndOfFile } from '../../harness/endings.ts';
import { startShop } from '../../harness/shop.ts';
import { creemAddress, trust } from './creem.ts';

const ROOT = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(ROOT, 'docs/guides/move-from-creem.md'), 'utf8');

const shop = await startShop({ clock: Date.now });
trust(shop);

test('docs/guides/move-from-creem.md: its code runs as it is written, from the address to the portal', async () => {
  const { complete, key } = await shop.openStore();
  const folder = mkdtempSync(join(tmpdir(), 'kassa-guide-'));
  atEndOfFile(async () => rmSync(folder, { recursive: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const blocks = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  assert.equal(blocks.length, 5);
  const address = `process.env.CREEM_URL = ${JSON.stringify(creemAddress(shop))};`;
  const own_key = `process.env.CREEM_API_KEY = ${JSON.stringify(key)};`;
  writeFileSync(join(folder, 'settings.ts'), `${address}\n${own_key}\n`);
  const made = 'export const made = checkout;';
  const text = ["import './settings.ts';", ...blocks, made].join('\n');
  writeFileSync(join(folder, 'guide.ts'), text);

  const {
    made: checkout,
    isSigned,
    afterPayment,
  } = await import(pathToFileURL(join(folder, 'guide.ts')).href);
  assert.equal(checkout.status, 'pending');
  await complete(checkout.id);
  const page = await shop.send({ path: new URL(checkout.checkoutUrl).pathname });
  const back = /data-success="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.ok(back.startsWith('https://example.com/thanks?'));
  assert.equal(isSigned(back), true);
  assert.equal(isSigned(back.replace('order-1001', 'order-1002')), false);
  assert.equal(isSigned('https://example.com/thanks'), false);
  const { customerPortalLink, ...found } = await afterPayment();
  assert.deepEqual(found, { status: 'completed', request: 'order-1001', plans: 1 });
  assert.match(customerPortalLink, /\/portal\//);
});
