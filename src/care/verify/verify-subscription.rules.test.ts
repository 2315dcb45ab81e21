import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubscriptionRow } from '../../shop/subscriptions/subscription.rules.ts';
import { periodProblems } from './verify-subscription.rules.ts';

const ROW = { ended_at: null } as SubscriptionRow; // Of which no more is looked at.
const charge = (transaction_id: string, period_start: number, created_at: number) => ({
  transaction_id,
  type: period_start === 0 ? ('subscription_start' as const) : ('renewal' as const),
  status: 'paid' as const,
  period_start,
  period_end: period_start + 10,
  created_at,
  give_back_minor: null,
});

test('processes that charge in turn, each by the instant at which it looked, leave no problem', () => {
  const paid = [charge('a', 0, 0), charge('b', 10, 45), charge('c', 20, 43), charge('d', 30, 45)];
  assert.deepEqual(periodProblems(ROW, paid), []);
});

test('a period that was charged twice is found, whenever that was', () => {
  for (const created_at of [9, 45, 100]) {
    const paid = [charge('a', 0, 0), charge('b', 10, 45), charge('c', 10, created_at)];
    assert.equal(periodProblems(ROW, paid).length, 1);
  }
});
