import type { Reader } from '../../platform/db/database.ts';
import { TAX_SUMS, type TaxKey, type TaxSum } from '../../shop/figures/figure-change.rules.ts';

type Place = TaxKey & { day: number; currency: string };
type KeptTaxDay = Place & Record<TaxSum, number>;

/** Before all others. */
const FIRST: Place = {
  day: -1,
  currency: '',
  country: '',
  region: '',
  kind: '',
  scheme: '',
  tax: '',
  rate_ppm: 0,
  rate_type: '',
  corrects: '',
};
const KEY = Object.keys(FIRST);
const ROWS = 1_000;

const list = (names: readonly string[], before: string): string =>
  names.map((name) => `${before}${name}`).join(', ');

const KEPT = `SELECT ${list([...KEY, ...TAX_SUMS], 'd.')}
  FROM tax_days d
  WHERE d.store_id = :store_id AND (${list(KEY, 'd.')}) > (${list(KEY, ':')})
  ORDER BY ${list(KEY, 'd.')} LIMIT :limit`;

/** The sums of taxes, in the order of their key. */
export async function* keptTaxDays(reader: Reader, store_id: string): AsyncGenerator<KeptTaxDay> {
  let after: Place | undefined = FIRST;
  while (after) {
    const rows: KeptTaxDay[] = await reader.all(KEPT, { ...after, store_id, limit: ROWS });
    yield* rows;
    after = rows.length === ROWS ? rows.at(-1) : undefined;
  }
}
