import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderRecord } from '../../shop/money/payments/provider-record.rules.ts';
import { pending_defaults } from '../../shop/money/transactions/pending-transaction.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { recordDifferences } from './verify-provider.rules.ts';

const NOW = 1_000_000_000;

const ours = (change: Partial<TransactionRow> = {}): TransactionRow => ({
  ...pending_defaults,
  ...{ transaction_id: 'txn_1', type: 'purchase', status: 'paid', customer_id: 'ada' },
  ...{ product_id: 'prod_1', checkout_session_id: null, quantity: 1, subtotal_minor: 2000 },
  ...{ discount_minor: 0, tax_minor: 0, total_minor: 2000, currency: 'EUR', lines: '[]' },
  ...{ metadata: '{}', request_key: null, next_attempt_at: null, created_at: 0, settled_at: 0 },
  ...change,
});

const theirs = (change: Partial<ProviderRecord> = {}): ProviderRecord => ({
  ...{ kind: 'charge', reference: 'pi_1', key: 'txn_1', status: 'paid', amount_minor: 2000 },
  ...{ refunded_minor: 0, currency: 'EUR', charge_reference: null },
  ...change,
});

const refund = { type: 'refund', refunded_transaction_id: 'txn_0' } as const;

const TABLE: [
  what: string,
  our: TransactionRow | undefined,
  their: ProviderRecord | undefined,
  said: RegExp | null,
][] = [
  ['the same', ours(), theirs(), null],
  ['nobody paid it there', undefined, theirs({ status: 'waiting' }), null],
  ['declined there, unknown here', undefined, theirs({ status: 'declined' }), null],
  ['paid there, unknown here', undefined, theirs(), /^a payment of 20 EUR there is not known here/],
  ['a refund there', undefined, theirs({ kind: 'refund' }), /^a refund of 20 EUR/],
  ['a refund that failed there', undefined, theirs({ kind: 'refund', status: 'declined' }), null],
  ['paid here, unknown there', ours(), undefined, /^paid here, unknown there/],
  ['declined here, unknown there', ours({ status: 'declined' }), undefined, null],
  ['another amount', ours(), theirs({ amount_minor: 1999 }), /^20 EUR here, 19.99 EUR there/],
  [
    'nothing in no currency',
    ours({ total_minor: 0 }),
    theirs({ amount_minor: 0, currency: '' }),
    null,
  ],
  ['another currency', ours(), theirs({ currency: 'USD' }), /^20 EUR here, 20 USD there/],
  ['under way', ours({ status: 'pending' }), theirs({ status: 'pending' }), null],
  ['just paid', ours({ status: 'pending', created_at: NOW - 1000 }), theirs(), null],
  ['paid long ago', ours({ status: 'pending' }), theirs(), /^pending here, paid there/],
  [
    'a person has to look',
    ours({ status: 'pending', needs_review: 1 }),
    theirs(),
    /resolve-transaction$/,
  ],
  ['declined there', ours(), theirs({ status: 'declined' }), /^paid here, declined there/],
  ['declined here', ours({ status: 'declined' }), theirs(), /^declined here, paid there/],
  ['given back since', ours({ status: 'declined' }), theirs({ refunded_minor: 2000 }), null],
  [
    'a failed refund',
    ours({ ...refund, status: 'failed' }),
    theirs({ kind: 'refund', status: 'declined' }),
    null,
  ],
  [
    'a refund that failed there alone',
    ours(refund),
    theirs({ kind: 'refund', status: 'declined' }),
    /^paid here, declined there/,
  ],
  ['given back there', ours(), theirs({ refunded_minor: 5 }), /^0 EUR given back here, 0.05 EUR/],
  ['being given back', ours({ refunding_minor: 5 }), theirs({ refunded_minor: 5 }), null],
  ['a disputed one', ours({ status: 'disputed', disputed_minor: 2000 }), theirs(), null],
  [
    'another fee',
    ours({ fee_minor: 50, fee_currency: 'USD' }),
    theirs({ fee: { amount_minor: 60, currency: 'USD' } }),
    /^a fee of 0.5 USD here, 0.6 USD there/,
  ],
  [
    'a fee that nobody asks for any more',
    ours(),
    theirs({ fee: { amount_minor: 60, currency: 'USD' } }),
    /^its fee is not known here, 0.6 USD there/,
  ],
  [
    'a fee that is still asked for',
    ours({ fee_due_at: 1 }),
    theirs({ fee: { amount_minor: 60, currency: 'USD' } }),
    null,
  ],
];

for (const [what, our, their, said] of TABLE) {
  test(`recordDifferences: ${what}`, () => {
    const found = recordDifferences(our, their, { now: NOW });
    assert.equal(found.length, said === null ? 0 : 1, found.join());
    if (said !== null) assert.match(found[0] ?? '', said);
  });
}
