import type { Reader } from '../../../platform/db/database.ts';
import { usedCurrencies } from './metrics.sql.ts';
import type { Days } from './range.rules.ts';

/** The currency that is asked for, or else the one with the most payments of these days. */
export async function chooseCurrency(
  reader: Reader,
  filter: { currency?: string; product_id: string },
  days: Days,
): Promise<{ currency: string | null; currencies: string[] }> {
  const used = [...(await usedCurrencies(reader, filter.product_id, days))];
  const [most] = used.toSorted(([, a], [, b]) => b - a);
  const currency = filter.currency?.toUpperCase() ?? most?.[0] ?? null;
  return { currency, currencies: used.map(([name]) => name) };
}
