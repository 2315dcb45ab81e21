import assert from 'node:assert/strict';
import { until } from '../until.ts';
import type { Trade } from './trade.ts';

// What became of a shop's work. Five records must agree: what clients were told, our tables, the
// gateway's own books, the mails that the mail server took, and what arrived at the webhook.

const OPEN = {
  payments: `SELECT transaction_id AS id FROM transactions WHERE status = 'pending'`,
  sessions: `SELECT checkout_session_id AS id FROM checkouts WHERE status = 'processing'`,
  mails: `SELECT mail_id AS id FROM mails WHERE status <> 'sent'`,
  webhooks: `SELECT w.webhook_id AS id FROM webhooks w
    JOIN event_counters c ON c.store_id = w.store_id
    WHERE w.last_sequence < c.last_sequence OR EXISTS (SELECT 1 FROM webhook_deliveries d
      WHERE d.webhook_id = w.webhook_id AND d.status = 'pending')`,
};

/** Everything is paid, renewed, sent and delivered. */
export async function untilDone(trade: Trade): Promise<void> {
  const { shop } = trade;
  await until(() => isRenewed(trade), 'all subscriptions are renewed');
  for (const [what, sql] of Object.entries(OPEN)) {
    await until(async () => (await shop.rows(sql)).length === 0, `no ${what} are left`);
  }
}

async function isRenewed({ shop, subscribers, days }: Trade): Promise<boolean> {
  const RENEWED = `SELECT transaction_id FROM transactions
    WHERE type = 'renewal' AND status = 'paid'`;
  return (await shop.rows(RENEWED)).length >= subscribers * days;
}

/** Compares all records once everything is done. Returns how much there was of each. */
export async function assertOnce(trade: Trade): Promise<string> {
  const charges = await assertChargedOnce(trade);
  const refunds = await assertRefundedOnce(trade);
  const mails = await assertMailedOnce(trade);
  const { events, repeats } = await assertDelivered(trade);
  await trade.shop.assertRight();
  const renewals = trade.subscribers * trade.days;
  return `${charges} charges (${renewals} of renewals), ${refunds} refunds, ${mails} mails, each once; ${events} events, of which ${repeats} were delivered again`;
}

interface Charge {
  charge_key: string;
  transaction_id: string | null;
  checkout_session_id: string | null;
  subscription_id: string | null;
  period_start: number | null;
}

async function assertChargedOnce(trade: Trade): Promise<number> {
  const { shop, paid, subscribers, days } = trade;
  const charges = await shop.rows<Charge>(
    `SELECT c.charge_key, t.transaction_id, t.checkout_session_id, t.subscription_id,
       t.period_start
     FROM test_gateway_charges c LEFT JOIN transactions t
       ON t.store_id = c.store_id AND t.transaction_id = c.charge_key AND t.status <> 'declined'
     WHERE c.status = 'paid'`,
  );
  const strange = charges.filter(({ transaction_id }) => transaction_id === null);
  assert.deepEqual(strange, [], 'the gateway has charged nothing that we do not know');
  assertUnique(charges.map(({ charge_key }) => charge_key));
  const sold = charges.flatMap(({ checkout_session_id }) => checkout_session_id ?? []);
  assertUnique(sold);
  const lost = [...paid].filter((session) => !sold.includes(session));
  assert.deepEqual(lost, [], 'what was answered as paid was charged');
  const periods = charges.filter(({ subscription_id }) => subscription_id !== null);
  assertUnique(periods.map((one) => `${one.subscription_id} ${one.period_start}`));
  assert.equal(periods.length, subscribers * (days + 1), 'every day of every subscriber');
  return charges.length;
}

async function assertRefundedOnce({ shop, refunded }: Trade): Promise<number> {
  const refunds = await shop.rows<{ transaction_id: string }>(
    `SELECT t.transaction_id FROM test_gateway_refunds r
     JOIN test_gateway_charges c ON c.store_id = r.store_id AND c.reference = r.charge_reference
     JOIN transactions t ON t.store_id = c.store_id AND t.transaction_id = c.charge_key
     WHERE r.status = 'paid'`,
  );
  const given_back = refunds.map(({ transaction_id }) => transaction_id);
  assertUnique(given_back);
  const lost = [...refunded].filter((id) => !given_back.includes(id));
  assert.deepEqual(lost, [], 'what was answered as refunded was given back');
  return refunds.length;
}

/** A mail for each payment and each refund, which arrived once. */
async function assertMailedOnce({ shop, mail_server }: Trade): Promise<number> {
  const mails = await shop.rows<{ kind: string; message_id: string }>(
    'SELECT kind, message_id FROM mails',
  );
  const arrived = mail_server.arrived().map(({ message }) => {
    const [, message_id = 'no Message-ID'] = /^Message-ID: (\S+)/m.exec(message) ?? [];
    return message_id;
  });
  assertUnique(arrived);
  assert.deepEqual(arrived.toSorted(), mails.map(({ message_id }) => message_id).toSorted());
  const counts = await shop.rows<{ type: string; n: number }>(
    `SELECT CASE WHEN type IN ('renewal', 'refund') THEN type ELSE 'purchase' END AS type,
       COUNT(*) AS n
     FROM transactions WHERE status <> 'declined' GROUP BY 1`,
  );
  const kinds = { purchase: 'purchase', renewal: 'renewal', refund: 'refunded' };
  for (const [type, kind] of Object.entries(kinds)) {
    const expected = Number(counts.find((one) => one.type === type)?.n ?? 0);
    const sent = mails.filter((mail) => mail.kind === kind).length;
    assert.equal(sent, expected, `a mail for each ${type}`);
  }
  return mails.length;
}

/** At least once, and the same each time. */
async function assertDelivered({ shop, receiver }: Trade) {
  const events = await shop.rows<{ store_id: string; event_id: string; sequence: number }>(
    `SELECT store_id, event_id, sequence FROM events
     WHERE store_id IN (SELECT store_id FROM webhooks) ORDER BY store_id, sequence`,
  );
  for (const of_store of Map.groupBy(events, ({ store_id }) => store_id).values()) {
    const gapless = of_store.map((_, at) => at + 1);
    assert.deepEqual(
      of_store.map(({ sequence }) => sequence),
      gapless,
    );
  }
  const by_id = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'] ?? '');
  for (const arrived of by_id.values()) {
    assert.equal(new Set(arrived.map(({ body }) => body)).size, 1, 'the same each time');
  }
  const missing = events.filter(({ event_id }) => !by_id.has(event_id));
  // A webhook is told what happens after it was made.
  assert.deepEqual(
    missing.filter(({ sequence }) => sequence > 1),
    [],
  );
  const repeats = [...by_id.values()].filter(({ length }) => length > 1).length;
  return { events: by_id.size, repeats };
}

function assertUnique(names: string[]): void {
  const counts = Map.groupBy(names, (name) => name);
  const twice = [...counts.values()].filter(({ length }) => length > 1);
  assert.deepEqual(twice, [], 'nothing is doubled');
}
