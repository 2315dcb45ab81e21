import assert from 'node:assert/strict';
import { verify } from '../../../src/care/verify/verify.ts';
import { buyAtStripe, type StripeShop } from './stripe-shop.ts';

// What tests of refunds, disputes and fees at Stripe have in common.

/** How a shop comes to know what happens at Stripe. */
export const WAYS = ['told', 'told backwards, ten times at once', 'asked'] as const;
export type Way = (typeof WAYS)[number];

interface Bought {
  number?: string;
  product_id?: string;
  customer_id?: string;
  /** Where the buyer says to be. */
  country?: string;
}

/** Something was bought and paid for at Stripe. */
export async function paidAtStripe(
  { shop, stand_in, store }: StripeShop,
  { number, ...terms }: Bought = {},
) {
  const { session, checkout } = await buyAtStripe(shop, store, terms);
  await stand_in.control.pay({ session, ...(number !== undefined && { number }) });
  await stand_in.control.quiet();
  if ((await checkout()).status !== 'completed') await shop.runJob('provider-events');
  const { transaction_id, subscription_id, license_keys } = await checkout();
  const find = async () => (await store.must('GET /get-transactions', { transaction_id })).data[0];
  const { status } = await find();
  assert.notEqual(status, 'pending');
  const sql = `SELECT provider_reference FROM transactions
    WHERE store_id = :store_id AND transaction_id = :transaction_id`;
  const named = await shop.db
    .reader(store)
    .maybe<{ provider_reference: string }>(sql, { transaction_id });
  const payment_intent = named?.provider_reference ?? '';
  /** Its refunds, the newest first. */
  const refunds = async () => {
    const { data } = await store.must('GET /get-transactions', { type: 'refund' });
    return data.filter(
      (one: { refunded_transaction_id: string }) => one.refunded_transaction_id === transaction_id,
    );
  };
  return { transaction_id, subscription_id, license_keys, payment_intent, find, refunds };
}

/** Does something at Stripe, and lets the shop know in this way. */
export async function happens(
  { shop, stand_in }: StripeShop,
  way: Way,
  act: () => Promise<unknown>,
): Promise<void> {
  const { control } = stand_in;
  await control.quiet();
  const seen = (await control.deliveries()).length;
  await control.webhooks({ held: way !== 'told' });
  await act();
  await control.quiet();
  // What could not be followed at once is told again.
  if (way === 'told') await control.resendFailed();
  if (way === 'asked') await shop.runJob('provider-events');
  if (way === 'told backwards, ten times at once') {
    const ids = (await control.deliveries()).slice(seen).map(({ id }) => id);
    const times = Array.from({ length: 10 }, () => control.deliver({ ids: ids.toReversed() }));
    await Promise.all(times);
  }
  await control.webhooks({ held: false });
}

/** What each account of the ledger has, by currency. */
export async function accounts({ shop, store }: StripeShop): Promise<Record<string, number>> {
  const sql = `SELECT debit_account, credit_account, amount_minor, currency FROM ledger_entries
    WHERE store_id = :store_id`;
  interface Entry {
    debit_account: string;
    credit_account: string;
    amount_minor: number;
    currency: string;
  }
  const sums: Record<string, number> = {};
  const add = (account: string, minor: number) => {
    sums[account] = (sums[account] ?? 0) + minor;
  };
  for (const row of await shop.db.reader(store).all<Entry>(sql)) {
    add(`${row.debit_account} ${row.currency}`, row.amount_minor);
    add(`${row.credit_account} ${row.currency}`, -row.amount_minor);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** The records agree with each other, and the ledger with the books of the stand-in. */
export async function assertBooks(place: StripeShop): Promise<void> {
  const checks = await verify(place.shop.db, { progress: () => {} });
  assert.deepEqual(
    checks.flatMap(({ violations }) => violations),
    [],
  );
  const { totals } = await place.stand_in.control.books();
  const found = await accounts(place);
  for (const [currency, { charged, refunded, lost_in_disputes }] of Object.entries(totals)) {
    const name = currency.toUpperCase();
    const [refunds = 0, held = 0] = [found[`refunds ${name}`], found[`disputes ${name}`]];
    assert.equal(-(found[`sales ${name}`] ?? 0), charged, 'what was charged is sold');
    assert.equal(refunds + held, refunded + lost_in_disputes, 'what went back is a refund');
  }
}
