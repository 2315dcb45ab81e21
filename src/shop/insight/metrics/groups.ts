import type { Reader } from '../../../platform/db/database.ts';
import type { Dimension } from '../../figures/figure-change.rules.ts';
import { GROUPS_MAX, salesOf } from './groups.rules.ts';
import { listGroups, nameOfGroup } from './groups.sql.ts';
import type { Range } from './range.rules.ts';

interface Whose {
  product_id: string;
  currency: string | null;
  dimension: Dimension;
  /** Only this one. */
  origin: string | undefined;
}

/** What was sold by each origin, the most first, with its name and what it was before. */
export async function groupsOf(
  reader: Reader,
  { currency, origin = '', ...whose }: Whose,
  range: Range,
) {
  if (currency === null) return [];
  const rows = await listGroups(
    reader,
    { ...whose, currency, origin },
    { ...range, limit: GROUPS_MAX },
  );
  return Promise.all(
    rows.map(async (row) => ({
      origin: row.origin === '' ? null : row.origin,
      name: await nameOfGroup(reader, whose.dimension, row.origin),
      ...salesOf(row, '', currency),
      previous: salesOf(row, 'previous_', currency),
    })),
  );
}
