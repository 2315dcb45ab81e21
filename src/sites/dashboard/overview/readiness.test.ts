import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../../test/harness/shop.ts';
import { signedIn } from '../../../../test/harness/visits/dashboard.ts';
import { readable } from '../../../../test/harness/visits/visiting.ts';
import { noteBackup } from '../../../shop/store/backup.sql.ts';

const shop = await startShop({
  base_url: 'https://shop.lumen.com',
  has_public_certificate: true,
});

const SELLER = {
  ...{ legal_name: 'Lumen Ltd', country: 'GB', registrations: [] },
  address: { line1: '1 Main Street', city: 'Dover' },
};
const LINKS = {
  ...{ terms_url: 'https://lumen.com/t', privacy_url: 'https://lumen.com/p' },
  support_email: 'help@lumen.com',
};

const orderOf = (text: string, words: string[]) => {
  const places = words.map((one) => text.indexOf(one));
  assert.ok(
    places.every((at) => at >= 0),
    `${words} at ${places}`,
  );
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
};

test('a new test store begins with three steps and what is missing, and then its figures', async () => {
  const { store_id, product } = await shop.openStore();
  const owner = await signedIn(shop, { store_id });
  const page = await owner.page();
  const text = readable(page);
  orderOf(text, ['1. Add a product', '2. Make a payment link', '3. Buy it yourself']);
  orderOf(text, ['3. Buy it yourself', 'Before you go live', 'Monthly recurring revenue']);
  assert.match(text, /1 of 8 done/);
  assert.match(text, /Your name and address Missing: your name, street and number, city/);
  assert.doesNotMatch(text, /Needed to sell/, 'a test store sells without');
  assert.match(page, /href="[^"]*\/dashboard\/\d+\/taxes#legal_name">Add them<\/a>/);
  assert.equal(page.split('class="button small"').length, 2, 'one filled button, the next');
  assert.match(page, /href="[^"]*\/products\/new">Add a product<\/a>/);
  await product();
  assert.match(await owner.page(), /href="[^"]*\/payment-links\/new">Create the link<\/a>/);
});

test('with the first purchase the steps are gone, and the figures come first again', async () => {
  const { store_id, product, buy } = await shop.openStore();
  await buy(await product());
  const text = readable(await (await signedIn(shop, { store_id })).page());
  assert.doesNotMatch(text, /1\. Add a product/);
  orderOf(text, ['Monthly recurring revenue', 'Before you go live', 'Revenue by day']);
});

test('a live store says what is needed to sell, and nothing of that is among what needs a person', async () => {
  const { store_id, must } = await shop.openStore(await shop.makeStore('live'));
  const { items } = await must('GET /get-attention');
  assert.deepEqual(
    items.map(({ kind }: { kind: string }) => kind),
    ['backup'],
  );
  const page = await (await signedIn(shop, { store_id })).page();
  const text = readable(page);
  assert.match(text, /What this shop still needs/);
  assert.match(text, /Payments Needed to sell Stripe is not connected\. Nobody can buy/);
  assert.match(text, /No backup was ever made/);
  assert.doesNotMatch(text, /None was ever made/, 'said once');
  assert.doesNotMatch(page, /class="attention"/);
});

test('one point left is one line; with the last one the list is gone', async () => {
  const { store_id, must, product, buy, refund } = await shop.openStore();
  await must('POST /update-tax-settings', SELLER);
  await must('POST /update-store', LINKS);
  await must('POST /update-mail-settings', { enabled: false });
  await shop.db.write(null, async (tx) =>
    noteBackup(tx, { made_at: shop.now, place: '/1', bytes: 1, made_by: 'command' }),
  );
  const { transaction_id } = await buy(await product());
  const owner = await signedIn(shop, { store_id });
  const page = await owner.page();
  assert.match(readable(page), /One thing left: a test refund\. Nothing was refunded yet/);
  assert.match(page, /aria-label="7 of 8 done"/);
  await refund(transaction_id);
  assert.equal((await must('GET /get-readiness')).is_ready, true);
  assert.doesNotMatch(await owner.page(), /readiness|One thing left/);
});

test('whoever may not change the settings sees no list', async () => {
  const { store_id } = await shop.openStore();
  for (const role of ['support', 'viewer'] as const) {
    const text = readable(await (await signedIn(shop, { role, store_id })).page());
    assert.doesNotMatch(text, /Before you go live|Add a product/);
  }
  const admin = await signedIn(shop, { role: 'admin', store_id });
  assert.match(readable(await admin.page()), /Before you go live/);
});

test('“I am registered nowhere” is answered with one press, once', async () => {
  const { store_id, must } = await shop.openStore();
  const owner = await signedIn(shop, { store_id });
  const page = await owner.page('/taxes');
  assert.match(readable(page), /I am registered nowhere/);
  const sent = await owner.post('/taxes/registrations/none', {});
  assert.equal(sent.status, 303);
  assert.equal((await must('GET /get-tax-settings')).registrations_confirmed, true);
  const after = readable(await owner.page('/taxes?done=nowhere'));
  assert.match(after, /you collect tax nowhere/);
  assert.doesNotMatch(after, /I am registered nowhere/);
  const viewer = await signedIn(shop, { role: 'viewer', store_id });
  assert.doesNotMatch(readable(await viewer.page('/taxes')), /I am registered nowhere/);
});

test('what is mended on the machine leads to its guide', async () => {
  const private_shop = await startShop({ base_url: 'https://shop.internal/kassa' });
  const page = await (await signedIn(private_shop, { store_id: private_shop.store_id })).page();
  assert.match(readable(page), /Only this network knows https:\/\/shop\.internal\/kassa/);
  assert.match(page, /href="\/kassa\/docs\/certificate">See how<\/a>/);
  const { status } = await private_shop.send({ method: 'GET', path: '/docs/certificate' });
  assert.equal(status, 200);
});
