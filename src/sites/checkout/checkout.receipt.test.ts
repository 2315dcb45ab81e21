import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCounter } from '../../../test/harness/sales/buying.ts';
import { startShop } from '../../../test/harness/shop.ts';
import { readable } from '../../../test/harness/visits/visiting.ts';
import { mailServerAt, startMailServer } from '../../../test/stand-ins/mail-server.ts';
import { DAY_MS } from '../../platform/core/time.ts';

test('the license key is on the receipt for a day; then the page says where it is', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop, { license: {} });
  const { id, path } = await counter.openSession();
  await counter.post(`${path}/pay`, counter.filled());
  const [license_key] = (await counter.session(id)).license_keys;
  const page = async () => (await counter.get(path)).text;
  for (const passed_ms of [0, DAY_MS - 1]) {
    shop.now += passed_ms;
    const text = await page();
    assert.ok(text.includes(license_key));
    assert.match(readable(text), /This page shows it for one day\./);
    assert.match(text, /copy\.js/);
  }
  shop.now += 1;
  const text = await page();
  assert.ok(!text.includes(license_key) && !text.includes('KASSA-'));
  assert.doesNotMatch(text, /copy\.js/);
  assert.match(
    readable(text),
    /Thank you .* You find it with your purchases, and in the e-mail about your order/,
  );
  assert.deepEqual((await counter.session(id)).license_keys, [license_key], 'the API has it');
});

test('what brings no key says nothing about one, on the first day and after', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop);
  const { path } = await counter.openSession();
  await counter.post(`${path}/pay`, counter.filled());
  for (const passed_ms of [0, 2 * DAY_MS]) {
    shop.now += passed_ms;
    const { text } = await counter.get(path);
    assert.match(text, /Thank you/);
    assert.doesNotMatch(text, /[Yy]our license key|Copy the license key/);
  }
});

test('the page after a purchase says where the mail about it is, for a day, and no other', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop);
  const buy = async (email: string, more: object = {}) => {
    const { path } = await counter.openSession({ customer_id: 'ada', ...more });
    await counter.post(`${path}/pay`, { ...counter.filled(), email });
    return async (headers = {}) => readable((await counter.get(path, headers)).text);
  };
  const first = await buy('ada@example.com');
  const second = await buy('office@example.com');
  assert.match(
    await first(),
    /test shop has no mail server: the e-mail to ada@example\.com was kept/,
  );
  assert.match(await second(), /e-mail to office@example\.com was kept, not sent\./);
  const [mail] = (await shop.call('GET /list-mails', { to: 'ada@example.com' })).body.data;
  const elsewhere = { mail_id: mail.mail_id, to: 'grace@example.com' };
  await shop.call('POST /resend-mail', elsewhere);
  assert.match(await first(), /ada@example\.com/);
  assert.doesNotMatch(await first(), /grace@example\.com|office@example\.com/);
  assert.match(
    await first({ 'accept-language': 'de' }),
    /E-Mail an ada@example\.com wurde aufbewahrt/,
  );
  shop.now += DAY_MS;
  assert.doesNotMatch(await first(), /ada@example\.com/);
  await shop.call('POST /update-mail-settings', { enabled: false });
  assert.doesNotMatch(await (await buy('ada@example.com'))(), /e-mail to/);
});

test('it says when the mail is on its way, has arrived at the mail server, or cannot be delivered', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kassa-receipt-'));
  const server = await startMailServer(join(dir, 'arrived'));
  const shop = await startShop({ mail_server: mailServerAt(server.port) });
  const counter = await openCounter(shop);
  const buy = async (email: string) => {
    const { path } = await counter.openSession();
    await counter.post(`${path}/pay`, { ...counter.filled(), email });
    return async () => readable((await counter.get(path)).text);
  };
  const [taken, refused] = [await buy('ada@example.com'), await buy('refused@example.com')];
  const waits = /An e-mail about your order is on its way to (ada|refused)@example\.com\./;
  for (const page of [taken, refused]) assert.match(await page(), waits);
  await shop.runJob('mails');
  assert.match(await taken(), /We sent an e-mail about your order to ada@example\.com\./);
  assert.match(
    await refused(),
    /could not be delivered to refused@example\.com\. .* can send it again\./,
  );
  await server.stop();
  rmSync(dir, { recursive: true });
});

test('the page after a purchase leads to the invoice, to read and as a file', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop);
  const { path } = await counter.openSession();
  await counter.post(`${path}/pay`, counter.filled());
  const { text } = await counter.get(path);
  const linkTo = (name: string) => new RegExp(`href="([^"]+)">${name}</a>`).exec(text)?.[1] ?? '';
  assert.match((await counter.get(linkTo('View invoice'))).text, /INV-0001/);
  const file = await counter.get(linkTo('Download PDF'));
  assert.equal(file.headers['content-type'], 'application/pdf');
});

test('after paying, the page leads to success_url: in a moment, or at once where that is wanted', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop, { license: {} });
  const plain = await openCounter(shop);
  const success_url = 'https://shop.example/thanks?from=kassa';
  const paid = async (at: typeof counter, more: object) => {
    const { id, path } = await at.openSession(more);
    await at.post(`${path}/pay`, at.filled());
    return { id, path, page: await at.get(path) };
  };
  const address = (id: string) => `${success_url}&checkout_session_id=${id}`;
  const soon = await paid(plain, { success_url });
  assert.equal(soon.page.headers.refresh, `8; url=${address(soon.id)}`);
  assert.match(soon.page.text, /class="success-mark"[\s\S]*You go back to .* in a moment/);
  const with_key = await paid(counter, { success_url });
  assert.equal(with_key.page.headers.refresh, `30; url=${address(with_key.id)}`, 'time to copy');
  const at_once = await paid(plain, { success_url, redirect: true });
  assert.equal(at_once.page.headers.refresh, `0; url=${address(at_once.id)}`);
  const nowhere = await paid(plain, {});
  assert.equal(nowhere.page.headers.refresh, undefined);

  shop.now += 60_000;
  const later = await plain.get(soon.path);
  assert.equal(later.headers.refresh, undefined, 'whoever opens it later wants to read it');
  assert.match(later.text, />Back to /);

  const longest = '漢'.repeat(255);
  const signed = { success_url, return_key: 'kassa_test_a', request_id: longest };
  const long = await paid(plain, { ...signed, customer_id: longest });
  assert.equal(long.page.headers.refresh, undefined, 'too long for a header');
  assert.match(long.page.text, />Back to /);
});

test('after paying, the page says what to do next, and the way to the portal is on it', async () => {
  const shop = await startShop();
  const counter = await openCounter(shop, { license: {} });
  const { path } = await counter.openSession();
  await counter.post(`${path}/pay`, counter.filled());
  const { text } = await counter.get(path);
  assert.match(readable(text), /What happens next Copy the license key/);
  const [, portal = ''] = /<a href="([^"]+)">Manage your purchases<\/a>/.exec(text) ?? [];
  assert.equal(portal, '/portal/store/1');
  assert.equal((await counter.get(portal)).status, 200);
});
