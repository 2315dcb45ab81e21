import type { Reader } from '../../platform/db/database.ts';
import type { CohortSum, Standing, State } from '../../shop/figures/figure-change.rules.ts';
import type { Movement, PaidByCustomer } from './recount.rules.ts';

/** A range of a store's records, by identifier: after one, up to another. */
interface IdRange {
  [name: string]: string | number;
  store_id: string;
  after: string;
  upto: string;
}

export interface KeptStanding extends Omit<Standing, 'state'> {
  state: State | 'uncounted';
}

const STANDINGS = `SELECT s.subscription_id, s.customer_id, s.currency, s.product_id, s.state,
    s.mrr_minor
  FROM subscription_standings s
  WHERE s.store_id = :store_id AND s.subscription_id > :after AND s.subscription_id <= :upto`;

export const standingsIn = (reader: Reader, range: IdRange) =>
  reader.all<KeptStanding>(STANDINGS, range);

const MOVEMENTS = `SELECT m.customer_id, m.currency, m.position, m.subscription_id, m.moved_at,
    m.product_id, m.state, m.mrr_minor
  FROM subscription_movements m
  WHERE m.store_id = :store_id
    AND (m.customer_id, m.currency, m.position) > (:customer_id, :currency, :position)
  ORDER BY m.customer_id, m.currency, m.position LIMIT :limit`;

const ROWS = 1_000;

/** All movements, customer by customer. */
export async function* listMovements(reader: Reader, store_id: string): AsyncGenerator<Movement> {
  type After = Pick<Movement, 'customer_id' | 'currency' | 'position'>;
  let after: After | undefined = { customer_id: '', currency: '', position: 0 };
  while (after) {
    const { customer_id, currency, position }: After = after;
    const from = { store_id, customer_id, currency, position, limit: ROWS };
    const rows: Movement[] = await reader.all<Movement>(MOVEMENTS, from);
    yield* rows;
    after = rows.length === ROWS ? rows.at(-1) : undefined;
  }
}

interface KeptCustomer extends PaidByCustomer {
  customer_id: string;
  currency: string;
}

const CUSTOMERS = `SELECT c.customer_id, c.currency, c.product_id, c.mrr_minor, c.changes, c.movements
  FROM customer_standings c
  WHERE c.store_id = :store_id
    AND (c.customer_id, c.currency, c.product_id) > (:customer_id, :currency, :product_id)
  ORDER BY c.customer_id, c.currency, c.product_id LIMIT :limit`;

/** What every customer pays a month, as it is kept. */
export async function* listCustomers(
  reader: Reader,
  store_id: string,
): AsyncGenerator<KeptCustomer> {
  type After = Pick<KeptCustomer, 'customer_id' | 'currency' | 'product_id'>;
  let after: After | undefined = { customer_id: '', currency: '', product_id: '' };
  while (after) {
    const { customer_id, currency, product_id }: After = after;
    const from = { store_id, customer_id, currency, product_id, limit: ROWS };
    const rows: KeptCustomer[] = await reader.all<KeptCustomer>(CUSTOMERS, from);
    yield* rows;
    after = rows.length === ROWS ? rows.at(-1) : undefined;
  }
}

type KeptCohort = Record<CohortSum, number> & {
  product_id: string;
  currency: string;
  cohort: number;
  month: number;
};

const COHORTS = `SELECT c.product_id, c.currency, c.cohort, c.month, c.started, c.active_change,
    c.mrr_change_minor
  FROM cohort_months c WHERE c.store_id = :store_id`;

/** A row for each month, product and month of beginning: there are not many. */
export const listCohorts = (reader: Reader, store_id: string) =>
  reader.all<KeptCohort>(COHORTS, { store_id });
