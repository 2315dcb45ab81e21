import type { Reader } from '../../platform/db/database.ts';
import { type Brand, parseBrand } from './brand.rules.ts';
import { findBrand } from './store.sql.ts';

/** How the store shows itself now. */
export const readBrand = async (reader: Reader): Promise<Brand> =>
  parseBrand((await findBrand(reader))?.brand ?? '{}');
