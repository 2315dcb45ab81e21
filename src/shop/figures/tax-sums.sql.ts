import type { Reader } from '../../platform/db/database.ts';
import type { TaxTotal } from './figure-change.rules.ts';

// Sales are added up whatever day of the period they take back; earlier ones are kept apart.
const OF_PERIOD = `SELECT d.country, d.region, d.kind, d.scheme, d.tax, d.rate_ppm, d.rate_type,
    d.currency, CASE WHEN d.corrects < :from THEN d.corrects ELSE '' END AS taken_back,
    CAST(SUM(d.net_minor) AS bigint) AS net_minor, CAST(SUM(d.tax_minor) AS bigint) AS tax_minor,
    CAST(SUM(d.entries) AS bigint) AS entries
  FROM tax_days d
  WHERE d.store_id = :store_id AND d.day >= :first_day AND d.day <= :last_day
  GROUP BY d.country, d.region, d.kind, d.scheme, d.tax, d.rate_ppm, d.rate_type, d.currency,
    taken_back`;

/** The taxes of some days. `corrects` is the day of a sale before `from`, or ''. */
export async function sumTaxes(
  reader: Reader,
  period: { from: string; first_day: number; last_day: number },
): Promise<TaxTotal[]> {
  const found = await reader.all<
    Omit<TaxTotal, 'corrects'> & { taken_back: string; entries: number }
  >(OF_PERIOD, period);
  // What failed after all leaves rows of nothing.
  return found
    .filter(({ entries }) => entries > 0)
    .map(({ taken_back: corrects, entries: _, ...row }) => ({ ...row, corrects }));
}
