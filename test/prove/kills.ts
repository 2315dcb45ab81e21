import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ProcessShop } from '../harness/process-shop.ts';
import { many, random } from '../harness/sales/license-clients.ts';
import { type Counter, type Till, testTill } from '../harness/sales/till.ts';
import { connect, counterOfProcess } from '../harness/sales/till-shop.ts';
import { until } from '../harness/until.ts';
import {
  type Kept,
  type ReceiverProcess,
  startReceiverProcess,
} from '../stand-ins/receiver-process.ts';
import { type StandIn, spawnStripe } from '../stand-ins/stripe/stand-in.ts';
import { compareClients, compareProvider, compareReceiver, type Stream } from './four-records.ts';
import { MixedLoad, type Offers, REDEMPTIONS_MAX, SEATS } from './mixed-load.ts';
import { Findings, type Outcome, type Setting, type Step, sized } from './step.ts';

const INSTANCES = { sqlite: 1, postgres: 3 };
const CLIENTS = 8;
const SUBSCRIBERS = 8;
const DAY_MS = 86_400_000;
const ANSWERS_MAX = 25;
const PATIENCE_MS = 2_000;
const DAY_EVERY = 5;

export const kills: Step = {
  name: 'kills',
  shows:
    'kill -9 under mixed load loses nothing that was answered and doubles nothing: what clients ' +
    'were told, the database, the provider’s books and what receivers got agree',
  engines: ['sqlite', 'postgres'],
  async run(setting) {
    const counts: [number, number, number] =
      setting.engine === 'sqlite' ? [1, 200, 5_000] : [1, 100, 2_500];
    const world = await openWorld(setting);
    try {
      // The part of this step is how many.
      const count = Number(setting.part ?? sized(setting.size, counts));
      return await killAgainAndAgain(world, setting, count);
    } finally {
      world.load.is_over = true;
      await world.receiver.stop();
      await world.stand_in.stop();
      for (const one of world.instances) await one.kill();
    }
  },
};

interface World {
  shop: ProcessShop;
  /** All processes, that of `shop` too. */
  instances: ProcessShop[];
  load: MixedLoad;
  receiver: ReceiverProcess;
  stand_in: StandIn;
  /** Of the buyers, at the built-in gateway, and of the subscribers, at a process of its own. */
  tills: { store_id: string; till: Till }[];
  /** The same two stores, as receivers know them. */
  streams: { name: string; api_key: string; secret: string }[];
  below: (below: number) => number;
  restart(one: ProcessShop): Promise<void>;
  subscribe(): Promise<void>;
}

async function openWorld({ engine, seed }: Setting): Promise<World> {
  const below = random(seed);
  const shop = await ProcessShop.make();
  const receiver = await startReceiverProcess(join(shop.place.data_dir, 'received'), seed);
  const stand_in = await spawnStripe();
  const settings = { KASSA_WEBHOOK_ALLOW: '127.0.0.0/8', KASSA_STRIPE_API: stand_in.url };
  await shop.start(settings);
  const others = Array.from({ length: INSTANCES[engine] - 1 }, () => shop.startBeside(settings));
  const instances = [shop, ...(await Promise.all(others))];
  // First, so that they hear of all.
  const hears = async (name: string, api_key: string) => {
    const webhook = { url: receiver.url };
    const { secret } = await must(shop, '/create-webhook', webhook, { 'x-api-key': api_key });
    return { name, api_key, secret: String(secret) };
  };
  const daily = await shop.makeStore();
  const streams = [await hears('buyers', shop.api_key), await hears('renewals', daily.api_key)];
  const load = new MixedLoad(instances, below, await makeOffers(shop, seed));

  for (const one of instances) load.alive.add(one);
  const restart = async (one: ProcessShop) => {
    await one.start(settings);
    load.alive.add(one);
  };

  const any: Counter = {
    post: (...args) => counterOfProcess(load.instance(), daily.api_key).post(...args),
    get: (path) => counterOfProcess(load.instance(), daily.api_key).get(path),
    submit: (...args) => counterOfProcess(load.instance(), daily.api_key).submit(...args),
  };
  const place = { store_id: daily.store_id, db: shop.db, counter: any };
  const { till } = await connect(place, stand_in);
  const plan = { ...PRODUCT, billing_type: 'recurring', billing_interval: 'day' };
  const plan_id = (await any.post('/create-product', plan)).body.product_id;
  const own = { store_id: shop.store_id, db: shop.db, counter: any };
  const tills = [
    { store_id: shop.store_id, till: testTill(own) },
    { store_id: daily.store_id, till },
  ];
  const subscribe = () => load.subscribe({ plan_id, count: SUBSCRIBERS, till, counter: any });
  const parts = { shop, instances, load, receiver, stand_in, tills, streams };
  return { ...parts, below, restart, subscribe };
}

const PRODUCT = { name: 'Editor', description: '', price: 20, currency: 'USD' };

async function must(
  shop: ProcessShop,
  path: string,
  input: object,
  headers: Record<string, string> = {},
) {
  const { status, body } = await shop.call(path, input, headers);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}

async function makeOffers(shop: ProcessShop, seed: number): Promise<Offers> {
  const license = { activation_limit: SEATS, valid_days: null };
  const plain = await must(shop, '/create-product', PRODUCT);
  const licensed = await must(shop, '/create-product', { ...PRODUCT, license });
  const codes = many(40, (at) => `FEW${seed % 1_000}-${at}`);
  for (const code of codes) {
    const terms = { code, discount_percentage: 25, max_redemptions: REDEMPTIONS_MAX };
    await must(shop, '/create-discount-code', terms);
  }
  return { plain: plain.product_id, licensed: licensed.product_id, codes };
}

async function killAgainAndAgain(world: World, setting: Setting, count: number): Promise<Outcome> {
  const { shop, instances, load, receiver, tills, below } = world;
  const found = new Findings();
  const working = Promise.all([
    ...many(CLIENTS, (at) => load.buy(`c${at}`)),
    world.subscribe(),
  ]).catch((error) => found.add(`a client fails: ${error.stack}`));
  const kept: Kept[] = [];
  for (let kill = 1; kill <= count; kill++) {
    await makeSlow(world);
    const wanted = load.answers + 3 + below(ANSWERS_MAX);
    const patience = Date.now() + PATIENCE_MS;
    while (load.answers < wanted && Date.now() < patience) await setTimeout(1);
    await setTimeout(below(25));
    const victim = instances[below(instances.length)] ?? shop;
    load.alive.delete(victim);
    await victim.kill();
    if (kill % DAY_EVERY === 0) await passDay(world);
    await world.restart(victim);
    if (kill % 10 === 0) setting.say(`${kill} of ${count} kills, ${load.answers} answers`);
  }
  load.is_over = true;
  await working;
  setting.say('waiting until nothing is under way');
  await settle(world);
  kept.push(...receiver.kept());

  setting.say('comparing the four records');
  await compareClients(found, shop, load, shop.store_id);
  const charges = await compareProvider(found, shop, tills, load);
  const streams: Stream[] = [];
  for (const { name, api_key, secret } of world.streams) {
    streams.push({ name, secret, events: await allEvents(shop, api_key) });
  }
  compareReceiver(found, streams, kept);
  for (const text of load.odd) found.add(text); // Last: what is lost says more than an odd answer.
  await found.verified(shop);
  return {
    figures: {
      kills: count,
      processes: instances.length,
      acts: load.acts.length,
      'told 200': load.acts.filter(({ told }) => told?.status === 200).length,
      'never answered': load.acts.filter(({ told }) => !told).length,
      'asked again': load.lost,
      'charges at the providers': charges,
      subscriptions: load.subscribed.length,
      ...Object.fromEntries(streams.map((one) => [`events of ${one.name}`, one.events.length])),
      'webhook requests received': kept.length,
    },
    findings: found.texts,
  };
}

/** Before some kills a provider is slow, so that many die while it works. */
async function makeSlow({ tills, below }: World): Promise<void> {
  for (const { till } of tills) {
    const fault = (['slow_before', 'slow_after', undefined] as const)[below(3)];
    await till.setFault(fault && { fault, delay_ms: 5 + below(40) });
  }
}

/** A day passes in the store of the subscribers: all of them are to be charged. */
async function passDay({ shop, tills }: World): Promise<void> {
  const store_id = tills[1]?.store_id ?? '';
  await shop.db.write(null, async (tx) =>
    tx.run(
      `UPDATE stores SET clock_ahead_ms = clock_ahead_ms + ${DAY_MS} WHERE store_id = :store_id`,
      { store_id },
    ),
  );
}

/**
 * Waits until nothing is pending. What a dead process had claimed waits for the end of its lease,
 * and what a receiver refused for its next attempt: here both are over when nobody is alive.
 */
async function settle(world: World): Promise<void> {
  const { shop, instances, tills } = world;
  for (const { till } of tills) await till.setFault(undefined);
  for (const one of instances) await one.kill();
  const now = Date.now();
  await shop.db.write(null, async (tx) => {
    await tx.run('UPDATE subscriptions SET claimed_until = 0');
    await tx.run(
      `UPDATE webhook_deliveries SET claimed_until = 0, next_attempt_at = :now
       WHERE status = 'pending'`,
      { now },
    );
  });
  await Promise.all(instances.map(world.restart));
  await until(async () => (await shop.rows(PENDING)).length === 0, 'no payment is pending');
  await until(async () => (await shop.rows(DUE())).length === 0, 'every day is charged');
  await until(async () => {
    await endPauses(shop);
    return (await shop.rows(UNDELIVERED)).length === 0;
  }, 'everything is delivered');
}

const PENDING = `SELECT status FROM transactions WHERE status = 'pending' LIMIT 1`;
const DUE = () => `SELECT s.subscription_id FROM subscriptions s
  JOIN stores o ON o.store_id = s.store_id
  WHERE s.next_action_at <= ${Date.now()} + o.clock_ahead_ms LIMIT 1`;
const UNDELIVERED = `SELECT w.webhook_id FROM webhooks w
  JOIN event_counters c ON c.store_id = w.store_id
  WHERE w.last_sequence < c.last_sequence OR EXISTS (SELECT 1 FROM webhook_deliveries d
    WHERE d.webhook_id = w.webhook_id AND d.status = 'pending')`;

const endPauses = (shop: ProcessShop) =>
  shop.db.write(null, async (tx) =>
    tx.run(
      `UPDATE webhook_deliveries SET next_attempt_at = :now
       WHERE status = 'pending' AND attempts > 0 AND claimed_until = 0 AND next_attempt_at > :now`,
      { now: Date.now() },
    ),
  );

/** Over the wire, as any consumer reads them. */
async function allEvents(shop: ProcessShop, api_key: string) {
  const all: { sequence: number; event_id: string }[] = [];
  for (;;) {
    const last = all.at(-1)?.sequence ?? 0;
    const { body } = await shop.get(`/list-events?after_sequence=${last}&limit=100`, {
      'x-api-key': api_key,
    });
    all.push(...body.data);
    if (!body.has_more) return all;
  }
}
