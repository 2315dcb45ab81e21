import type { Reader } from '../../platform/db/database.ts';
import { dayText, monthOf, monthText } from '../../shop/figures/day.rules.ts';
import {
  SALES_SUMS,
  type Standing,
  SUBSCRIPTION_SUMS,
} from '../../shop/figures/figure-change.rules.ts';
import { standingOf } from '../../shop/subscriptions/mrr.rules.ts';
import type { SubscriptionRow } from '../../shop/subscriptions/subscription.rules.ts';
import {
  cohortKey,
  createRecount,
  dayKey,
  type Movement,
  type PaidByCustomer,
  type Recount,
  recountCustomer,
} from './recount.rules.ts';
import {
  BEFORE_ALL,
  behind,
  countSales,
  keptDays,
  LAST,
  type Place,
  productRanges,
} from './verify-figures.sql.ts';
import { verifyOrigins } from './verify-origins.ts';
import {
  type KeptStanding,
  listCohorts,
  listCustomers,
  listMovements,
} from './verify-standings.sql.ts';
import { createTally, type Tally, type Work } from './work.ts';

const SOLD = 'figures are what was sold';
const MOVED = 'figures are how subscriptions moved';
const STAND = 'subscriptions are counted as they are';

/** Whether all figures are what they are when everything is counted again. */
export async function verifyFigures(work: Work): Promise<void> {
  const { reader, store_id, check } = work;
  await verifySales(work);
  await verifyOrigins(work);

  const [days, cohorts] = [createRecount(), createRecount()];
  const [standings, paid] = [createTally(), createTally()];
  for await (const movements of byCustomer(reader, store_id)) {
    const found = recountCustomer(movements, { days, cohorts });
    const { customer_id = '', currency = '' } = movements[0] ?? {};
    check(MOVED, customer_id, found.problems);
    for (const one of found.standings) standings.add('', standingText(one));
    for (const one of found.paid) paid.add('', paidText({ customer_id, currency, ...one }));
  }
  const all = { table: 'subscription_days', from: BEFORE_ALL, upto: LAST } as const;
  await compareDays(work, MOVED, days, all);
  await compareCohorts(work, cohorts);
  await compareCustomers(work, paid);
  const { counted } = work;
  const [moved, kept] = [standings.of(''), counted.of('')];
  const agree = moved.count === kept.count && moved.mark === kept.mark;
  const problem = `${kept.count} subscriptions are counted otherwise than ${moved.count} moved`;
  check(STAND, store_id, agree ? [] : [problem]);
}

/** Some products at a time: a row of sums for each day on which each was sold may be very many. */
async function verifySales(work: Work): Promise<void> {
  const { reader, store_id, rows_at_once } = work;
  const of_all = createRecount();
  for await (const range of productRanges(reader, store_id, rows_at_once)) {
    const sales = createRecount();
    for await (const { product_id, currency, day, ...sums } of countSales(reader, range)) {
      sales.add(dayKey(product_id, currency, day), sums);
      of_all.add(dayKey('', currency, day), sums);
    }
    const { after, upto } = range;
    await compareDays(work, SOLD, sales, { table: 'sales_days', from: behind(after), upto });
  }
  await compareDays(work, SOLD, of_all, { table: 'sales_days', from: BEFORE_ALL, upto: '' });
}

/** Whether subscriptions are counted as they are. Those that wait to be counted are left out. */
export function checkStanding(
  { check, counted }: Work,
  row: SubscriptionRow,
  kept: KeptStanding | undefined,
): void {
  if (kept?.state === 'uncounted') return;
  const [is, should] = [kept && standingText(kept), standingText(standingOf(row))];
  if (is !== undefined) counted.add('', is);
  const problem = `it is counted as "${is}", and is "${should}"`;
  check(STAND, row.subscription_id, is === should ? [] : [problem]);
}

async function compareDays(
  { reader, store_id, check }: Work,
  name: string,
  counted: Recount,
  { table, ...rows }: { table: 'sales_days' | 'subscription_days'; from: Place; upto: string },
): Promise<void> {
  const names = table === 'sales_days' ? SALES_SUMS : SUBSCRIPTION_SUMS;
  for await (const row of keptDays(reader, table, { store_id, ...rows })) {
    const { product_id, currency, day, month, ...sums } = row;
    const problems = counted.compare(dayKey(product_id, currency, day), sums, names);
    if (month !== monthOf(day)) problems.push(`it is in month ${month}, not ${monthOf(day)}`);
    check(name, `${product_id || 'all products'} ${currency} ${dayText(day)}`, problems);
  }
  for (const key of counted.missing()) check(name, key, ['nothing is kept']);
}

const COHORT_SUMS = ['started', 'active_change', 'mrr_change_minor'];

async function compareCohorts({ reader, store_id, check }: Work, counted: Recount): Promise<void> {
  for (const row of await listCohorts(reader, store_id)) {
    const { product_id, currency, cohort, month, ...sums } = row;
    const key = cohortKey(product_id, currency, { cohort, month });
    const record = `${product_id || 'all products'} ${currency} ${monthText(cohort)}`;
    check(MOVED, `${record} in ${monthText(month)}`, counted.compare(key, sums, COHORT_SUMS));
  }
  for (const key of counted.missing()) check(MOVED, key, ['nothing is kept']);
}

async function compareCustomers({ reader, store_id, check }: Work, paid: Tally): Promise<void> {
  const kept = createTally();
  for await (const one of listCustomers(reader, store_id)) kept.add('', paidText(one));
  const [is, should] = [kept.of(''), paid.of('')];
  const agree = is.count === should.count && is.mark === should.mark;
  const problem = `what ${is.count} customers pay a month is kept otherwise than they moved`;
  check(MOVED, store_id, agree ? [] : [problem]);
}

async function* byCustomer(reader: Reader, store_id: string): AsyncGenerator<Movement[]> {
  let some: Movement[] = [];
  for await (const one of listMovements(reader, store_id)) {
    const [first] = some;
    if (first && (first.customer_id !== one.customer_id || first.currency !== one.currency)) {
      yield some;
      some = [];
    }
    some.push(one);
  }
  if (some.length > 0) yield some;
}

const standingText = (one: Omit<Standing, 'state'> & { state: string }): string =>
  [
    one.subscription_id,
    one.customer_id,
    one.currency,
    one.product_id,
    one.state,
    one.mrr_minor,
  ].join(' ');

const paidText = (one: PaidByCustomer & { customer_id: string; currency: string }): string =>
  [one.customer_id, one.currency, one.product_id, one.mrr_minor, one.changes, one.movements].join(
    ' ',
  );
