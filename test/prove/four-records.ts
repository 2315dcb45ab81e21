import type { ProcessShop } from '../harness/process-shop.ts';
import { assertSameBooks, type Till } from '../harness/sales/till.ts';
import { signatureOf } from '../stand-ins/receiver.ts';
import type { Kept } from '../stand-ins/receiver-process.ts';
import { type Act, type MixedLoad, REDEMPTIONS_MAX, SEATS } from './mixed-load.ts';
import type { Findings } from './step.ts';

// Compares what clients were told, what the database has, what the provider has booked and what
// receivers of webhooks have got. They were written by different processes.

interface Checkout {
  checkout_session_id: string;
  status: string;
  transaction_id: string | null;
  metadata: string;
}

interface Transaction {
  transaction_id: string;
  type: string;
  status: string;
  total_minor: number;
  checkout_session_id: string | null;
  reason: string | null;
}

const count = <T>(all: T[], is: (one: T) => boolean): number => all.filter(is).length;

/** Whoever was told 200 finds it once; whoever was refused, nothing; who knows nothing, at most one. */
function checkOnce(found: Findings, act: Act, times: number): void {
  const { status } = act.told ?? {};
  const is_right = status === 200 ? times === 1 : status === undefined ? times <= 1 : times === 0;
  const told = status === undefined ? 'was not answered' : `was told ${status}`;
  found.check(is_right, `${act.path} (${act.key}) ${told}, and is there ${times} times`);
}

export async function compareClients(
  found: Findings,
  shop: ProcessShop,
  load: MixedLoad,
  store_id: string,
): Promise<void> {
  const of = (path: string) => load.acts.filter((act) => act.path === path);
  const where = `WHERE store_id = '${store_id}'`;
  const checkouts = await shop.rows<Checkout>(
    `SELECT checkout_session_id, status, transaction_id, metadata FROM checkouts ${where}`,
  );
  const transactions = await shop.rows<Transaction>(
    `SELECT transaction_id, type, status, total_minor, checkout_session_id, reason
     FROM transactions ${where}`,
  );
  const made = await shop.rows<{ data: string }>(
    `SELECT data FROM events ${where} AND type = 'customer.created'`,
  );
  const customers = Map.groupBy(made, ({ data }) => String(JSON.parse(data).customer_id));
  const opened = Map.groupBy(checkouts, ({ metadata }) => String(JSON.parse(metadata).act));
  const refunds = Map.groupBy(transactions, ({ reason }) => String(reason));
  const sessions = new Map(checkouts.map((one) => [one.checkout_session_id, one]));
  for (const act of of('/create-customer')) {
    checkOnce(found, act, customers.get(String(act.input.customer_id))?.length ?? 0);
  }
  for (const [customer_id, events] of customers) {
    found.equal(events.length, 1, `customer ${customer_id} was made once`);
  }
  for (const act of of('/create-checkout')) {
    const rows = opened.get(act.key) ?? [];
    checkOnce(found, act, rows.length);
    const told = act.told?.body.checkout_session_id;
    if (act.told?.status === 200) found.equal(rows[0]?.checkout_session_id, told, act.key);
  }
  for (const act of of('/refund-transaction')) {
    const rows = (refunds.get(act.key) ?? []).filter(({ status }) => status !== 'declined');
    checkOnce(found, act, rows.length);
    const total = act.told?.status === 200 ? Math.round(act.told.body.total * 100) : undefined;
    if (total !== undefined) found.equal(Number(rows[0]?.total_minor), total, act.key);
  }
  const payments = Map.groupBy(transactions, (one) => String(one.checkout_session_id));
  for (const { checkout_session_id, status } of checkouts) {
    const tried = payments.get(checkout_session_id) ?? [];
    const paid = count(tried, (one) => one.status !== 'declined' && one.type !== 'refund');
    const expected = status === 'completed' ? 1 : 0;
    found.equal(paid, expected, `payments of ${checkout_session_id}, which is ${status}`);
    found.check(
      status === 'completed' || status === 'open',
      `${checkout_session_id} stays ${status}`,
    );
  }
  for (const act of of('/complete-checkout')) {
    if (act.told?.status !== 200) continue;
    const session = sessions.get(String(act.input.checkout_session_id));
    const { status, transaction_id } = act.told.body;
    found.equal([session?.status, session?.transaction_id], [status, transaction_id], act.key);
  }
  await compareSeats(found, shop, load);
  await compareCodes(found, shop, store_id);
}

interface Seats {
  license_id: string;
  instance_id: string;
}

async function compareSeats(found: Findings, shop: ProcessShop, load: MixedLoad): Promise<void> {
  const rows = await shop.rows<Seats>('SELECT license_id, instance_id FROM license_instances');
  const there = new Set(rows.map(({ instance_id }) => instance_id));
  for (const [license_id, seats] of Map.groupBy(rows, (row) => row.license_id)) {
    found.check(seats.length <= 2 * SEATS, `${license_id} is used on ${seats.length} machines`);
  }
  const returned = new Set<unknown>(
    load.acts
      .filter(({ path }) => path === '/deactivate-license')
      .map(({ input }) => input.instance_id),
  );
  for (const act of load.acts) {
    const instance_id = act.told?.status === 200 ? act.told.body.instance?.instance_id : undefined;
    if (act.path === '/activate-license' && instance_id && !returned.has(instance_id)) {
      found.check(there.has(instance_id), `${act.key} was told ${instance_id}, which is gone`);
    }
    if (act.path === '/deactivate-license' && act.told?.status === 200) {
      const is_there = there.has(String(act.input.instance_id));
      found.check(!is_there, `${act.key} gave back a seat that is still taken`);
    }
  }
}

async function compareCodes(found: Findings, shop: ProcessShop, store_id: string): Promise<void> {
  const used = await shop.rows<{ code: string; redemptions: number; sold: number }>(
    `SELECT d.code, d.redemptions, (SELECT COUNT(*) FROM checkouts c WHERE c.store_id = d.store_id
       AND c.discount_id = d.discount_id AND c.status = 'completed') AS sold
     FROM discount_codes d WHERE d.store_id = '${store_id}'`,
  );
  for (const { code, redemptions, sold } of used) {
    found.check(Number(sold) <= REDEMPTIONS_MAX, `${code} was used ${sold} times`);
    found.equal(Number(redemptions), Number(sold), `redemptions of ${code}`);
  }
}

const DAY_MS = 86_400_000;

/** The provider's own books, and one charge for each day of each subscription. */
export async function compareProvider(
  found: Findings,
  shop: ProcessShop,
  tills: { store_id: string; till: Till }[],
  load: MixedLoad,
): Promise<number> {
  let charges = 0;
  for (const { store_id, till } of tills) {
    charges += (await till.charges()).length;
    await found.assertion(() => assertSameBooks(shop.db, store_id, till), 'the books differ');
  }
  const periods = await shop.rows<{ subscription_id: string; period_start: number }>(
    `SELECT subscription_id, period_start FROM transactions WHERE subscription_id IS NOT NULL
     AND status = 'paid' AND type <> 'refund' ORDER BY period_start`,
  );
  const by_subscription = Map.groupBy(periods, (one) => one.subscription_id);
  for (const { subscription_id } of load.subscribed) {
    const of = by_subscription.get(subscription_id) ?? [];
    found.check(of.length > 0, `${subscription_id} was told of and was never paid for`);
    const first = Number(of[0]?.period_start ?? 0);
    const starts = of.map(({ period_start }) => (Number(period_start) - first) / DAY_MS);
    found.equal(starts, [...starts.keys()], `the days that ${subscription_id} was charged for`);
  }
  found.equal(by_subscription.size, load.subscribed.length, 'subscriptions');
  return charges;
}

interface Event {
  sequence: number;
  event_id: string;
}

/** The events of a store, and the secret of its webhook. */
export interface Stream {
  name: string;
  events: Event[];
  secret: string;
}

const CLOCKS_APART_MS = 5 * 60_000;

/**
 * Each event of each store arrived, at least once and each time the same, and signed as
 * docs/webhooks.md says; nothing arrived that did not happen.
 */
export function compareReceiver(found: Findings, streams: Stream[], kept: Kept[]): void {
  const by_id = Map.groupBy(kept, ({ headers }) => headers['webhook-id']);
  for (const { name, events, secret } of streams) {
    found.check(events.length > 0, `nothing happened in the store of ${name}`);
    found.equal(
      events.filter(({ sequence }, at) => sequence !== at + 1).length,
      0,
      `gaps in the sequence of events of ${name}`,
    );
    for (const event of events) {
      const what = `event ${event.sequence} of ${name}`;
      const arrived = by_id.get(event.event_id) ?? [];
      const was_taken = arrived.some(({ status }) => status === 200);
      found.check(was_taken, `${what} never arrived`);
      const bodies = new Set(arrived.map(({ body }) => body));
      if (was_taken) found.equal(bodies.size, 1, `contents of ${what}`);
      for (const body of bodies) found.equal(JSON.parse(body), event, `what arrived as ${what}`);
      for (const one of arrived) checkSignature(found, one, { what, secret });
    }
  }
  const count_all = streams.reduce((sum, { events }) => sum + events.length, 0);
  found.equal(by_id.size, count_all, 'different events that arrived');
}

function checkSignature(
  found: Findings,
  one: Kept,
  { what, secret }: { what: string; secret: string },
): void {
  const { 'webhook-signature': sent, 'webhook-timestamp': at } = one.headers;
  found.equal(sent, signatureOf(one, secret), `the signature of ${what}`);
  const apart_ms = Math.abs(Number(at) * 1000 - one.received_at);
  found.check(apart_ms < CLOCKS_APART_MS, `${what} was signed for ${at}, ${apart_ms} ms away`);
}
