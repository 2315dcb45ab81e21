import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playAll, RUNS, seen } from './bill-run.ts';
import { startShop } from './harness.ts';

const shop = await startShop();

test(`${RUNS} subscriptions at random are billed as the model says`, async () => {
  await playAll(shop);
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
  ]) {
    assert.ok((seen[what] ?? 0) > 0, `${what} happened`);
  }
  await shop.assertRight();
});
