import { OneOf } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { countDiscounts } from '../../catalogue/discounts/discount.sql.ts';
import { countProducts } from '../../catalogue/products/product-counts.sql.ts';
import { countLinks } from '../../checkout/links/payment-link.sql.ts';
import { countCreditNotes, countInvoices } from '../../money/invoices/invoice-counts.sql.ts';
import {
  countRefunds,
  countTransactions,
} from '../../money/transactions/transaction-counts.sql.ts';
import { TRANSACTION_STATUSES } from '../../money/transactions/transaction-status.rules.ts';
import { SUBSCRIPTION_STATUSES } from '../../subscriptions/subscription.rules.ts';
import { countSubscriptions } from '../../subscriptions/subscription-counts.sql.ts';
import {
  amongNewest,
  COUNTED_MAX,
  type Count,
  countOf,
  LOOKED_AT_MAX,
  sumOf,
  without,
} from './count.rules.ts';

interface Counting {
  reader: Reader;
  now: number;
}

const most = LOOKED_AT_MAX;

/** What is counted in each list, by the names that its states have there. */
const COUNTED = {
  transactions: transactionCounts,
  subscriptions: ({ reader }: Counting) =>
    eachOf(SUBSCRIPTION_STATUSES, (status) => countSubscriptions(reader, { status, most })),
  invoices: invoiceCounts,
  products: ({ reader }: Counting) =>
    eachOf(['active', 'archived'], (status) => countProducts(reader, { status, most })),
  discount_codes: async ({ reader, now }: Counting) =>
    withAll(amongNewest(await countDiscounts(reader, { now, most }))),
  payment_links: async ({ reader, now }: Counting) =>
    withAll(amongNewest(await countLinks(reader, { now, most }))),
} satisfies Record<string, (counting: Counting) => Promise<Count[]>>;

const LISTS = [
  ...(['transactions', 'subscriptions', 'invoices'] as const),
  ...(['products', 'discount_codes', 'payment_links'] as const),
] as const;

export const countRecords = operation({
  method: 'GET',
  path: '/count-records',
  summary: 'Count the records of a list by their state',
  description:
    `Up to ${COUNTED_MAX} of each state are counted, so that it takes no longer in a large store; ` +
    'codes and links among the newest. `all` leaves out payments that were declined, and codes and ' +
    'links that were deleted. Refunds are in `all`, and not in `paid` and `declined`.',
  scope: 'read',
  input: Type.Object({
    list: OneOf([...LISTS], { description: 'What is counted', examples: ['transactions'] }),
  }),
  output: Type.Object({
    object: Type.Literal('record_counts'),
    list: OneOf([...LISTS], { description: 'What was counted', examples: ['transactions'] }),
    counts: Type.Array(
      Type.Object({
        state: Type.String({ description: '`all`, or a state of the records', examples: ['paid'] }),
        count: Type.Integer({
          minimum: 0,
          maximum: COUNTED_MAX,
          description: 'How many are in it',
          examples: [48],
        }),
        has_more: Type.Boolean({
          description: 'Whether there are more, or may be more, than were counted',
          examples: [false],
        }),
      }),
      { description: '`all` first' },
    ),
  }),
  errors: [],
  example: { list: 'transactions' },
  async read({ input: { list }, reader, now }) {
    const counts = await COUNTED[list]({ reader, now });
    return { object: 'record_counts' as const, list, counts };
  },
});

async function eachOf<Status extends string>(
  statuses: readonly Status[],
  count: (status: Status) => Promise<number>,
): Promise<Count[]> {
  const counts: Count[] = [];
  for (const status of statuses) counts.push(countOf(status, await count(status)));
  return [sumOf('all', counts), ...counts];
}

const withAll = (counts: Count[]): Count[] => [
  sumOf(
    'all',
    counts.filter(({ state }) => state !== 'deleted'),
  ),
  ...counts,
];

/** Payments that were declined are no payments; a refund that was refused is one that is waited for. */
async function transactionCounts({ reader }: Counting): Promise<Count[]> {
  const counts: Count[] = [];
  const refunds = { paid: 0, declined: 0 };
  for (const status of TRANSACTION_STATUSES) {
    const counted = countOf(status, await countTransactions(reader, { status, most }));
    counts.push(counted);
    if (status !== 'paid' && status !== 'declined') continue;
    refunds[status] = await countRefunds(reader, { status, most: counted.count });
  }
  const all = sumOf('all', [
    ...counts.filter(({ state }) => state !== 'declined'),
    { count: refunds.declined, has_more: false },
  ]);
  const payments = counts.map((one) =>
    one.state === 'paid' || one.state === 'declined' ? without(one, refunds[one.state]) : one,
  );
  return [all, ...payments];
}

/** Of more documents than are looked at, at least as many are invoices as are no credit notes. */
async function invoiceCounts({ reader }: Counting): Promise<Count[]> {
  const looked_at = 2 * most;
  const all = await countInvoices(reader, looked_at);
  const crediting = await countCreditNotes(reader, looked_at);
  const invoices = countOf('invoice', all - crediting);
  return [
    countOf('all', all),
    all < looked_at ? invoices : { ...invoices, has_more: true },
    countOf('credit_note', crediting),
  ];
}
