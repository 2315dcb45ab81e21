import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Shop, startShop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { turnInto } from '../harness/visits/mails.ts';
import { mailServerAt, startMailServer } from '../stand-ins/mail-server.ts';

// Mail servers that are slow, refuse, drop the connection or are not there.

const dir = mkdtempSync(join(tmpdir(), 'kassa-mail-'));
const server = await startMailServer(join(dir, 'arrived'));
const sockets = new Set<Socket>();
const strange = createServer((socket) => {
  sockets.add(socket.on('error', () => {}));
});
await once(strange.listen(0, '127.0.0.1'), 'listening');
const { port: strange_port } = strange.address() as AddressInfo;
after(async () => {
  for (const socket of sockets) socket.destroy();
  strange.close();
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const patient = { connect_ms: 60_000, answer_ms: 60_000, whole_ms: 60_000 };
const shop = await startShop({ mail_server: mailServerAt(server.port), mail_times: patient });

const queueIn = async (one: Shop, to: string) =>
  (await one.call('POST /send-test-mail', { to })).body;
const getFrom = async (one: Shop, mail_id: string) =>
  (await one.call('GET /get-mail', { mail_id })).body;
const get = (mail_id: string) => getFrom(shop, mail_id);
const arrivedFor = (to: string) => server.arrived().filter((one) => one.to === to);
async function sendTo(to: string) {
  const { mail_id } = await queueIn(shop, to);
  await shop.runJob('mails');
  return get(mail_id);
}
/** Due in a minute. The service may have sent it before that is written: then another one is. */
async function queueForLater(name: string): Promise<{ mail_id: string; to: string }> {
  for (let number = 0; ; number++) {
    const to = `${name}${number}@example.com`;
    const { mail_id } = await queueIn(shop, to);
    const due = `UPDATE mails SET next_attempt_at = :due WHERE mail_id = :mail_id
      AND status = 'queued'`;
    await shop.db.write(null, async (tx) => tx.run(due, { due: shop.now + MINUTE, mail_id }));
    if ((await get(mail_id)).status === 'queued') return { mail_id, to };
  }
}
async function later(ms: number, mail_id: string) {
  shop.now += ms;
  await shop.runJob('mails');
  return get(mail_id);
}

test('a connection that drops in the middle of a mail: it is sent again, whole, with the same Message-ID', async () => {
  const mail = await sendTo('drops@example.com');
  assert.equal(mail.status, 'queued');
  assert.equal(mail.attempts, 1);
  assert.deepEqual(arrivedFor('drops@example.com'), []);
  const sent = await later(MINUTE, mail.mail_id);
  assert.equal(sent.status, 'sent');
  assert.ok(arrivedFor('drops@example.com')[0]?.message.includes(`ID: ${mail.message_id}`));
});

test('a mail whose answer gets lost may come twice, with the same Message-ID', async () => {
  const to = 'unanswered@example.com';
  const mail = await sendTo(to);
  assert.equal(mail.status, 'queued');
  assert.equal((await later(MINUTE, mail.mail_id)).status, 'sent');
  const arrived = arrivedFor(to);
  assert.equal(arrived.length, 2);
  for (const { message } of arrived) assert.ok(message.includes(`ID: ${mail.message_id}`));
});

test('what the server refuses for good is failed; what may be a setting is tried again', async () => {
  assert.equal((await sendTo('content@example.com')).status, 'failed');
  const policy = await sendTo('policy@example.com');
  assert.equal(policy.status, 'queued');
  assert.equal(policy.response, '550 5.7.1 Relaying denied');
  const bounced = await shop.db
    .reader(null)
    .all<{ email_folded: string }>('SELECT email_folded FROM bounced_addresses');
  assert.deepEqual(bounced, []);
});

test('a mail that is put off is tried with growing pauses for three days, and then failed', async () => {
  let mail = await sendTo('later@example.com');
  const pauses: number[] = [];
  for (const began = shop.now; mail.status === 'queued'; ) {
    assert.ok(shop.now < began + 73 * HOUR);
    const pause = Date.parse(mail.next_attempt_at) - shop.now;
    pauses.push(pause);
    mail = await later(pause, mail.mail_id);
  }
  assert.equal(mail.status, 'failed');
  assert.equal(mail.attempts, pauses.length + 1);
  assert.ok(pauses.length >= 14 && pauses.length <= 24, `${pauses.length} pauses`);
  const whole = pauses.reduce((sum, pause) => sum + pause, 0);
  assert.ok(whole > 60 * HOUR && whole <= 72 * HOUR, `${whole / HOUR} hours`);
  const usual = [1, 5, 15, 30, 60, 120, 240, 360].map((minutes) => minutes * MINUTE);
  pauses.forEach((pause, at) => {
    const expected = usual[Math.min(at, 7)] ?? 0;
    assert.ok(pause >= 0.79 * expected && pause <= 1.21 * expected, `pause ${at} is ${pause} ms`);
  });
});

test('a server that takes no mail is asked by one mail at a time, and by all when it is back', async () => {
  const dead = await startMailServer(join(dir, 'dead'));
  await dead.stop();
  const waiting = await startShop({ mail_server: mailServerAt(dead.port), mail_times: patient });
  const mails: { mail_id: string }[] = [];
  for (let at = 0; at < 12; at++) mails.push(await queueIn(waiting, `a${at}@example.com`));
  const attempts = async () =>
    (await Promise.all(mails.map(({ mail_id }) => getFrom(waiting, mail_id))))
      .map((mail) => mail.attempts)
      .reduce((sum, one) => sum + one, 0);
  await waiting.runJob('mails');
  const first = await attempts();
  assert.ok(first >= 1 && first <= 5, `${first} attempts`);
  await waiting.runJob('mails');
  assert.equal(await attempts(), first, 'not before the pause is over');
  waiting.now += 5_000;
  await waiting.runJob('mails');
  assert.equal(await attempts(), first + 1, 'one mail tries it');
  const again = await startMailServer(join(dir, 'dead'), { port: dead.port });
  waiting.now += 20_000;
  await waiting.runJob('mails');
  assert.equal(again.arrived().length, 12);
  assert.equal(await attempts(), first + 1 + 12);
  await again.stop();
});

test('a server that says 421 is away, too; its mails are given up after three days', async () => {
  const busy = await startShop({ mail_server: mailServerAt(server.port), mail_times: patient });
  const { mail_id } = await queueIn(busy, 'busy@example.com');
  await busy.runJob('mails');
  const mail = await getFrom(busy, mail_id);
  assert.equal(mail.status, 'queued');
  assert.equal(Date.parse(mail.next_attempt_at), busy.now + 5_000);
  busy.now += 72 * HOUR;
  await busy.runJob('mails');
  assert.equal((await getFrom(busy, mail_id)).status, 'failed');
});

test('a server that never says anything, or never ends, is given up', async () => {
  const sendWithin = async (times: { answer_ms: number; whole_ms: number }) => {
    const mail_times = { connect_ms: 60_000, ...times };
    const one = await startShop({ mail_server: mailServerAt(strange_port), mail_times });
    const { mail_id } = await queueIn(one, 'ada@example.com');
    await one.runJob('mails');
    return getFrom(one, mail_id);
  };
  const silent = await sendWithin({ answer_ms: 200, whole_ms: 60_000 });
  assert.equal(silent.status, 'queued');
  assert.match(silent.response, /^(Greeting never received|Timeout)$/);
  strange.once('connection', (socket) => socket.write('220 hello\r\n'));
  const drip = setInterval(() => {
    for (const socket of sockets) socket.write('250-one moment\r\n');
  }, 20);
  const endless = await sendWithin({ answer_ms: 60_000, whole_ms: 400 }).finally(() =>
    clearInterval(drip),
  );
  assert.equal(endless.status, 'queued');
  assert.match(endless.response, /longer than 0\.4 s/);
});

test('while mails wait for a server that does not answer, buyers, sellers, renewals and webhooks do not', async () => {
  const held = await startShop({ mail_server: mailServerAt(strange_port), mail_times: patient });
  const before = sockets.size;
  const mails = [];
  for (let at = 0; at < 8; at++) mails.push(await queueIn(held, `a${at}@example.com`));
  await until(() => sockets.size >= before + 5, 'five mails are at the server');
  const store = await held.openStore(held);
  const plan_id = await store.plan({ price: 10 });
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => store.buy(plan_id, { customer_id: `c${at}` })),
  );
  await store.must('POST /advance-clock', { by: 'P1M' });
  await held.runJob('due');
  await held.runJob('webhooks');
  const { data } = await store.must('GET /get-transactions', { type: 'renewal' });
  assert.equal(data.length, 10);
  const last = await queueIn(held, 'last@example.com');
  // All that came after the mails, and yet none of them has got any further.
  const statuses = await Promise.all(
    [...mails, last].map(async ({ mail_id }) => (await getFrom(held, mail_id)).status),
  );
  assert.deepEqual(statuses.toSorted(), [...Array(4).fill('queued'), ...Array(5).fill('sending')]);
  assert.equal(sockets.size, before + 5, 'and no more connections');
  for (const socket of sockets) socket.destroy();
});

test('a mail whose link has expired, or that was switched off meanwhile, is canceled and not sent', async () => {
  const late = await queueForLater('late');
  await turnInto(shop, late.mail_id, 'sign_in', { send_before: shop.now + MINUTE });
  const off = await queueForLater('off');
  await turnInto(shop, off.mail_id, 'renewal');
  await shop.call('POST /update-mail-settings', { kinds: { renewal: { enabled: false } } });
  shop.now += MINUTE;
  await shop.runJob('mails');
  const [expired, unwanted] = [await get(late.mail_id), await get(off.mail_id)];
  assert.deepEqual([expired.status, expired.attempts], ['canceled', 0]);
  assert.match(expired.response, /expired/);
  assert.equal(unwanted.status, 'canceled');
  assert.deepEqual([...arrivedFor(late.to), ...arrivedFor(off.to)], []);
  await shop.call('POST /update-mail-settings', { kinds: { renewal: { enabled: true } } });
});
