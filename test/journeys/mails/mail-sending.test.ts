import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startShop } from '../../harness/shop.ts';
import { until } from '../../harness/until.ts';
import { mailServerAt, startMailServer } from '../../stand-ins/mail-server.ts';

// What becomes of mails at a real mail server, which is a process of its own.

const dir = mkdtempSync(join(tmpdir(), 'kassa-mail-'));
const server = await startMailServer(join(dir, 'arrived'));
after(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const MINUTE = 60_000;
const times = { connect_ms: 10_000, answer_ms: 10_000, whole_ms: 10_000 };
const shop = await startShop({ mail_server: mailServerAt(server.port), mail_times: times });

const queue = async (to: string) => (await shop.call('POST /send-test-mail', { to })).body;
const get = async (mail_id: string) => (await shop.call('GET /get-mail', { mail_id })).body;
const arrivedFor = (to: string) => server.arrived().filter((one) => one.to === to);
async function sendTo(to: string) {
  const { mail_id } = await queue(to);
  await shop.runJob('mails');
  return get(mail_id);
}

test('a mail arrives as it was queued, once, and is sent', async () => {
  const mail = await sendTo('ada@example.com');
  assert.equal(mail.status, 'sent');
  assert.equal(mail.attempts, 1);
  assert.match(mail.response, /^250 .*Ok: queued/);
  assert.match(mail.message_id, /^<mail_[0-9a-z]{28}@example\.com>$/);
  const [arrived, ...more] = arrivedFor('ada@example.com');
  assert.deepEqual(more, []);
  assert.equal(arrived?.from, 'shop@example.com');
  const headers = arrived?.message.split('\r\n\r\n')[0] ?? '';
  assert.ok(headers.includes(`Message-ID: ${mail.message_id}`), headers);
  assert.match(headers, /^To: ada@example\.com$/m);
  assert.match(headers, /^Date: Sat, 14 Nov 2026 09:30:00 \+0000$/m);
  assert.match(headers, /^Auto-Submitted: auto-generated$/m);
  assert.match(arrived?.message ?? '', /Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
});

test('the mail of a purchase has the invoice attached, as PDF', async () => {
  const store = await shop.openStore(shop);
  const customer_id = 'carol';
  await store.must('POST /create-customer', { customer_id, email: 'carol@example.com' });
  await store.buy(await store.product(), { customer_id });
  const { data } = await store.must('GET /list-mails', { customer_id });
  assert.deepEqual([data.length, data[0].kind, data[0].attachments.length], [1, 'purchase', 1]);
  await shop.runJob('mails');
  const [arrived] = arrivedFor('carol@example.com');
  const [, file = ''] = arrived?.message.split('Content-Type: application/pdf; name=') ?? [];
  const [name, ...lines] = file.split('\r\n\r\n');
  assert.match(name ?? '', /^"?[\w.-]+\.pdf"?\r\n/);
  const [content = ''] = (lines[0] ?? '').split('\r\n--'); // Up to the end of this part.
  const pdf = Buffer.from(content, 'base64').toString('latin1');
  assert.match(pdf, /^%PDF-1\.\d[\s\S]*%%EOF\s*$/);
});

test('an address that the server refuses for good is not tried again', async () => {
  const mail = await sendTo('refused@example.com');
  assert.equal(mail.status, 'failed');
  assert.equal(mail.attempts, 1);
  assert.equal(mail.response, '550 No such user here');
});

test('the customer whose address was refused is marked, until the address is changed or takes a mail', async () => {
  const marked = async (input: object) =>
    (await shop.call('GET /get-customer', input)).body.email_bounced_at;
  const ada = { customer_id: 'ada' };
  const email = 'Refused@example.com'; // The server looks at the name as it is written.
  await shop.call('POST /create-customer', { ...ada, email: 'ada@example.com' });
  await shop.call('POST /create-customer', { customer_id: 'bob', email });
  await shop.call('POST /create-customer-billing', { ...ada, email: 'REFUSED@example.com' });
  assert.notEqual(await marked(ada), null, 'the address of her billing details');
  assert.notEqual(await marked({ email }), null);
  const billing = { ...ada, email: 'other@example.com' };
  await shop.call('POST /create-customer-billing', billing);
  assert.equal(await marked(ada), null);
  const { body } = await shop.call('POST /update-customer', {
    customer_id: 'bob',
    email: 'b@x.de',
  });
  assert.equal(body.email_bounced_at, null);
  await shop.call('POST /update-customer', { customer_id: 'bob', email });
  assert.notEqual(await marked({ customer_id: 'bob' }), null);
  const told = (await shop.events()).findLast(({ type }) => type === 'customer.updated');
  assert.equal(JSON.parse(JSON.stringify(told?.data)).email_bounced_at, null);
  assert.equal((await sendTo(email)).status, 'sent');
  assert.equal(await marked({ customer_id: 'bob' }), null);
});

test('an address that the server puts off is tried again after a pause, with the same Message-ID', async () => {
  const mail = await sendTo('once-later@example.com');
  assert.equal(mail.status, 'queued');
  assert.equal(mail.response, '450 Try again');
  const pause = Date.parse(mail.next_attempt_at) - shop.now;
  assert.ok(pause >= 0.8 * MINUTE && pause <= 1.2 * MINUTE, mail.next_attempt_at);
  shop.now += 2 * MINUTE;
  await shop.runJob('mails');
  const sent = await get(mail.mail_id);
  assert.equal(sent.status, 'sent');
  assert.equal(sent.attempts, 2);
  const [arrived] = arrivedFor('once-later@example.com');
  assert.ok(arrived?.message.includes(`Message-ID: ${mail.message_id}`));
});

test('a mail whose invoice is still being made when a process ends is left to the next, and not for the length of its lease', async () => {
  const ending = await startShop({ mail_server: mailServerAt(server.port) });
  const store = await ending.openStore(ending);
  const product_id = await store.product();
  const statusOf = async (email: string) => {
    const sql = `SELECT status FROM mails WHERE recipient = '${email}'`;
    return (await ending.db.reader(null).all<{ status: string }>(sql))[0]?.status;
  };
  const emails: string[] = [];
  // Again, if the invoice was made before the end.
  await until(async () => {
    const email = `left${emails.length}@example.com`;
    emails.push(email);
    await store.buy(product_id, { customer_id: email, customer_email: email });
    await until(async () => (await statusOf(email)) !== 'queued', 'somebody has taken the mail');
    ending.agent.destroy();
    await ending.app.close();
    const arrived = arrivedFor(email).length;
    await ending.open();
    await ending.runJob('mails');
    assert.equal(await statusOf(email), 'sent', 'it waits for nobody');
    assert.equal(arrivedFor(email).length, 1);
    return arrived === 0;
  }, 'a mail was left to the next process');
});
