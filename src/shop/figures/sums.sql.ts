import type { Tx, Values } from '../../platform/db/database.ts';
import type {
  CohortSum,
  SalesSum,
  SubscriptionSum,
  Sums,
  TaxKey,
  TaxSum,
} from './figure-note.rules.ts';

/** Of which row a sum is. */
export type DayKey = {
  currency: string;
  product_id: string;
  day: number;
  month: number;
};

type CohortKey = {
  currency: string;
  product_id: string;
  cohort: number;
  month: number;
};

const TAX_KEY = [
  ...['country', 'region', 'kind', 'scheme', 'tax', 'rate_ppm', 'rate_type', 'corrects'],
] as const satisfies (keyof TaxKey)[];

interface Rows {
  table: string;
  /** The key, after store_id. */
  key: readonly string[];
  /** What is told once, when the row is made. */
  fixed: readonly string[];
  /** Whether the same is added to the row of all products together (''), which comes first. */
  and_all: boolean;
}

/**
 * Adds to rows of sums, which are made if they are new. The text names the sums that change and no
 * others: there are few such combinations, and each is made once.
 */
function adder<Key extends Values, Name extends string>({ table, key, fixed, and_all }: Rows) {
  const texts = new Map<string, string>();
  const make = (names: string[]): string => {
    const columns = ['store_id', ...key, ...fixed, ...names];
    return `INSERT INTO ${table} (${columns.join(', ')})
      VALUES (${columns.map((name) => `:${name}`).join(', ')}) ON CONFLICT (store_id, ${key.join(', ')}) DO UPDATE
      SET ${names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;
  };
  return async (tx: Tx, row: Key, sums: Sums<Name>): Promise<void> => {
    const added: Record<string, number> = {};
    for (const name in sums) {
      const value = sums[name];
      if (value) added[name] = value;
    }
    const names = Object.keys(added);
    if (names.length === 0) return;
    const which = names.sort().join();
    const text = texts.get(which) ?? make(names);
    texts.set(which, text);
    if (and_all) await tx.addUp(text, { ...row, product_id: '' }, added);
    await tx.addUp(text, row, added);
  };
}

/** To the day of a product, and to the same day of all products, which comes first. */
export const addSales = adder<DayKey, SalesSum>({
  ...{ table: 'sales_days', key: ['product_id', 'currency', 'day'], fixed: ['month'] },
  and_all: true,
});

/** To the day of a product, or of all ('') alone. */
export const addSubscriptionSums = adder<DayKey, SubscriptionSum>({
  ...{ table: 'subscription_days', key: ['product_id', 'currency', 'day'], fixed: ['month'] },
  and_all: false,
});

/** To the month of a cohort, of the product that it began with and of all. */
export const addCohortSums = adder<CohortKey, CohortSum>({
  ...{ table: 'cohort_months', key: ['product_id', 'currency', 'cohort', 'month'], fixed: [] },
  and_all: true,
});

/** To the day of a tax. */
export const addTaxSums = adder<TaxKey & { day: number; currency: string }, TaxSum>({
  table: 'tax_days',
  key: ['day', 'currency', ...TAX_KEY],
  fixed: [],
  and_all: false,
});
