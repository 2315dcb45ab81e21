import type { Reader } from '../../../platform/db/database.ts';
import { usedCurrencies } from './metrics.sql.ts';
import type { Days } from './range.rules.ts';

/** The currency that is asked for, or else the one with the most payments of these days. */
export async function chooseCurrency(
  reader: Reader,
  asked: { currency?: string; product_id: string },
  days: Days,
): Promise<{ currency: string | null; currencies: string[] }> {
  const used = [...(await usedCurrencies(reader, asked.product_id, days))];
  const [most] = used.toSorted(([, a], [, b]) => b - a);
  const currency = asked.currency?.toUpperCase() ?? most?.[0] ?? null;
  return { currency, currencies: used.map(([name]) => name) };
}
