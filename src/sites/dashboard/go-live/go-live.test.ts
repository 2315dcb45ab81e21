import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';

const shop = await startShop();

test('an owner sees what is copied and what stays, goes live once, and is led to the new overview', async () => {
  const { store_id, must, product } = await shop.openStore();
  const product_id = await product();
  await must('POST /create-payment-link', { product_id, slug: 'editor' });
  const owner = await signedIn(shop, { store_id });
  assert.match(await owner.page(), /href="[^"]*\/go-live">See what is copied<\/a>/);
  const text = readable(await owner.page('/go-live'));
  assert.match(text, /What the live store gets 1 product or plan 1 payment link Brand, rules/);
  assert.match(text, /What stays here Customers, payments, subscriptions/);

  const empty = await owner.post('/go-live', { name: ' ' });
  assert.equal(empty.status, 400);
  assert.match(readable(empty.text), /No live store was made/);

  const presses = [1, 2].map(() => owner.post('/go-live', { name: 'Lumen' }));
  const [first, second] = await Promise.all(presses);
  assert.ok(first && second);
  assert.equal(first.headers.location, second.headers.location);
  const overview = readable(await owner.follow(first));
  const [live] = String(first.headers.location).split('?');
  assert.match(overview, /Your live store is made/);
  assert.doesNotMatch(overview, /To sell, create a product/, 'it has products and links');
  assert.match(overview, /What this shop still needs/);
  assert.match(overview, /Payments Needed to sell/);
  assert.match(overview, /Lumen Live/);
  const log = readable(await owner.page(`${live}/audit`));
  assert.match(log, /Lena \(owner\) Person · 127\.0\.0\.1 copy store/);
  const links = await owner.page(`${live}/payment-links`);
  assert.match(links, /\/buy\/editor"|\/buy\/editor</);

  const after = readable(await owner.page('/go-live'));
  assert.match(after, /This shop is live/);
  assert.doesNotMatch(await owner.page('/go-live'), /<button class="button">Go live/);
  assert.doesNotMatch(readable(await owner.page()), /Going live copies your shop/);
  assert.equal((await owner.get(`${live}/go-live`)).status, 404, 'it is live');
});

test('a shop whose points are all done says so, with the way to go live', async () => {
  const other = await startShop({
    base_url: 'https://shop.lumen.com',
    has_public_certificate: true,
  });
  const { store_id, must, product, buy, refund } = await other.openStore();
  await must('POST /update-tax-settings', {
    ...{ legal_name: 'Lumen Ltd', country: 'GB', registrations: [] },
    address: { line1: '1 Main Street', city: 'Dover' },
  });
  await must('POST /update-store', {
    ...{ terms_url: 'https://lumen.com/t', privacy_url: 'https://lumen.com/p' },
    support_email: 'help@lumen.com',
  });
  await must('POST /update-mail-settings', { enabled: false });
  const sql = `INSERT INTO backups (made_at, place, bytes) VALUES (:made_at, '/1', 1)`;
  await other.db.write(null, async (tx) => tx.run(sql, { made_at: other.now }));
  await refund((await buy(await product())).transaction_id);
  assert.equal((await must('GET /get-readiness')).is_ready, true);
  const owner = await signedIn(other, { store_id });
  assert.match(readable(await owner.page()), /You are ready\. All points are done/);
});
