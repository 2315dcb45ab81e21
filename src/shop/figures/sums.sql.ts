import type { Tx, Values } from '../../platform/db/database.ts';
import type { SumsOfRow, SumTable } from '../../platform/db/sums.ts';
import type {
  CohortSum,
  CustomerSum,
  OriginSum,
  SalesSum,
  SubscriptionSum,
  Sums,
  TaxKey,
  TaxSum,
} from './figure-change.rules.ts';
import type { CustomerKey, OriginKey } from './origin.rules.ts';

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

interface Options {
  /** Whether the same is added to the row of all products together (''), which comes first. */
  and_all: boolean;
}

/** Adds to rows of sums what is not zero. */
function adder<Key extends Values, Name extends string>(into: SumTable, { and_all }: Options) {
  return async (tx: Tx, row: Key, sums: Sums<Name>): Promise<void> => {
    const added: SumsOfRow = {};
    for (const name in sums) {
      const value = sums[name];
      if (value) added[name] = value;
    }
    if (Object.keys(added).length === 0) return;
    if (and_all) await tx.addUp(into, { ...row, product_id: '' }, added);
    await tx.addUp(into, row, added);
  };
}

/** To the day of a product, and to the same day of all products, which comes first. */
export const addSales = adder<DayKey, SalesSum>(
  { table: 'sales_days', key: ['product_id', 'currency', 'day'], fixed: ['month'] },
  { and_all: true },
);

/** To the day of a product, or of all ('') alone. */
export const addSubscriptionSums = adder<DayKey, SubscriptionSum>(
  { table: 'subscription_days', key: ['product_id', 'currency', 'day'], fixed: ['month'] },
  { and_all: false },
);

/** To the month of a cohort, of the product that it began with and of all. */
export const addCohortSums = adder<CohortKey, CohortSum>(
  { table: 'cohort_months', key: ['product_id', 'currency', 'cohort', 'month'], fixed: [] },
  { and_all: true },
);

/** To the day of a country, a code, a link or a product. */
export const addOriginSums = adder<OriginKey, OriginSum>(
  {
    table: 'sales_origin_days',
    key: ['product_id', 'currency', 'dimension', 'day', 'origin'],
    fixed: [],
  },
  { and_all: false },
);

/** To what a customer has bought. */
export const addCustomerSums = adder<CustomerKey, CustomerSum>(
  { table: 'customer_sales', key: ['customer_id', 'currency'], fixed: [] },
  { and_all: false },
);

/** To the day of a tax. */
export const addTaxSums = adder<TaxKey & { day: number; currency: string }, TaxSum>(
  { table: 'tax_days', key: ['day', 'currency', ...TAX_KEY], fixed: [] },
  { and_all: false },
);
