import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cards } from './cast.ts';
import { type MailServerProcess, startMailServer } from './mail-server.ts';
import { ProcessShop } from './process-shop.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { until } from './until.ts';

// A process stands still in the middle of its work for longer than its leases. Another one takes
// all of it over, and then the first continues where it was. `npm run faults` waits for the leases;
// here they are ended in the database, when nobody else has any.

const SLOW_MS = 3_000;

let shop: ProcessShop;
let mail_server: MailServerProcess;
let receiver: Receiver;
/** Requests of webhooks that were not answered yet. */
const unanswered: ServerResponse[] = [];
let settings: Record<string, string>;
before(async () => {
  shop = await ProcessShop.make();
  mail_server = await startMailServer(join(shop.place.data_dir, 'arrived'));
  receiver = await startReceiver();
  settings = {
    KASSA_SMTP_URL: `smtp://127.0.0.1:${mail_server.port}`,
    KASSA_MAIL_FROM: 'shop@example.com',
    KASSA_WEBHOOK_ALLOW: '127.0.0.0/8',
    KASSA_LOG_LEVEL: 'off',
  };
  await shop.start(settings);
});
after(() => mail_server.stop());

async function must(path: string, input: object) {
  const { status, body } = await shop.call(path, input);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** All of the process that stands still: no other one runs. */
const endLeases = () =>
  shop.db.write(null, async (tx) => {
    const now = Date.now();
    await tx.run(`UPDATE mails SET next_attempt_at = :now WHERE status = 'sending'`, { now });
    await tx.run(`UPDATE webhook_deliveries SET claimed_until = 0 WHERE status = 'pending'`);
    await tx.run('UPDATE subscriptions SET claimed_until = 0');
  });

const DAILY = { name: 'Daily', description: '', price: 5, currency: 'USD' };
const RENEWALS = `SELECT status FROM transactions WHERE type = 'renewal'`;
const MAIL = `SELECT status, attempts FROM mails WHERE recipient = 'hold-rcpt@example.com'`;

const DISABLED = 'SELECT webhook_id FROM webhooks WHERE disabled_at IS NOT NULL';
const UNDELIVERED = `SELECT w.webhook_id FROM webhooks w
  JOIN event_counters c ON c.store_id = w.store_id
  WHERE w.last_sequence < c.last_sequence OR EXISTS (SELECT 1 FROM webhook_deliveries d
    WHERE d.webhook_id = w.webhook_id AND d.status = 'pending')`;

const untilDelivered = () =>
  until(async () => (await shop.rows(UNDELIVERED)).length === 0, 'everything is delivered');

test('a process that stood still for longer than its leases charges nobody twice, sends no mail twice and overwrites nothing', async () => {
  const terms = { ...DAILY, billing_type: 'recurring', billing_interval: 'day' };
  const { product_id } = await must('/create-product', terms);
  const session = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = await must('/create-checkout', session);
  await must('/complete-checkout', { checkout_session_id, payment_method: cards.pays });

  // It stands still while a charge, a mail and a webhook are under way.
  receiver.answer = (response) => unanswered.push(response);
  await must('/create-webhook', { url: receiver.url });
  await must('/create-customer', { customer_id: 'bob', name: 'Bob' });
  await must('/send-test-mail', { to: 'hold-rcpt@example.com' });
  await until(() => unanswered.length === 1, 'the webhook waits for its answer');
  await until(() => mail_server.held().length === 1, 'the mail waits at the server');
  await shop.setFault({ fault: 'slow_before', delay_ms: SLOW_MS });
  await shop.db.write(null, async (tx) =>
    tx.run('UPDATE stores SET clock_ahead_ms = clock_ahead_ms + 90000000'),
  );
  await shop.until(`${RENEWALS} AND status = 'pending'`);
  shop.signal('SIGSTOP');
  await endLeases();
  await shop.setFault(undefined);

  receiver.answer = (response) => response.writeHead(200).end();
  await shop.startBeside(settings);
  await shop.until(`${MAIL} AND status = 'sent'`);
  await shop.until(`${RENEWALS} AND status = 'paid'`);
  await untilDelivered();

  // The first one gets its answers only now.
  shop.signal('SIGCONT');
  for (const response of unanswered) response.writeHead(410).end();
  await until(async () => (await shop.get('/readyz')).status === 200, 'it is back');
  await must('/create-customer', { customer_id: 'cleo', name: 'Cleo' });
  await shop.kill('SIGTERM'); // After what it had begun.
  await untilDelivered();
  assert.deepEqual(await shop.rows(DISABLED), [], 'the late answer says nothing of the endpoint');
  assert.deepEqual(await shop.rows(MAIL), [{ status: 'sent', attempts: 1 }]);
  assert.equal(mail_server.arrived().length, 1, 'the mail arrived once');
  assert.deepEqual(await shop.rows(RENEWALS), [{ status: 'paid' }]);
  const charges = `SELECT charge_key FROM test_gateway_charges WHERE status = 'paid'`;
  assert.equal((await shop.rows(charges)).length, 2, 'the first payment and one renewal');
  await shop.assertRight();
});
