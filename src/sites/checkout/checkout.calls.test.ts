import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { buyer, openHostedCounter } from '../../../test/harness/sales/hosted-counter.ts';

// How often the provider is asked for one purchase, and how long a buyer waits for it in all where
// each call takes 50 ms: from the press to the receipt, without what they do at the provider.

const CALL_MS = 50;
const PURCHASES = 5;

const counter = await openHostedCounter();
const { store, stand_in, control, get, post, openSession, session, back, goToStripe } = counter;
const { keys, publishable_keys } = stand_in;
await store.must('POST /connect-provider', {
  ...{ provider: 'stripe', key: keys.test, publishable_key: publishable_keys.test },
});

let buyers = 0;
/** Each has a trial of their own. */
const form = (more: object = {}) => buyer({ email: `buyer${buyers++}@example.com`, ...more });

async function byRedirect(path: string): Promise<void> {
  await control.pay({ session: await goToStripe(path, form()) });
  await back(path);
  await get(path);
}

async function onOurPage(path: string): Promise<void> {
  const payment_token = await control.typeCard();
  await post(`${path}/pay`, form({ payment_token }), { accept: 'application/json' });
  await get(path);
}

/** The least of several: what else this machine and the jobs of the shop do only adds to it. */
async function measured(buy: (path: string) => Promise<void>, more: object) {
  let calls = Number.POSITIVE_INFINITY;
  let fastest_ms = Number.POSITIVE_INFINITY;
  for (let bought = 0; bought < PURCHASES; bought++) {
    const { id, path } = await openSession(more);
    await get(path);
    await control.forgetCalls();
    const started = performance.now();
    await buy(path);
    fastest_ms = Math.min(fastest_ms, performance.now() - started);
    calls = Math.min(calls, (await control.calls()).length);
    assert.equal((await session(id)).status, 'completed');
  }
  return { calls, ms: Math.round(fastest_ms) };
}

for (const kind of ['once', 'subscription', 'trial'] as const) {
  test(`bought on our page, the provider is asked no more often than by redirect: ${kind}`, async (t) => {
    const terms = { currency: 'USD', ...(kind === 'trial' && { trial_days: 7 }) };
    const more = kind === 'once' ? {} : { product_id: await store.plan(terms) };
    await control.fault({ call: '*', kind: 'slow_before', delay_ms: CALL_MS, times: -1 });
    const redirect = await measured(byRedirect, more);
    const here = await measured(onOurPage, more);
    await control.clearFaults();
    t.diagnostic(
      `${kind}: on our page ${here.calls} calls, ${here.ms} ms; ` +
        `by redirect ${redirect.calls} calls, ${redirect.ms} ms`,
    );
    assert.ok(here.calls > 0 && redirect.calls > 0);
    assert.ok(here.calls <= redirect.calls + 1, `${here.calls} and ${redirect.calls}`);
  });
}
