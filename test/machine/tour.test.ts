import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { kassa } from '../harness/kassa-command.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { blocks, follow, pageOf } from '../harness/visits/follow-page.ts';

// The documentation, followed literally (follow-page.ts).

let shop: ProcessShop;
before(async () => {
  shop = await ProcessShop.make();
  await shop.start();
});

/** Without what differs each time. */
const likeAny = (text: string): string =>
  text
    .replace(/\b([a-z]+)_[0-9a-z]{28}\b/g, '$1_…')
    .replace(/invoice\/[0-9a-z]{52}/g, 'invoice/…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'an instant')
    .replace(/localhost:\d+/g, 'localhost');

test('docs/tour.md works as it stands, with the answers it shows, and every record is right', async () => {
  const out = await follow(shop, blocks('docs/tour.md', '# The five-minute tour'));
  const printed = [...pageOf('docs/tour.md').matchAll(/^```(?:json)?\n([{"][\s\S]*?)^```/gm)];
  assert.equal(printed.length, 7);
  assert.equal(likeAny(out), likeAny(printed.map(([, answer]) => answer).join('')));
  const { data_dir, database_url } = shop.place;
  const verified = await kassa(['verify'], {
    ...{ KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url },
  });
  // How much there was to look at, too; but the store of a first start has an audit entry of its own.
  const checks = (text: string) =>
    text.match(/^ok {4}.*/gm)?.map((line) => line.replace(/(the audit log.*) \(\d+\)/, '$1'));
  assert.deepEqual(checks(verified.out), checks(pageOf('docs/tour.md')));
});

test('the request in the README works as it stands', async () => {
  const out = await follow(shop, blocks('README.md', '## Start'));
  assert.match(out, /^\{"product_id":"prod_[0-9a-z]{28}","object":"product","name":"Photo editor"/);
});

test('docs/licensing.md works as it stands: from a product to a check without a network', async () => {
  const [, program = ''] = /^```ts\n([\s\S]*?)^```/m.exec(pageOf('docs/licensing.md')) ?? [];
  writeFileSync(join(shop.place.data_dir, 'check-license.ts'), program);
  const out = await follow(shop, blocks('docs/licensing.md', '# Licensing a desktop application'));
  assert.match(out, /^KASSA(-[0-9A-Z]{5}){5}$/m);
  assert.match(out, /"valid":true,"code":"valid"\nlicensed: lic_[0-9a-z]+\nnot licensed\n/);
  assert.match(out, /license_key is in use on 2 devices, as many as it allows/);
  assert.match(out, /"deactivated":true\n"activated":true\n$/);
  await shop.assertRight();
});

test('docs/guides/move-from-lemon-squeezy.md works as it stands: a shipped application only swaps the host', async () => {
  const page = 'docs/guides/move-from-lemon-squeezy.md';
  const [, program = ''] = /^```js\n([\s\S]*?)^```/m.exec(pageOf(page)) ?? [];
  writeFileSync(join(shop.place.data_dir, 'shipped-application.mjs'), program);
  const out = await follow(shop, blocks(page, '# Moving from Lemon Squeezy'));
  assert.match(out, /"store_id":\d+,"order_id":\d+,"order_item_id":\d+,"product_id":\d+/);
  assert.match(out, /^before: license_key not found\.$/m);
  assert.match(out, /^activated true null active inst_[0-9a-z]{28}$/m);
  assert.match(out, /^valid true null active$/m);
  assert.match(out, /^deactivated true null inactive$/m);
  await shop.assertRight();
});

// Last, because the clock is moved and taxes are charged from then on.
test('the tasks with which pages begin work as they stand', async () => {
  const [call = ''] = blocks('docs/tour.md', '# The five-minute tour').split('\n\n');
  const tasks = [
    blocks('docs/payments.md', '## Take one'),
    blocks('docs/subscriptions.md', '## Sell one'),
    blocks('docs/taxes.md', '## Begin to charge tax'),
    blocks('docs/invoices.md', '## Write the first one'),
    blocks('docs/payment-links.md', '# Payment links'),
    blocks('docs/portal.md', '## Get a link'),
    blocks('docs/portal.md', '## Reasons, and an offer to stay'),
    blocks('docs/webhooks.md', '## Read them'),
    blocks('docs/api.md', '## Call it'),
    blocks('docs/dashboard-access.md', '## Let somebody in'),
  ];
  const out = await follow(shop, [call, ...tasks].join('\n'));
  const refused = [...out.matchAll(/"code":"([a-z_]+)"/g)].map(([, code]) => code);
  assert.deepEqual(new Set(refused), new Set(['invalid_parameters', 'wrong_type']), out);
  await shop.assertRight();
});
