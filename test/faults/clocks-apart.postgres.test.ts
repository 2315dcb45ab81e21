import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { cards } from '../harness/cast.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { until } from '../harness/until.ts';
import { startMailServer } from '../stand-ins/mail-server.ts';
import { startReceiver } from '../stand-ins/receiver.ts';

// Machines whose clocks are minutes apart, on one database: it is the database's clock that counts.

const MINUTE_MS = 60_000;
const PRELOAD = new URL('../harness/shifted-clock.ts', import.meta.url).href;

let files = 0;

/** Settings of a process whose machine is ahead by so much, or behind; it can be changed later. */
function machine(shop: ProcessShop, ahead_ms: number) {
  const file = join(shop.place.data_dir, `shift-${files++}`);
  const shift = (ms: number) => writeFileSync(file, String(ms));
  shift(ahead_ms);
  const settings = {
    SHIFT_FILE: file,
    NODE_OPTIONS: `--import ${PRELOAD} --disable-warning=ExperimentalWarning`,
    KASSA_WEBHOOK_ALLOW: '127.0.0.0/8',
    KASSA_LOG_LEVEL: 'off',
  };
  return { settings, shift };
}

test('three processes with clocks five minutes apart: all webhooks arrive, every mail once, nothing is billed or sent early', async (t) => {
  const shop = await ProcessShop.make();
  const mail_server = await startMailServer(join(shop.place.data_dir, 'arrived'));
  t.after(() => mail_server.stop());
  const mail = {
    KASSA_SMTP_URL: `smtp://127.0.0.1:${mail_server.port}`,
    KASSA_MAIL_FROM: 'shop@example.com',
  };
  const apart = (ms: number) => ({ ...machine(shop, ms).settings, ...mail });
  await shop.start(apart(0));
  const ahead = await shop.startBeside(apart(5 * MINUTE_MS));
  const behind = await shop.startBeside(apart(-5 * MINUTE_MS));
  const all = [shop, ahead, behind];
  const receiver = await startReceiver();
  await shop.call('/create-webhook', { url: receiver.url });

  const product = { name: 'Daily', description: '', price: 5, currency: 'USD' };
  const plan = { ...product, billing_type: 'recurring', billing_interval: 'day' };
  const { product_id } = (await shop.call('/create-product', plan)).body;
  for (const [at, one] of [...all, ...all].entries()) {
    const email = `c${at}@example.com`;
    await one.call('/create-customer', { customer_id: `c${at}`, email });
    const session = { product_id, quantity: 1, customer_id: `c${at}` };
    const { checkout_session_id } = (await one.call('/create-checkout', session)).body;
    const paid = await one.call('/complete-checkout', {
      checkout_session_id,
      payment_method: cards.pays,
    });
    assert.equal(paid.status, 200);
  }
  // Two minutes before the next period: too early for all, also for those who are ahead.
  assert.equal((await behind.call('/advance-clock', { by: 'PT23H58M' })).status, 200);
  for (const [at, one] of [...all, ...all].entries()) {
    await one.call('/update-customer', { customer_id: `c${at}`, name: 'Ada' });
  }
  const events = async () =>
    (await shop.rows<{ n: number }>('SELECT COUNT(*) AS n FROM events'))[0]?.n ?? 0;
  const arrived = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
  await until(async () => arrived() === (await events()), 'everything is delivered');
  const renewals = `SELECT type FROM transactions WHERE type = 'renewal'`;
  assert.deepEqual(await shop.rows(renewals), [], 'nothing is billed before it is due');

  assert.equal((await ahead.call('/advance-clock', { by: 'PT10M' })).status, 200);
  await until(async () => (await shop.rows(renewals)).length === 6, 'everything is billed');
  await until(async () => arrived() === (await events()), 'everything is delivered');
  await shop.assertRight();

  const unsent = `SELECT mail_id FROM mails WHERE status <> 'sent'`;
  await until(async () => (await shop.rows(unsent)).length === 0, 'all mails are sent');
  const mails = await shop.rows<{ recipient: string }>('SELECT recipient FROM mails');
  const sorted = (addresses: string[]) => addresses.toSorted();
  const got = () => sorted(mail_server.arrived().map(({ to }) => to));
  assert.ok(mails.length >= 6, 'a receipt for everybody');
  assert.deepEqual(got(), sorted(mails.map(({ recipient }) => recipient)), 'each of them once');
  // The next attempt of this one is in two minutes: it has come for who is ahead, by his own clock.
  await shop.db.write(null, async (tx) =>
    tx.run(
      `UPDATE mails SET status = 'queued', sent_at = NULL, next_attempt_at = :at
       WHERE mail_id = (SELECT MIN(mail_id) FROM mails)`,
      { at: Date.now() + 2 * MINUTE_MS },
    ),
  );
  await setTimeout(2_000); // Mails are looked for several times.
  assert.equal(got().length, mails.length, 'nobody sends it early');
});

test('a process whose clock is far off says so and takes no jobs until it is right', async () => {
  const shop = await ProcessShop.make();
  const { settings, shift } = machine(shop, -5 * MINUTE_MS);
  await shop.start(settings);
  const receiver = await startReceiver();
  const made = await shop.call('/create-webhook', { url: receiver.url });
  assert.equal(made.status, 200, 'requests are answered');
  const off_ms = Math.abs(Date.parse(made.body.created_at) - Date.now());
  assert.ok(off_ms < MINUTE_MS, 'and go by the right clock');
  await shop.call('/create-customer', { customer_id: 'ada', name: 'Ada' });

  const ready = await shop.get('/readyz');
  assert.equal(ready.status, 200);
  assert.match(ready.body.warning, /clock of this machine is (299|300|301) seconds behind/);
  const ahead = async () => {
    const { body } = await shop.get('/metrics');
    return Number(/^kassa_clock_ahead_seconds (\S+)$/m.exec(body)?.[1]);
  };
  assert.ok(Math.abs((await ahead()) + 300) < 5);
  await setTimeout(2_000); // Deliveries are looked for twice a second.
  assert.equal(receiver.received.length, 0, 'it takes no jobs');

  shift(0);
  await until(() => receiver.received.length > 0, 'jobs are taken again');
  assert.deepEqual((await shop.get('/readyz')).body, { status: 'ready' });
  assert.ok(Math.abs(await ahead()) < 5);
});
