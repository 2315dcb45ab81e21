import type { Reader } from '../../../platform/db/database.ts';
import type { CohortRow, Whose } from './sums.rules.ts';

const COHORTS = `SELECT c.cohort, c.month, c.started, c.active_change, c.mrr_change_minor
  FROM cohort_months c
  WHERE c.store_id = :store_id AND c.product_id = :product_id AND c.currency = :currency
    AND c.cohort >= :from AND c.cohort <= :to AND c.month <= :to
  ORDER BY c.cohort, c.month`;

/** What changed in each month, of the cohorts of these months. */
export const listCohorts = (reader: Reader, of: Whose & { from: number; to: number }) =>
  reader.all<CohortRow>(COHORTS, { ...of });
