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

type Status = 'opened' | 'won' | 'lost';

const rowsWith = (tax_minor: number) => JSON.stringify([{ tax_minor }]);

const disputed = (status: Status, amount_minor = 2000, tax_minor = 0) => ({
  ...{ status, amount_minor },
  tax_rows: rowsWith(tax_minor),
});

const disputeWithTax = (tax_minor: number, ...states: Status[]) =>
  states.flatMap((status, at) => {
    const before = states[at - 1];
    const state = (one: Status) => disputed(one, 2000, tax_minor);
    return disputeEntries(before && state(before), state(status));
  });

const dispute = (...states: Status[]) => disputeWithTax(0, ...states);

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
  const entries = disputeEntries(disputed('opened'), disputed('lost', 1500));
  assert.deepEqual(sums([...dispute('opened'), ...entries]), { gateway: -1500, refunds: 1500 });
});

test('a lost dispute gives back its tax, and a won one has it again', () => {
  assert.deepEqual(sums(disputeWithTax(300, 'opened')), { disputes: 2000, gateway: -2000 });
  const lost = { gateway: -2000, refunds: 1700, tax: 300 };
  assert.deepEqual(sums(disputeWithTax(300, 'opened', 'lost')), lost);
  const won = disputeEntries(disputed('lost', 2000, 300), disputed('won'));
  assert.deepEqual(sums([...disputeWithTax(300, 'opened', 'lost'), ...won]), {});
  // It stands for a refund that was made meanwhile.
  assert.deepEqual(sums(disputeWithTax(300, 'opened', 'won')), { refunds: -300, tax: 300 });
  // Something else has failed since: the dispute stands for more of the payment.
  const more = disputeEntries(disputed('lost', 2000, 300), disputed('lost', 2000, 310));
  assert.deepEqual(sums(more), { refunds: -10, tax: 10 });
});

const row = (type: 'purchase' | 'refund', total: number, tax: number, balance = 0) => ({
  ...{ type, total_minor: total, tax_minor: tax, balance_change_minor: balance },
});

test('a payment with tax: the tax is owed, the rest is sold', () => {
  const found = (...of: Parameters<typeof row>) => sums(ledgerEntries(row(...of)));
  assert.deepEqual(found('purchase', 11_900, 1_900), {
    gateway: 11_900,
    sales: -10_000,
    tax: -1_900,
  });
  // Paid from the balance, in part and as a whole.
  assert.deepEqual(found('purchase', 5_000, 1_900, -6_900), {
    ...{ gateway: 5_000, balance: 6_900, sales: -10_000, tax: -1_900 },
  });
  assert.deepEqual(found('purchase', 0, 1_900, -11_900), {
    ...{ balance: 11_900, sales: -10_000, tax: -1_900 },
  });
  // A change that gives back more than it charges: 10.00 without tax, which is 11.90.
  assert.deepEqual(found('purchase', 0, -190, 1_190), { balance: -1_190, sales: 1_000, tax: 190 });
});

test('a refund with tax: the tax is not owed any more, also of more tax than money and below 0', () => {
  const found = (...of: Parameters<typeof row>) => sums(ledgerEntries(row(...of)));
  assert.deepEqual(found('refund', 5_950, 950), { gateway: -5_950, refunds: 5_000, tax: 950 });
  assert.deepEqual(found('refund', 100, 200), { gateway: -100, refunds: -100, tax: 200 });
  assert.deepEqual(found('refund', 200, -110), { gateway: -200, refunds: 310, tax: -110 });
});

test('the same again moves nothing', () => {
  for (const status of ['opened', 'won', 'lost'] as const) {
    const state = disputed(status, 5, 1);
    assert.deepEqual(disputeEntries(state, state), []);
  }
});

test('a fee is taken from what the provider holds, and may be given back', () => {
  assert.deepEqual(sums(feeEntries(1500)), { gateway: -1500, fees: 1500 });
  assert.deepEqual(sums([...feeEntries(1500), ...feeEntries(-1500)]), {});
  assert.deepEqual(feeEntries(0), []);
});

test('a refund that fails after it was paid moves nothing in the end', () => {
  for (const tax of [0, 112, -5]) {
    const refund = row('refund', 700, tax, -300);
    assert.deepEqual(sums([...ledgerEntries(refund), ...failedRefundEntries(refund)]), {});
  }
});

test('a purchase of 119 with 19 of tax gives sales 100; a refund takes both back', () => {
  const row = { total_minor: 11_900, tax_minor: 1_900, balance_change_minor: 0 };
  const paid = ledgerEntries({ ...row, type: 'purchase' });
  assert.deepEqual(sums(paid), { gateway: 11_900, sales: -10_000, tax: -1_900 });
  const refunded = ledgerEntries({ ...row, type: 'refund' });
  assert.deepEqual(sums(refunded), { gateway: -11_900, refunds: 10_000, tax: 1_900 });
});

test('a dispute of 119 with 19 of tax is opened, lost, and won after that', () => {
  const state = (status: Status) => disputed(status, 11_900, 1_900);
  const lost = { debit_account: 'refunds', credit_account: 'disputes', amount_minor: 11_900 };
  const lost_tax = { debit_account: 'tax', credit_account: 'refunds', amount_minor: 1_900 };
  assert.deepEqual(disputeEntries(state('opened'), state('lost')), [lost, lost_tax]);
  const won = { ...state('won'), tax_rows: '[]' };
  assert.deepEqual(disputeEntries(state('lost'), won), [
    { debit_account: 'gateway', credit_account: 'refunds', amount_minor: 11_900 },
    { debit_account: 'refunds', credit_account: 'tax', amount_minor: 1_900 },
  ]);
});
