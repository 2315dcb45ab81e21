import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { cards } from '../harness/cast.ts';
import type { ProcessShop } from '../harness/process-shop.ts';
import { until } from '../harness/until.ts';
import { startMailServer } from '../stand-ins/mail-server.ts';
import { startReceiver } from '../stand-ins/receiver.ts';

// A process stands still in the middle of its work for longer than its leases: renewals are being
// charged, mails are at the mail server, webhooks wait for their answer. Another one takes all of it
// over, and then the first continues where it was.

const SLOW_MS = 3_000;
const SUBSCRIBERS = 3;
const EVENTS = 3;
const HELD = ['hold-data@example.com', 'hold-rcpt@example.com'];

const DAILY = { name: 'Daily', description: '', price: 5, currency: 'USD' };
const RENEWALS = `SELECT status FROM transactions WHERE type = 'renewal'`;
const MAILS = `SELECT recipient, status, attempts FROM mails
  WHERE recipient LIKE 'hold-%' ORDER BY recipient`;
const DISABLED = 'SELECT webhook_id FROM webhooks WHERE disabled_at IS NOT NULL';
const UNDELIVERED = `SELECT w.webhook_id FROM webhooks w
  JOIN event_counters c ON c.store_id = w.store_id
  WHERE w.last_sequence < c.last_sequence OR EXISTS (SELECT 1 FROM webhook_deliveries d
    WHERE d.webhook_id = w.webhook_id AND d.status = 'pending')`;

/** Returns when all leases of the process that stands still are over. */
type Outlast = (settings: Record<string, string>) => Promise<unknown>;

export async function standStill(shop: ProcessShop, outlast: Outlast): Promise<void> {
  const mail_server = await startMailServer(join(shop.place.data_dir, 'arrived'));
  const receiver = await startReceiver();
  const settings = {
    KASSA_SMTP_URL: `smtp://127.0.0.1:${mail_server.port}`,
    KASSA_MAIL_FROM: 'shop@example.com',
    KASSA_WEBHOOK_ALLOW: '127.0.0.0/8',
    KASSA_LOG_LEVEL: 'off',
  };
  async function must(path: string, input: object) {
    const { status, body } = await shop.call(path, input);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }
  const untilRows = (sql: string, count: number) =>
    until(async () => (await shop.rows(sql)).length === count, `${count} rows: ${sql}`);
  await shop.start(settings);
  const terms = { ...DAILY, billing_type: 'recurring', billing_interval: 'day' };
  const { product_id } = await must('/create-product', terms);
  for (let at = 0; at < SUBSCRIBERS; at++) {
    const session = { product_id, quantity: 1, customer_id: `subscriber-${at}` };
    const { checkout_session_id } = await must('/create-checkout', session);
    await must('/complete-checkout', { checkout_session_id, payment_method: cards.pays });
  }

  // It stands still while charges, mails and webhooks are under way.
  /** Requests of webhooks that were not answered yet. */
  const unanswered: ServerResponse[] = [];
  receiver.answer = (response) => unanswered.push(response);
  await must('/create-webhook', { url: receiver.url });
  for (let at = 0; at < EVENTS; at++) await must('/create-customer', { customer_id: `c${at}` });
  for (const to of HELD) await must('/send-test-mail', { to });
  await until(() => unanswered.length === EVENTS, 'the webhooks wait for their answer');
  await until(() => mail_server.held().length === HELD.length, 'the mails wait at the server');
  await shop.setFault({ fault: 'slow_before', delay_ms: SLOW_MS });
  await shop.db.write(null, async (tx) =>
    tx.run('UPDATE stores SET clock_ahead_ms = clock_ahead_ms + 90000000'),
  );
  await untilRows(`${RENEWALS} AND status = 'pending'`, SUBSCRIBERS);
  shop.signal('SIGSTOP');
  receiver.answer = (response) => response.writeHead(200).end();
  await outlast(settings);
  await shop.setFault(undefined);

  await shop.startBeside(settings);
  const sent = HELD.map((recipient) => ({ recipient, status: 'sent', attempts: 1 }));
  await untilRows(`SELECT mail_id FROM mails WHERE status <> 'sent'`, 0);
  await untilRows(`${RENEWALS} AND status = 'paid'`, SUBSCRIBERS);
  await untilRows(UNDELIVERED, 0);

  // The first one gets its answers only now.
  shop.signal('SIGCONT');
  for (const response of unanswered) response.writeHead(410).end();
  // Over a new connection: it closes those that nobody has used for a minute.
  const agent = shop.connection();
  await until(async () => {
    const ready = await shop.get('/readyz', {}, agent).catch(() => undefined);
    return ready?.status === 200;
  }, 'it is back');
  const more = await shop.call('/create-customer', { customer_id: 'cleo' }, {}, agent);
  assert.equal(more.status, 200, JSON.stringify(more.body));
  agent.destroy();
  await shop.kill('SIGTERM'); // After what it had begun.
  await untilRows(UNDELIVERED, 0);
  assert.deepEqual(await shop.rows(DISABLED), [], 'the late answer says nothing of the endpoint');
  assert.deepEqual(await shop.rows(MAILS), sent);
  assert.deepEqual(
    mail_server
      .arrived()
      .map(({ to }) => to)
      .toSorted(),
    HELD,
    'each mail once',
  );
  const renewed = Array.from({ length: SUBSCRIBERS }, () => ({ status: 'paid' }));
  assert.deepEqual(await shop.rows(RENEWALS), renewed);
  const charges = `SELECT charge_key FROM test_gateway_charges WHERE status = 'paid'`;
  assert.equal((await shop.rows(charges)).length, 2 * SUBSCRIBERS, 'first payments and renewals');
  await shop.assertRight();
  await mail_server.stop();
}

/** The longest lease that anybody has, by the database. */
export async function longestLease(shop: ProcessShop): Promise<number> {
  const [{ until_ms } = { until_ms: 0 }] = await shop.rows<{ until_ms: number }>(
    `SELECT GREATEST((SELECT MAX(next_attempt_at) FROM mails WHERE status = 'sending'),
       (SELECT MAX(claimed_until) FROM webhook_deliveries),
       (SELECT MAX(claimed_until) FROM subscriptions)) AS until_ms`,
  );
  return Number(until_ms);
}
