import assert from 'node:assert/strict';
import type { Tx } from '../../platform/db/database.ts';
import type { Collect } from '../../platform/operation/work.ts';
import { dayOf, monthOf } from './day.rules.ts';
import type {
  FigureChange,
  SalesChange,
  SalesSum,
  StandingChange,
  SubscriptionSum,
  Sums,
  TaxChange,
  TaxKey,
  TaxSum,
} from './figure-change.rules.ts';
import {
  amountsByProduct,
  type Before,
  cohortSums,
  isSameStanding,
  mrrSums,
  stateSums,
  stateSumsByProduct,
} from './movement.rules.ts';
import { rowsByOrigin } from './origin.rules.ts';
import {
  changeCustomerStanding,
  findStanding,
  insertMovement,
  type StandingRow,
  saveStanding,
} from './standing.sql.ts';
import {
  addCohortSums,
  addCustomerSums,
  addOriginSums,
  addSales,
  addSubscriptionSums,
  addTaxSums,
  type DayKey,
} from './sums.sql.ts';

declare module '../../platform/operation/work.ts' {
  interface Collected {
    /** Adds to the figures of the store, at the end of the transaction. */
    addFigures(figure: FigureChange): void;
  }
}

export const collectFigures = (() => {
  const figures: FigureChange[] = [];
  return {
    collected: {
      addFigures(figure) {
        figures.push(figure);
      },
    },
    store: (tx) => keepFigures(tx, figures),
  };
}) satisfies Collect;

/** All products together. */
const ALL = '';

/**
 * Adds the changes of a transaction to the figures of the store. This is done last of all, because
 * transactions of the same store wait for each other here, and always in the same order: what
 * subscriptions do by customer, then the days, then those of taxes. So none waits for one that waits for it.
 */
async function keepFigures(tx: Tx, changes: readonly FigureChange[]): Promise<void> {
  if (changes.length === 0) return;
  const sales = addUp<SalesSum>();
  const moved = addUp<SubscriptionSum>();
  const standings: StandingChange[] = [];
  const taxes: TaxChange[] = [];
  for (const change of changes) {
    if ('standing' in change) standings.push(change);
    else if ('taxes' in change) taxes.push(change);
    else addSale(sales, change);
  }
  for (const change of standings.sort(byCustomer)) await move(tx, change, moved);
  for (const { key, sums } of sales.inOrder()) await addSales(tx, key, sums);
  for (const change of changes) if ('sums' in change) await addByOrigin(tx, change);
  for (const { key, sums } of moved.inOrder()) await addSubscriptionSums(tx, key, sums);
  for (const { key, sums } of addUpTaxes(taxes)) await addTaxSums(tx, key, sums);
}

/** To where it came from: rows of sums, which are written in one order at the end of all. */
async function addByOrigin(tx: Tx, change: SalesChange): Promise<void> {
  const { origins, customer } = rowsByOrigin(change);
  for (const { key, sums } of origins) await addOriginSums(tx, key, sums);
  if (customer) await addCustomerSums(tx, customer.key, customer.sums);
}

/** Taxes by their key, in its order. */
function addUpTaxes(changes: readonly TaxChange[]) {
  const rows = new Map<
    string,
    { key: TaxKey & { day: number; currency: string }; sums: Sums<TaxSum> }
  >();
  for (const { at, currency, taxes } of changes) {
    for (const { key, sums } of taxes) {
      const whole = { day: dayOf(at), currency, ...key };
      const id = JSON.stringify(Object.values(whole));
      const row = rows.get(id);
      if (row) addTo(row.sums, sums);
      else rows.set(id, { key: whole, sums: { ...sums } });
    }
  }
  return inOrder(rows);
}

function addTo<Name extends string>(sums: Sums<Name>, more: Sums<Name>): void {
  for (const name in more) sums[name] = (sums[name] ?? 0) + (more[name] ?? 0);
}

const inOrder = <Row>(rows: Map<string, Row>): Row[] =>
  rows.size === 1
    ? [...rows.values()]
    : [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

type Adding<Name extends string> = ReturnType<typeof addUp<Name>>;

/** Adds up sums by day, currency and product before they are written. */
function addUp<Name extends string>() {
  const rows = new Map<string, { key: DayKey; sums: Sums<Name> }>();
  return {
    add(at: number, currency: string, product_id: string, more: Sums<Name>): void {
      const day = dayOf(at);
      const id = `${day} ${currency} ${product_id}`;
      const row = rows.get(id);
      if (!row) {
        rows.set(id, {
          key: { currency, product_id, day, month: monthOf(day) },
          sums: { ...more },
        });
        return;
      }
      addTo(row.sums, more);
    },
    inOrder: () => inOrder(rows),
  };
}

const addSale = (sales: Adding<SalesSum>, { at, currency, product_id, sums }: SalesChange): void =>
  sales.add(at, currency, product_id, sums);

const byCustomer = ({ standing: a }: StandingChange, { standing: b }: StandingChange): number =>
  a.customer_id === b.customer_id ? 0 : a.customer_id < b.customer_id ? -1 : 1;

/** Records that a subscription stands differently now, and what that is for the customer. */
async function move(tx: Tx, change: StandingChange, moved: Adding<SubscriptionSum>): Promise<void> {
  const { at, standing: to, is_first } = change;
  const { subscription_id, customer_id, currency } = to;
  const kept = await findStanding(tx, subscription_id);
  const from = countedStanding(kept);
  // Older than the figures: a job will count it, as it is then.
  if (from === null && !is_first) return;
  if (isSameStanding(from, to)) return;
  const add = (product_id: string, sums: Sums<SubscriptionSum>) =>
    moved.add(at, currency, product_id, sums);
  const of = { customer_id, currency };

  const change_minor = to.mrr_minor - (from?.mrr_minor ?? 0);
  const { position, sums } = await changeMonthly(tx, { ...of, product_id: ALL, change_minor });
  await insertMovement(tx, { ...to, position, moved_at: at });
  add(ALL, stateSums(from?.state ?? null, to.state));
  add(ALL, sums);
  for (const [product_id, sums] of stateSumsByProduct(from, to)) add(product_id, sums);
  for (const [product_id, change_minor] of amountsByProduct(from, to)) {
    add(product_id, (await changeMonthly(tx, { ...of, product_id, change_minor })).sums);
  }
  await saveStanding(tx, { ...to, ...(await countInCohort(tx, change, from, kept)) });
}

const countedStanding = (kept: StandingRow | undefined): Before => {
  if (!kept || kept.state === 'uncounted') return null;
  const { product_id, state, mrr_minor } = kept;
  return { product_id, state, mrr_minor };
};

async function changeMonthly(
  tx: Tx,
  change: { customer_id: string; currency: string; product_id: string; change_minor: number },
): Promise<{ position: number; sums: Sums<SubscriptionSum> }> {
  const now = await changeCustomerStanding(tx, change);
  assert(now, 'it was just written');
  const { mrr_minor: after_minor, changes, movements } = now;
  const before_minor = after_minor - change.change_minor;
  const sums = mrrSums({ before_minor, after_minor, has_paid: changes > 1 });
  return { position: movements, sums };
}

/** The cohort of a subscription is the month in which it is first active. */
async function countInCohort(
  tx: Tx,
  { at, standing: to }: StandingChange,
  from: Before,
  kept: StandingRow | undefined,
): Promise<Pick<StandingRow, 'cohort' | 'cohort_product_id'>> {
  const month = monthOf(dayOf(at));
  const is_start = (kept?.cohort ?? null) === null && to.state === 'active';
  const cohort = is_start ? month : (kept?.cohort ?? null);
  const product_id = is_start ? to.product_id : (kept?.cohort_product_id ?? null);
  if (cohort === null || product_id === null) return { cohort, cohort_product_id: product_id };
  const key = { currency: to.currency, product_id, cohort, month };
  await addCohortSums(tx, key, cohortSums(from, to, is_start));
  return { cohort, cohort_product_id: product_id };
}
