import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { makeStore } from '../../src/shop/store/make-store.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { KASSA } from '../harness/program.ts';
import { many, random } from '../harness/sales/license-clients.ts';
import { seed, times } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { type MailServerProcess, startMailServer } from '../stand-ins/mail-server.ts';

// The service is killed wherever a mail can be. The mail server is a process of its own, which
// keeps what it takes on its disk.

const KILLS = times('MAIL_KILLS', 1, 20);
const SEED = seed('MAIL_SEED');
const below = random(SEED);

let shop: ProcessShop;
let server: MailServerProcess;
let settings: Record<string, string>;
before(async () => {
  shop = await ProcessShop.make();
  const { data_dir } = shop.place;
  server = await startMailServer(join(data_dir, 'arrived'));
  settings = {
    KASSA_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    KASSA_MAIL_FROM: 'shop@example.com',
  };
});
after(() => server.stop());

const queue = async (to: string): Promise<{ mail_id: string; message_id: string }> => {
  const { status, body } = await shop.call('/send-test-mail', { to });
  assert.equal(status, 200);
  return body;
};

/** What a process was sending when it died waits for the end of its lease. Here it is over. */
const endLeases = () =>
  shop.db.write(null, async (tx) =>
    tx.run(`UPDATE mails SET next_attempt_at = :now WHERE status IN ('queued', 'sending')`, {
      now: Date.now(),
    }),
  );

const UNSENT = "SELECT mail_id FROM mails WHERE status <> 'sent'";

async function untilSent(): Promise<void> {
  await until(async () => (await shop.rows(UNSENT)).length === 0, 'all mails are sent');
}

/** Each mail is there, and every copy of it has its Message-ID. */
function assertArrived(mails: { to: string; message_id: string }[]): void {
  const arrived = server.arrived();
  for (const { to, message_id } of mails) {
    const copies = arrived.filter((one) => one.to === to);
    assert.ok(copies.length > 0, `${to} has its mail`);
    for (const { message } of copies) assert.ok(message.includes(`Message-ID: ${message_id}`));
  }
}

test('killed before it is sent, at the server, in the middle of it, and before the answer: nothing is lost', async () => {
  const mails = [];
  await shop.start({ ...settings, KASSA_SMTP_URL: 'smtp://127.0.0.1:1' });
  mails.push({ to: 'ada@example.com', ...(await queue('ada@example.com')) });
  await shop.kill();
  await shop.start(settings);
  for (const to of ['hold-rcpt@example.com', 'hold-data@example.com', 'hold-answer@example.com']) {
    mails.push({ to, ...(await queue(to)) });
  }
  await until(() => server.held().length === 3, 'the server has stopped at each');
  await shop.kill();
  await endLeases();
  await shop.start(settings);
  await untilSent();
  assertArrived(mails);
  const copies = mails.map(({ to }) => server.arrived().filter((one) => one.to === to).length);
  assert.deepEqual(copies, [1, 1, 1, 2], 'only the one that the server had taken came twice');
  await shop.kill();
});

test(`${KILLS} kills while mails are queued and sent: each arrives`, async (t) => {
  t.diagnostic(`MAIL_SEED=${SEED}`);
  await shop.start(settings);
  const mails: { to: string; message_id: string }[] = [];
  let is_over = false;
  const clients = many(3, async (client) => {
    for (let at = 0; !is_over; at++) {
      const to = `c${client}.${at}@example.com`;
      const answer = await shop.call('/send-test-mail', { to }).catch(() => undefined);
      if (answer?.status === 200) mails.push({ to, message_id: answer.body.message_id });
      await setTimeout(10);
    }
  });
  for (let kill = 0; kill < KILLS; kill++) {
    const wanted = server.arrived().length + 1 + below(20);
    await until(() => server.arrived().length >= wanted, 'mails arrive');
    await shop.kill();
    await endLeases();
    await shop.start(settings);
  }
  is_over = true;
  await Promise.all(clients);
  await untilSent();
  assertArrived(mails);
  const distinct = new Set(server.arrived().map(({ to }) => to));
  t.diagnostic(`${mails.length} mails, ${server.arrived().length - distinct.size} came twice`);
  assert.ok(mails.length > 0);
  await shop.kill('SIGTERM');
});

test('a live store without a mail server is told of loudly at start, and one with a mail server is not', async () => {
  await shop.db.write(null, (tx) =>
    makeStore(tx, { name: 'Real shop', mode: 'live', now: Date.now() }),
  );
  const startOf = async (more: Record<string, string>) => {
    const env = {
      ...process.env,
      KASSA_DATA_DIR: shop.place.data_dir,
      DATABASE_URL: shop.place.database_url ?? '',
      KASSA_PORT: '0',
      ...more,
    };
    const child = spawn(process.execPath, [...KASSA, 'serve'], { env });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      out += chunk;
    });
    const gone = once(child, 'exit');
    await until(() => out.includes('"started"') || child.exitCode !== null, 'it has started');
    child.kill();
    await gone;
    return out;
  };
  const silent = await startOf({});
  assert.match(silent, /NO MAIL IS SENT\. "Real shop" is a live store/);
  assert.match(silent, /no receipt, no license key/);
  assert.match(silent, /"level":"error".*buyers get no mail/);
  assert.doesNotMatch(await startOf(settings), /NO MAIL/);
});
