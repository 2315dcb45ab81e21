import type { Reader } from '../../platform/db/database.ts';
import type { Filter } from '../../platform/db/filters.ts';
import { coveringParts, keyPartScope, readKeyPart, symbolsOf } from './key-part.rules.ts';
import { searchKeyParts } from './key-part.sql.ts';
import type { Licensing } from './licensing.ts';

interface Search {
  reader: Reader;
  store: { store_id: string; number: number };
  licensing: Pick<Licensing, 'revealKey' | 'hashKeyPart'>;
  /** As it was typed. */
  part: string;
  filter: Filter<
    'license_id' | 'customer_id' | 'product_id' | 'subscription_id' | 'transaction_id'
  >;
  before_entry: number;
  limit: number;
}

interface KeyPartPage {
  rows: { license_id: string }[];
  /** Where to read on; undefined: there is no more. */
  last_entry: number | undefined;
}

/** Licenses with this part in their keys; the cost does not grow with the store. */
export async function searchByKeyPart(search: Search): Promise<KeyPartPage> {
  const { reader, store, licensing, filter, before_entry, limit } = search;
  for (const symbols of readKeyPart(search.part)) {
    const words = coveringParts(symbols).map((part) => licensing.hashKeyPart(store.store_id, part));
    const scopes = [keyPartScope(store.number)];
    const match = reader.match({ scopes, words, last_is_prefix: false, title_only: false }, []);
    const candidates = await searchKeyParts(reader, {
      license_id: filter.license_id ?? null,
      customer_id: filter.customer_id ?? null,
      product_id: filter.product_id ?? null,
      subscription_id: filter.subscription_id ?? null,
      transaction_id: filter.transaction_id ?? null,
      match,
      before_entry,
      limit: limit + 1,
    });
    // Another key may have the same parts in another order.
    const rows = candidates
      .slice(0, limit)
      .filter(({ key_seed }) => symbolsOf(licensing.revealKey(key_seed)).includes(symbols));
    const last_entry = candidates.length > limit ? candidates[limit - 1]?.entry : undefined;
    if (rows.length > 0 || last_entry !== undefined) return { rows, last_entry };
  }
  return { rows: [], last_entry: undefined };
}
