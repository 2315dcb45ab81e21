import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Called,
  callsOf,
  endAll,
  JOURNEYS,
  pass,
  type Run,
} from '../harness/sales/stripe-journeys.ts';
import { startQuietStripe } from '../harness/sales/till-shop.ts';
import { IN_CAMPAIGN } from '../harness/seed.ts';
import type { FaultKind } from '../stand-ins/stripe/faults.ts';

// Stripe fails at every call of every journey, before and after the call has had its effect. It is
// asked again, and nothing is done twice.

/** How often each happens. The package asks again by itself, once, when a connection is dropped. */
const WITHOUT_EFFECT: Kind[] = [
  ['timeout_before', 1],
  ['drop_before', 2],
  ['error_500_before', 1],
  ['error_503', 1],
  ['rate_limit', 3],
  ['key_in_use', 1],
];
const WITH_EFFECT: Kind[] = [
  ['timeout_after', 1],
  ['drop_after', 2],
  ['cut_answer', 2],
  ['error_500_after', 1],
];
type Kind = [kind: FaultKind, times: number];

let turn = 0;
/** At every call two before its effect and two after it, in turn; in a campaign all of them. */
function kinds(): Kind[] {
  if (IN_CAMPAIGN) return [...WITHOUT_EFFECT, ...WITH_EFFECT];
  turn += 2;
  return [WITHOUT_EFFECT, WITH_EFFECT].flatMap((all) =>
    [turn, turn + 1].flatMap((at) => [all[at % all.length]].filter((one) => one !== undefined)),
  );
}

/** Also when it lasts for longer than Stripe remembers a key. */
const LASTING: FaultKind[] = ['drop_before', 'drop_after', 'error_500_after', 'error_503'];
const DAY = 'PT26H';
const MESSAGES = 50;

const { shop, control, openStore } = await startQuietStripe({ stripe_timeout_ms: 2_000 });

interface Disturbance extends Called {
  kind: FaultKind;
  times: number;
}

/** A journey in a store of its own for each of these faults. */
const begin = (name: string, faults: Disturbance[]): Promise<Run[]> =>
  Promise.all(
    faults.map(async ({ call, skip, kind, times }) => {
      const at = await openStore();
      const steps = await JOURNEYS[name]?.(at);
      assert(steps);
      await control.fault({ account: at.account, call, skip, kind, times });
      return { at, steps, name: `${name}, ${kind} at ${call}` };
    }),
  );

const found = new Map<string, Called[]>();

for (const name of Object.keys(JOURNEYS)) {
  test(`${name}: a fault at any call, before and after its effect: done once in the end`, async (t) => {
    const calls = await callsOf(name, await openStore());
    found.set(name, calls);
    assert.ok(calls.length > 0);
    const all = calls.flatMap((one) => kinds().map(([kind, times]) => ({ ...one, kind, times })));
    const runs = await begin(name, all);
    await Promise.all(runs.map(({ steps }) => steps.act()));
    await control.clearFaults();
    await endAll(runs);
    t.diagnostic(`${runs.length} faults at ${calls.map(({ call }) => call).join(', ')}`);
  });
}

test('a fault that lasts until Stripe has forgotten the key: found, and not done again', async () => {
  const begun = [...found].map(([name, [first]]) => {
    assert(first);
    return begin(
      name,
      LASTING.map((kind) => ({ ...first, kind, times: -1 })),
    );
  });
  const runs = (await Promise.all(begun)).flat();
  await Promise.all(runs.map(({ steps }) => steps.act()));
  const stores = runs.map(({ at }) => at);
  await pass(stores, DAY);
  await control.clearFaults();
  await endAll(runs);
});

test('what Stripe tells of it weeks later, twice and in the reverse order, changes nothing', async () => {
  const sql = 'SELECT transaction_id, status FROM transactions ORDER BY transaction_id';
  const before = await shop.db.reader(null).all(sql);
  const ids = (await control.deliveries()).slice(-MESSAGES).map(({ id }) => id);
  assert.ok(ids.length > 0, 'there is something to tell');
  const sent = await control.deliver({ ids: [...ids, ...ids].toReversed() });
  assert.deepEqual(new Set(sent.map(({ answered }) => answered)), new Set([200]));
  assert.deepEqual(await shop.db.reader(null).all(sql), before);
});

test('all records agree with each other', () => shop.assertRight());
