import type { Awaitable, Reader, SearchQuery } from './database.ts';

interface Search<Row> {
  reader: Reader;
  scopes: string[];
  words: string[];
  last_is_prefix: boolean;
  limit: number;
  /** Tier and entry of the last result that was shown already. */
  after: [number, number] | undefined;
  find(where: { match: string; before_entry: number; limit: number }): Awaitable<Row[]>;
}

/**
 * Ranked search in four tiers: all words in the title, then with the last one unfinished, then
 * all words anywhere, then those with the last one unfinished; newest first within a tier.
 * A rank depends on nothing but the record, so pages stay right while records are added, and a
 * page costs the same in a large shop (a score of all hits, as bm25 is, would not).
 */
export async function searchRanked<Row>(
  search: Search<Row>,
): Promise<{ tier: number; row: Row }[]> {
  const { reader, limit, after } = search;
  const found: { tier: number; row: Row }[] = [];
  if (search.words.length === 0) return found;
  const tiers = tiersOf(search);
  const first = after?.[0] ?? 0;
  for (let tier = first; tier < tiers.length && found.length < limit; tier++) {
    const query = tiers[tier];
    if (query === undefined) break;
    const rows = await search.find({
      match: reader.match(query, tiers.slice(0, tier)),
      before_entry: tier === first && after ? after[1] : Number.MAX_SAFE_INTEGER,
      limit: limit - found.length,
    });
    found.push(...rows.map((row) => ({ tier, row })));
  }
  return found;
}

function tiersOf({ scopes, words, last_is_prefix }: Search<unknown>): SearchQuery[] {
  const endings = last_is_prefix ? [false, true] : [false];
  return [true, false].flatMap((title_only) =>
    endings.map((last_is_prefix) => ({ scopes, words, last_is_prefix, title_only })),
  );
}
