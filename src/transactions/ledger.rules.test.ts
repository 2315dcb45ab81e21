import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  disputeEntries,
  failedRefundEntries,
  feeEntries,
  type LedgerEntry,
  ledgerEntries,
} from './ledger.rules.ts';

/** What each account has after some movements. */
function sums(entries: LedgerEntry[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { debit_account, credit_account, amount_minor } of entries) {
    all[debit_account] = (all[debit_account] ?? 0) + amount_minor;
    all[credit_account] = (all[credit_account] ?? 0) - amount_minor;
  }
  return Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0));
}

const dispute = (...states: ('opened' | 'won' | 'lost')[]) =>
  states.flatMap((status, at) => {
    const before = states[at - 1];
    const amount_minor = 2000;
    return disputeEntries(before && { status: before, amount_minor }, { status, amount_minor });
  });

test('a dispute takes its amount from what the provider holds, and nothing is lost yet', () => {
  assert.deepEqual(sums(dispute('opened')), { disputes: 2000, gateway: -2000 });
});

test('a dispute that is won moves nothing in the end', () => {
  assert.deepEqual(sums(dispute('opened', 'won')), {});
  assert.deepEqual(sums(dispute('opened', 'lost', 'won')), {});
});

test('a dispute that is lost is a refund that the bank made', () => {
  const lost = { gateway: -2000, refunds: 2000 };
  assert.deepEqual(sums(dispute('opened', 'lost')), lost);
  assert.deepEqual(sums(dispute('opened', 'won', 'lost')), lost);
});

test('a dispute whose amount changes moves the difference', () => {
  const before = { status: 'opened', amount_minor: 2000 } as const;
  const entries = disputeEntries(before, { status: 'lost', amount_minor: 1500 });
  assert.deepEqual(sums([...dispute('opened'), ...entries]), { gateway: -1500, refunds: 1500 });
});

test('the same again moves nothing', () => {
  for (const status of ['opened', 'won', 'lost'] as const) {
    const state = { status, amount_minor: 5 };
    assert.deepEqual(disputeEntries(state, state), []);
  }
});

test('a fee is taken from what the provider holds, and may be given back', () => {
  assert.deepEqual(sums(feeEntries(1500)), { gateway: -1500, fees: 1500 });
  assert.deepEqual(sums([...feeEntries(1500), ...feeEntries(-1500)]), {});
  assert.deepEqual(feeEntries(0), []);
});

test('a refund that fails after it was paid moves nothing in the end', () => {
  const row = {
    type: 'refund',
    total_minor: 700,
    tax_minor: 0,
    balance_change_minor: -300,
  } as const;
  assert.deepEqual(sums([...ledgerEntries(row), ...failedRefundEntries(row)]), {});
});
