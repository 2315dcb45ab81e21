import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disputeEntries, type LedgerEntry } from './ledger.rules.ts';

/** What each account has after some movements. */
function sums(entries: LedgerEntry[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { debit_account, credit_account, amount_minor } of entries) {
    all[debit_account] = (all[debit_account] ?? 0) + amount_minor;
    all[credit_account] = (all[credit_account] ?? 0) - amount_minor;
  }
  return Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0));
}

const dispute = (status: 'opened' | 'won' | 'lost') =>
  disputeEntries({ status, amount_minor: 2000, fee_minor: 1500 });

test('a dispute takes amount and fee from what the provider holds, and nothing is lost yet', () => {
  assert.deepEqual(sums(dispute('opened')), { disputes: 2000, gateway: -3500, fees: 1500 });
});

test('a dispute that is won costs the fee alone', () => {
  const all = [...dispute('opened'), ...dispute('won')];
  assert.deepEqual(sums(all), { gateway: -1500, fees: 1500 });
});

test('a dispute that is lost is a refund that the bank made', () => {
  const all = [...dispute('opened'), ...dispute('lost')];
  assert.deepEqual(sums(all), { gateway: -3500, fees: 1500, refunds: 2000 });
});

test('a dispute without a fee moves nothing for it', () => {
  const opened = { status: 'opened', amount_minor: 1, fee_minor: 0 } as const;
  assert.deepEqual(sums(disputeEntries(opened)), { disputes: 1, gateway: -1 });
});
