import { dayOf, monthOf } from '../../shop/figures/day.rules.ts';
import type { Standing, Sums } from '../../shop/figures/figure-change.rules.ts';
import {
  amountsByProduct,
  type Before,
  cohortSums,
  mrrSums,
  stateSums,
  stateSumsByProduct,
} from '../../shop/figures/movement.rules.ts';

/** A change of how a subscription stands, as it is kept. */
export interface Movement extends Standing {
  position: number;
  moved_at: number;
}

/** What a customer pays a month for a product, or for all (''). */
export interface PaidByCustomer {
  product_id: string;
  mrr_minor: number;
  changes: number;
  movements: number;
}

export type Recount = ReturnType<typeof createRecount>;

/** Adds up what was counted, by any key, to compare it with what is kept under the same key. */
export function createRecount() {
  const rows = new Map<string, Sums<string>>();
  return {
    add(key: string, sums: Sums<string>): void {
      const row = rows.get(key) ?? {};
      rows.set(key, row);
      for (const [name, value = 0] of Object.entries(sums)) row[name] = (row[name] ?? 0) + value;
    },
    /** What is wrong with a row that is kept. It is not among the missing then. */
    compare(key: string, kept: Sums<string>, names: readonly string[]): string[] {
      const counted = rows.get(key) ?? {};
      rows.delete(key);
      return names
        .filter((name) => (kept[name] ?? 0) !== (counted[name] ?? 0))
        .map((name) => `${name} is kept as ${kept[name]}, ${counted[name] ?? 0} follows`);
    },
    /** Rows that are not kept at all, although something was counted. */
    missing: (): string[] =>
      [...rows].flatMap(([key, sums]) =>
        Object.values(sums).some((value) => value !== 0) ? [key] : [],
      ),
  };
}

export const dayKey = (product_id: string, currency: string, day: number): string =>
  `${product_id} ${currency} ${day}`;

export const cohortKey = (
  product_id: string,
  currency: string,
  { cohort, month }: { cohort: number; month: number },
): string => `${product_id} ${currency} ${cohort} ${month}`;

/** Counts the movements of a customer in a currency again, and says how everything stands then. */
export function recountCustomer(
  movements: readonly Movement[],
  { days, cohorts }: { days: Recount; cohorts: Recount },
): { standings: Standing[]; paid: PaidByCustomer[]; problems: string[] } {
  const standings = new Map<string, Movement>();
  const began = new Map<string, { cohort: number; product_id: string }>();
  const paid = new Map<string, PaidByCustomer>();
  const problems: string[] = [];
  const pay = (product_id: string, change: number): Sums<string> => {
    const one = paid.get(product_id) ?? { product_id, mrr_minor: 0, changes: 0, movements: 0 };
    paid.set(product_id, one);
    const has_paid = one.changes > 0;
    const before_minor = one.mrr_minor;
    one.mrr_minor += change;
    one.changes += Number(change !== 0);
    one.movements += 1;
    return mrrSums({ before_minor, after_minor: one.mrr_minor, has_paid });
  };
  for (const [at, to] of movements.entries()) {
    if (to.position !== at + 1) problems.push(`movement ${at + 1} is numbered ${to.position}`);
    const { subscription_id, currency } = to;
    const from: Before = standings.get(subscription_id) ?? null;
    const day = dayOf(to.moved_at);
    const add = (product_id: string, sums: Sums<string>) =>
      days.add(dayKey(product_id, currency, day), sums);
    add('', stateSums(from?.state ?? null, to.state));
    add('', pay('', to.mrr_minor - (from?.mrr_minor ?? 0)));
    for (const [product_id, sums] of stateSumsByProduct(from, to)) add(product_id, sums);
    for (const [product_id, change] of amountsByProduct(from, to)) {
      add(product_id, pay(product_id, change));
    }
    const month = monthOf(day);
    const is_start = to.state === 'active' && !began.has(subscription_id);
    if (is_start) began.set(subscription_id, { cohort: month, product_id: to.product_id });
    const start = began.get(subscription_id);
    if (start) {
      for (const product_id of ['', start.product_id]) {
        const key = cohortKey(product_id, currency, { cohort: start.cohort, month });
        cohorts.add(key, cohortSums(from, to, is_start));
      }
    }
    standings.set(subscription_id, to);
  }
  return { standings: [...standings.values()], paid: [...paid.values()], problems };
}
