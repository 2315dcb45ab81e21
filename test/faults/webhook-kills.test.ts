import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { ProcessShop } from '../harness/process-shop.ts';
import { many, random } from '../harness/sales/license-clients.ts';
import { seed, times } from '../harness/seed.ts';
import {
  type Kept,
  type ReceiverProcess,
  startReceiverProcess,
} from '../stand-ins/receiver-process.ts';

// Two processes of the service are killed again and again while events happen and are sent. The
// receiver is a process of its own, which keeps what arrives on its disk. In the end it has every
// event of the store.

const KILLS = times('WEBHOOK_KILLS', 4, 60);
const SEED = seed('WEBHOOK_SEED');
const CLIENTS = 4;
const PAUSE_MS = 15;
const AGAIN_MS = 40;
const BYTES_MAX = 20_000; // About 25 requests.
const ANSWERS_MAX = 30;

interface Event {
  sequence: number;
  event_id: string;
}

let shop: ProcessShop;
let beside: ProcessShop;
let receiver: ReceiverProcess;
let secret: string;
let settings: Record<string, string>;
const below = random(SEED);
before(async () => {
  shop = await ProcessShop.make();
  const { data_dir } = shop.place;
  receiver = await startReceiverProcess(join(data_dir, 'received'), SEED);
  settings = { KASSA_WEBHOOK_ALLOW: '127.0.0.0/8' };
  await shop.start(settings);
  secret = (await shop.call('/create-webhook', { url: receiver.url })).body.secret;
  await shop.kill();
  await startBoth();
});
after(() => receiver.stop());

async function startBoth(): Promise<void> {
  [beside] = await Promise.all([shop.startBeside(settings), shop.start(settings)]);
}

const load = { answers: 0, repeats: 0, is_over: false };
let keys = 0;

/** Asks until it is answered, through any number of kills. */
async function insist(path: string, input: object): Promise<void> {
  const headers = { 'idempotency-key': `key-${keys++}` };
  for (let turn = keys; ; turn++) {
    const either = turn % 2 === 0 ? shop : beside;
    const answer = await either.call(path, input, headers).catch(() => undefined);
    if (answer) {
      load.answers += 1;
      return assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
    load.repeats += 1;
    await setTimeout(AGAIN_MS);
  }
}

async function makeEvents(client: number): Promise<void> {
  for (let at = 0; !load.is_over; at++) {
    const customer_id = `c${client}_${at}`;
    await insist('/create-customer', { customer_id, name: 'Ada' });
    await setTimeout(PAUSE_MS);
    await insist('/update-customer', { customer_id, name: `Ada ${at}` });
    await setTimeout(PAUSE_MS);
  }
}

/**
 * What a process was sending when it died waits for the end of its lease, half a minute, and what
 * the receiver refused for its next attempt, minutes. Here both are over when nobody is alive.
 */
const endWaiting = () =>
  shop.db.write(null, async (tx) =>
    tx.run(
      `UPDATE webhook_deliveries SET claimed_until = 0, next_attempt_at = :now
       WHERE status = 'pending'`,
      { now: Date.now() },
    ),
  );

/** Of those that a living process has settled, and that wait for their next attempt. */
const endPauses = () =>
  shop.db.write(null, async (tx) =>
    tx.run(
      `UPDATE webhook_deliveries SET next_attempt_at = :now
       WHERE status = 'pending' AND attempts > 0 AND claimed_until = 0 AND next_attempt_at > :now`,
      { now: Date.now() },
    ),
  );

const LEFT = `SELECT w.webhook_id FROM webhooks w
  JOIN event_counters c ON c.store_id = w.store_id
  WHERE w.last_sequence < c.last_sequence OR EXISTS (SELECT 1 FROM webhook_deliveries d
    WHERE d.webhook_id = w.webhook_id AND d.status = 'pending')`;

async function untilDelivered(): Promise<void> {
  const patience = Date.now() + 60_000;
  while ((await shop.rows(LEFT)).length > 0) {
    assert.ok(Date.now() < patience, 'everything is delivered in the end');
    await endPauses();
    await setTimeout(50);
  }
}

let looked_at = 0;
/** Each on its own, soon after it came: a signature is good for five minutes. */
function verifyNew(): Kept[] {
  const kept = receiver.kept();
  const good = new Webhook(secret);
  for (const { body, headers } of kept.slice(looked_at)) good.verify(body, headers);
  looked_at = kept.length;
  return kept;
}

/** Over the wire, as any consumer reads them. */
async function allEvents(): Promise<Event[]> {
  const all: Event[] = [];
  for (;;) {
    const last = all.at(-1)?.sequence ?? 0;
    const { body } = await shop.get(`/list-events?after_sequence=${last}&limit=100`);
    all.push(...body.data);
    if (!body.has_more) return all;
  }
}

test(`${KILLS} kills while events happen and are sent: each arrives, signed, and the same each time`, async (t) => {
  t.diagnostic(`WEBHOOK_SEED=${SEED}`);
  const working = Promise.all(many(CLIENTS, makeEvents)).finally(() => {
    load.is_over = true; // When one of them finds something wrong, all stop.
  });
  working.catch(() => {}); // Looked at in the end.
  for (let kill = 0; kill < KILLS && !load.is_over; kill += 2) {
    // Now and then before anything is sent; mostly as soon as something happened and has arrived.
    const is_early = kill % 10 === 0;
    const wanted = is_early ? 0 : receiver.size() + below(BYTES_MAX);
    const answers = is_early ? 0 : load.answers + below(ANSWERS_MAX);
    const patience = Date.now() + 2_000;
    while ((receiver.size() < wanted || load.answers < answers) && Date.now() < patience) {
      await setTimeout(3);
    }
    for (const one of below(2) === 0 ? [shop, beside] : [beside, shop]) {
      await setTimeout(below(40));
      await one.kill();
    }
    verifyNew();
    await endWaiting();
    await startBoth();
  }
  load.is_over = true;
  await working;
  await untilDelivered();

  const kept = verifyNew();
  const events = await allEvents();
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    many(events.length, (at) => at + 1),
  );
  const by_id = Map.groupBy(kept, ({ headers }) => headers['webhook-id']);
  for (const event of events) {
    const arrived = by_id.get(event.event_id) ?? [];
    assert.ok(
      arrived.some(({ status }) => status === 200),
      `${event.sequence} was taken`,
    );
    assert.equal(new Set(arrived.map(({ body }) => body)).size, 1, 'the same each time');
    assert.deepEqual(JSON.parse(arrived[0]?.body ?? ''), event);
  }
  assert.equal(by_id.size, events.length, 'and nothing that did not happen');
  const refused = kept.filter(({ status }) => status !== 200).length;
  const repeats = kept.length - refused - events.length;
  t.diagnostic(
    `${events.length} events, ${kept.length} requests: ${refused} refused by the receiver, ` +
      `${repeats} taken more than once; clients asked again ${load.repeats} times`,
  );
  const deliveries = await shop.rows<{ status: string; count: number }>(
    'SELECT status, COUNT(*) AS count FROM webhook_deliveries GROUP BY status',
  );
  assert.deepEqual(
    deliveries.map(({ status, count }) => [status, Number(count)]),
    [['delivered', events.length]],
  );
});
