import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { CastStore } from '../../../../test/harness/cast.ts';
import { atEndOfFile } from '../../../../test/harness/endings.ts';
import { connectStripe, startStripeShop } from '../../../../test/harness/sales/stripe-shop.ts';
import { makePlace, startShop } from '../../../../test/harness/shop.ts';
import { mailServerAt, startMailServer } from '../../../../test/stand-ins/mail-server.ts';
import { noteBackup } from '../../store/backup.sql.ts';

const place = await makePlace('sqlite');
const server = await startMailServer(join(place.data_dir, 'arrived'));
atEndOfFile(async () => {
  await server.stop();
  await place.remove();
});

/** The points by their names, as `state message`. */
const look = async ({ must }: CastStore): Promise<Record<string, string>> => {
  const { points } = await must('GET /get-readiness');
  return Object.fromEntries(
    points.map(({ point, state, message }: Record<string, string>) => [
      point,
      `${state} ${message}`,
    ]),
  );
};

suite('a store of a shop on this machine alone', async () => {
  const shop = await startShop({ mail_server: mailServerAt(server.port) });

  test('200: the first steps of a test store go from a product to a purchase, and then are gone', async () => {
    const { must, product, buy } = await shop.openStore();
    const steps = async () =>
      (await must('GET /get-readiness')).first_steps.map(
        ({ step, state }: Record<string, string>) => `${step} ${state}`,
      );
    assert.deepEqual(await steps(), ['product next', 'payment_link later', 'test_purchase later']);
    const product_id = await product();
    assert.deepEqual(await steps(), ['product done', 'payment_link next', 'test_purchase later']);
    await must('POST /create-payment-link', { product_id });
    assert.deepEqual(await steps(), ['product done', 'payment_link done', 'test_purchase next']);
    await buy(product_id);
    assert.deepEqual(await steps(), []);
    assert.equal((await must('GET /get-readiness')).has_sold, true);
  });

  test('200: a test store is asked for all but a provider; a refund waits for a purchase', async () => {
    const store = await shop.openStore();
    const { must, product, buy, refund } = store;
    const { mode, is_ready, points } = await must('GET /get-readiness');
    assert.deepEqual([mode, is_ready, points.length], ['test', false, 8]);
    assert.equal((await look(store)).test_refund, 'waiting After the test purchase.');
    const { transaction_id } = await buy(await product());
    const bought = await look(store);
    assert.equal(bought.test_purchase, 'done Something was bought.');
    assert.equal(bought.test_refund, 'open Nothing was refunded yet.');
    await refund(transaction_id, { amount: 5 });
    assert.equal((await look(store)).test_refund, 'done A payment was refunded.');
  });

  test('200: who sells, taxes and legal pages, each until it is answered', async () => {
    const store = await shop.openStore();
    const { must } = store;
    const empty = await look(store);
    assert.equal(empty.seller, 'open Missing: your name, street and number, city and country.');
    assert.match(empty.taxes ?? '', /^open You have not said/);
    assert.match(empty.legal_pages ?? '', /^open Missing: terms, privacy policy and an address/);
    const address = { line1: 'Hauptstr. 1', postal_code: '10115' };
    await must('POST /update-tax-settings', { legal_name: 'Lumen', address, country: 'DE' });
    assert.match((await look(store)).taxes ?? '', /^open/, 'that says nothing about taxes');
    const { registrations_confirmed } = await must('POST /update-tax-settings', {
      registrations: [],
    });
    assert.equal(registrations_confirmed, true);
    const at = 'https://lumen.example';
    const links = { terms_url: `${at}/t`, privacy_url: `${at}/p`, support_url: `${at}/h` };
    await must('POST /update-store', links);
    const answered = await look(store);
    assert.equal(answered.seller, 'done Invoices are from Lumen.');
    assert.equal(answered.taxes, 'done You collect tax nowhere.');
    assert.equal(answered.legal_pages, 'open Missing: imprint.', 'a seller in Germany has one');
    await must('POST /update-store', { imprint_url: `${at}/i` });
    assert.match((await look(store)).legal_pages ?? '', /^done/);
    const registrations = [{ country: 'DE', since: '2020-01-01' }];
    await must('POST /update-tax-settings', { registrations });
    assert.equal((await look(store)).taxes, 'open Your registration in DE has no tax number.');
  });

  test('200: mail: none, under way, taken, not taken; what is put off is not lost from sight', async () => {
    const store = await shop.openStore(await shop.makeStore('live'));
    const { must } = store;
    assert.equal((await look(store)).mail, 'open No mail has been sent yet.');
    await must('POST /send-test-mail', { to: 'refused@example.com' });
    assert.equal((await look(store)).mail, 'waiting A mail is on its way.');
    await shop.runJob('mails');
    assert.match((await look(store)).mail ?? '', /^broken The mail server did not take .*: 5\d\d/);
    shop.now += 60_000;
    await must('POST /send-test-mail', { to: 'lena@example.com' });
    await shop.runJob('mails');
    assert.equal((await look(store)).mail, 'done The mail server takes mails.');
    shop.now += 60_000;
    await must('POST /send-test-mail', { to: 'later@example.com' });
    await shop.runJob('mails');
    assert.match((await look(store)).mail ?? '', /^broken .*: 4\d\d/);
    await must('POST /update-mail-settings', { enabled: false });
    assert.match((await look(store)).mail ?? '', /^done You have switched mail off/);
  });

  test('200: mail: an address that does not exist says nothing, a server that takes no mail does', async () => {
    const store = await shop.openStore(await shop.makeStore('live'));
    const send = async (to: string, kind = 'purchase') => {
      shop.now += 60_000;
      await store.must('POST /send-test-mail', { to });
      await shop.runJob('mails');
      const sql = 'UPDATE mails SET kind = :kind WHERE store_id = :store_id AND recipient = :to';
      await shop.db.write(store, async (tx) => tx.run(sql, { kind, to }));
      return (await look(store)).mail ?? '';
    };
    assert.match(await send('lena@example.com'), /^done/);
    assert.match(await send('refused@example.com'), /^done/);
    assert.match(await send('refused@example.org'), /^broken The mail server did not .*: 5\d\d/);
    assert.match(await send('ada@example.com'), /^done/);
  });

  test('200: mail: that the server takes mails is known after they are deleted', async () => {
    const store = await shop.openStore(await shop.makeStore('live'));
    await store.must('POST /send-test-mail', { to: 'lena@example.com' });
    await shop.runJob('mails');
    const at = shop.now;
    shop.now += 100 * 86_400_000;
    await shop.runJob('tidy');
    const { data } = await store.must('GET /list-mails');
    assert.deepEqual(data, []);
    assert.equal((await look(store)).mail, 'done The mail server takes mails.');
    shop.now = at;
  });

  test('200: backups: none, of today, old', async () => {
    const store = await shop.openStore();
    assert.equal((await look(store)).backups, 'open No backup was ever made.');
    await shop.db.write(null, async (tx) =>
      noteBackup(tx, { made_at: shop.now, place: '/1', bytes: 1, made_by: 'command' }),
    );
    assert.equal((await look(store)).backups, 'done The newest backup is of today.');
    shop.now += 7 * 86_400_000;
    assert.equal((await look(store)).backups, 'broken The newest backup is 7 days old.');
    shop.now -= 7 * 86_400_000;
  });

  test('200: a live store was tried out when a test store of the installation was', async () => {
    const live = await shop.openStore(await shop.makeStore('live'));
    const { points } = await live.must('GET /get-readiness');
    const purchase = points.find(({ point }: { point: string }) => point === 'test_purchase');
    assert.equal(purchase.state, 'done', 'in a test above');
    const pages = points.map(({ page }: { page: string | null }) => page).filter(Boolean);
    const sql = 'SELECT number FROM stores WHERE store_id = :store_id';
    const [row] = await shop.db.reader(live).all<{ number: number }>(sql);
    for (const page of pages) assert(page.startsWith(`/dashboard/${row?.number}/`), page);
    assert.match((await look(live)).seller ?? '', /^done Invoices are from Engines Ltd/);
  });

  test('200: only this network knows the address of a shop on localhost', async () => {
    const { address } = await look(await shop.openStore());
    assert.match(address ?? '', /^open Only this network knows https:\/\/localhost/);
  });
});

test('200: at a public name: a certificate of our own is none for buyers, that of a proxy is', async () => {
  const base_url = 'https://shop.lumen.com';
  const own = await startShop({ base_url });
  const { address } = await look(await own.openStore());
  assert.equal(address, 'open The certificate is one that Kassa has made.');
  const no_server = await look(await own.openStore());
  assert.equal(no_server.mail, 'open There is no mail server.');
});

suite('payments of a live store', async () => {
  const { shop, stand_in } = await startStripeShop();

  test('200: not connected, connected, broken, disconnected', async () => {
    const store = await shop.openStore(await shop.makeStore('live'));
    const payments = async () => (await look(store)).payments;
    assert.equal(await payments(), 'open Stripe is not connected.');
    await connectStripe(store, stand_in, stand_in.keys.live);
    assert.equal(await payments(), 'done Stripe is connected and takes payments.');
    const says = (set: string) =>
      shop.db.write(store, async (tx) =>
        tx.run(`UPDATE provider_connections SET ${set} WHERE store_id = :store_id`),
      );
    await says("refusal = 'Your account is not complete'");
    assert.equal(await payments(), 'broken Your account is not complete.');
    await says("refusal = NULL, problem = 'The key was revoked.'");
    assert.equal(await payments(), 'broken The key was revoked.');
    await says('problem = NULL');
    await store.must('POST /disconnect-provider');
    assert.equal(await payments(), 'open Stripe is not connected.');
  });

  test('200: a live store that has sold before this was asked sells on, and its point is broken', async () => {
    const store = await shop.openStore();
    const product_id = await store.product();
    await store.buy(product_id);
    await shop.db.write(store, async (tx) =>
      tx.run("UPDATE stores SET mode = 'live' WHERE store_id = :store_id"),
    );
    await shop.restart(); // Whose key it is is remembered, with the mode.
    await connectStripe(store, stand_in, stand_in.keys.live);
    assert.match((await look(store)).seller ?? '', /^broken Missing: your name, street/);
    assert.equal((await store.create({ product_id })).status, 'open');
  });
});
