import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { spawnStripe } from '../stand-ins/stripe/stand-in.ts';

// npm run try:stripe, with the stand-in for Stripe: it cannot be run against the real one here.

const stand_in = await spawnStripe();
after(() => stand_in.stop());

async function tryStripe(env: Record<string, string>, args: string[] = [], input = '') {
  const script = join(import.meta.dirname, 'stripe.ts');
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env; // It is no test of this run.
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, ...args],
    {
      env: { ...inherited, ...env },
    },
  );
  let shown = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (shown += text));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, shown };
}

const KASSA_STRIPE_API = stand_in.url;

test('the whole journey goes through, and the key is shown nowhere', async () => {
  const key = stand_in.keys.test;
  const bare = await stand_in.control.addKey({ permissions: [] });
  const STRIPE_PUBLISHABLE_KEY = stand_in.publishable_keys.test;
  const keys = { STRIPE_TEST_KEY: key, STRIPE_BARE_KEY: bare, STRIPE_PUBLISHABLE_KEY };
  const { code, shown } = await tryStripe({ KASSA_STRIPE_API, ...keys });
  assert.equal(code, 0, shown);
  assert.match(shown, /a trial saves a card/);
  assert.match(shown, /its token names the payment/);
  assert.match(shown, /fail 0/);
  assert(!shown.includes(key) && !shown.includes(bare));
  assert.match(
    shown,
    /Is Stripe the seller where a page does not say otherwise\? yes: Invalid mode/,
  );
  assert.match(shown, /marked as repeated\? not marked, then true/);
  assert.match(shown, /refunds: rak_charge_write/);
  assert.match(shown, /Not known after this:\n {2}the form for a key opens with the permissions/);
  const { totals } = await stand_in.control.books();
  assert.equal(totals.eur?.charged, 2 * 50 + 4 * 2000);
});

test('a live key, no key, and a key on the command line are refused before anything is asked', async () => {
  await stand_in.control.forgetCalls();
  const live = stand_in.keys.live;
  const refused = await Promise.all([
    tryStripe({ KASSA_STRIPE_API, STRIPE_TEST_KEY: live }),
    tryStripe({ KASSA_STRIPE_API, STRIPE_TEST_KEY: '' }, [], live),
    tryStripe({ KASSA_STRIPE_API, STRIPE_TEST_KEY: '' }),
    tryStripe({ KASSA_STRIPE_API }, [stand_in.keys.test]),
  ]);
  for (const { code, shown } of refused) {
    assert.equal(code, 1, shown);
    assert(!shown.includes(live.slice(0, 20)));
  }
  assert.deepEqual(await stand_in.control.calls(), []);
});
