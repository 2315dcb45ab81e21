import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ProcessShop } from '../harness/process-shop.ts';
import {
  type Called,
  callsOf,
  endAll,
  JOURNEYS,
  type Run,
  type StripeStore,
} from '../harness/sales/stripe-journeys.ts';
import { connect, counterOfProcess } from '../harness/sales/till-shop.ts';
import { until } from '../harness/until.ts';
import { type StandIn, spawnStripe } from '../stand-ins/stripe/stand-in.ts';

// The power goes off while Stripe is being asked: at every call of every journey, before and after
// the call has its effect there. Stripe is a process of its own and goes on.

const FOR_EVER_MS = 600_000;

let shop: ProcessShop;
let stand_in: StandIn;
const calls = new Map<string, Called[]>();

before(async () => {
  stand_in = await spawnStripe();
  await stand_in.control.webhooks({ held: true }); // Nobody tells what has happened.
  shop = await ProcessShop.make();
  await start();
  for (const name of Object.keys(JOURNEYS)) {
    calls.set(name, await callsOf(name, await openStore()));
  }
});
after(() => stand_in.stop());

const start = () => shop.start({ KASSA_STRIPE_API: stand_in.url });

async function openStore(): Promise<StripeStore> {
  const { store_id, api_key } = await shop.makeStore();
  const counter = counterOfProcess(shop, api_key);
  return connect({ store_id, db: shop.db, counter }, stand_in);
}

/** What a process has claimed is free after a while; here it is free at once. */
const freeClaims = () =>
  shop.db.write(null, async (tx) => {
    await tx.run('UPDATE stores SET clock_claimed_until = 0');
    await tx.run('UPDATE subscriptions SET claimed_until = 0');
  });

async function begin(name: string, { call, skip }: Called, kind: Held): Promise<Run> {
  const at = await openStore();
  const steps = await JOURNEYS[name]?.(at);
  assert(steps);
  const { account } = at;
  await stand_in.control.fault({ account, call, skip, kind, delay_ms: FOR_EVER_MS });
  return { at, steps, name: `${name}, killed at ${call}` };
}

type Held = 'slow_before' | 'slow_after';

for (const kind of ['slow_before', 'slow_after'] as const) {
  const when = kind === 'slow_before' ? 'before' : 'after';
  test(`killed at any call to Stripe, ${when} it has its effect: done once in the end`, async (t) => {
    const { control } = stand_in;
    const most = Math.max(...[...calls.values()].map(({ length }) => length));
    let kills = 0;
    for (let at = 0; at < most; at++) {
      const begun = [...calls].flatMap(([name, own]) =>
        own.slice(at, at + 1).map((called) => begin(name, called, kind)),
      );
      const runs = await Promise.all(begun);
      await control.forgetCalls();
      let ended = 0; // A call that only happens now and then does not hold its journey up.
      const act = ({ steps }: Run) => steps.act().finally(() => ended++);
      const acts = Promise.allSettled(runs.map(act));
      const areHeld = async () =>
        (await control.calls()).filter(({ fault }) => fault === kind).length + ended >= runs.length;
      await until(areHeld, 'every call is held');
      const is_held = ended < runs.length;
      if (is_held) await shop.kill();
      await acts;
      await control.clearFaults();
      if (is_held) {
        await freeClaims();
        await start();
        kills += 1;
      }
      // A call that was on its way arrives while it is asked for again.
      await control.hurry();
      await endAll(runs);
      t.diagnostic(runs.map(({ name }) => name).join('; '));
    }
    assert.ok(kills >= most / 2, `${kills} kills at ${most} places`);
    await shop.assertRight();
  });
}
