import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVIDERS } from '../harness/sales/till.ts';
import { startTillShop } from '../harness/sales/till-shop.ts';
import { playAll, RUNS, seen } from './bill-run.ts';

for (const provider of PROVIDERS) {
  const runs = provider === 'Stripe' ? Math.ceil(RUNS / 6) : RUNS;
  test(`${runs} subscriptions at random are billed as the model says: ${provider}`, async () => {
    const place = await startTillShop(provider);
    await playAll(place, runs);
    await place.shop.assertRight();
  });
}

test('everything that should happen in the model has happened', () => {
  for (const what of [
    'renewed',
    'past_due',
    'changed',
    'declined',
    'canceled',
    'recovered',
    'refunded',
    'refund that took credit back',
    'more or fewer seats',
    'planned',
  ]) {
    assert.ok((seen[what] ?? 0) > 0, `${what} happened`);
  }
});
