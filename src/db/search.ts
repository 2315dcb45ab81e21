import type { Awaitable, Reader, SearchQuery, SearchText } from './database.ts';

interface Search<Row> {
  reader: Reader;
  scopes: string[];
  words: string[];
  last_is_prefix: boolean;
  limit: number;
  /** Tier and entry of the last result on the page before. */
  after: [number, number] | undefined;
  find(where: { match: string; before_entry: number; limit: number }): Awaitable<Row[]>;
  /** The words of a row in the search index. */
  text(row: Row): Pick<SearchText, 'title' | 'body'>;
}

interface Found<Row> {
  tier: number;
  row: Row;
}

/** Up to this many hits are read with one query and ranked here; more, with a query per tier. */
const FEW = 10;
const NEWEST = Number.MAX_SAFE_INTEGER;

/**
 * Search results in four tiers: all words in the title; the same, with the last word as a prefix;
 * all words anywhere; the same, with the last word as a prefix. Newest first within a tier. The tier
 * depends only on the record itself, so pages stay correct while records are added, and a page costs
 * the same in a large store. A score like bm25, which compares all hits, would have neither.
 */
export async function searchRanked<Row>(search: Search<Row>): Promise<Found<Row>[]> {
  const { reader, limit, after } = search;
  if (search.words.length === 0) return [];
  const tiers = tiersOf(search);
  const last = tiers.length - 1;
  const first = after?.[0] ?? 0;
  const find = async (tier: number, shown: number, before_entry: number, most: number) => {
    const query = tiers[tier];
    if (query === undefined) return [];
    const match = reader.match(query, tiers.slice(0, shown));
    return search.find({ match, before_entry, limit: most });
  };

  const rows = await find(first, first, after?.[1] ?? NEWEST, limit);
  const found = rows.map((row) => ({ tier: first, row }));
  if (found.length >= limit) return found;
  // The last tier contains all others. If it has few hits, this one query is enough.
  const all = first < last ? await find(last, 0, NEWEST, FEW + 1) : [];
  if (all.length <= FEW) {
    const ranked = all.map((row) => ({ tier: tierOf(tiers, search.text(row)), row }));
    const rest = ranked.filter(({ tier }) => tier > first);
    return [...found, ...rest.sort((a, b) => a.tier - b.tier)].slice(0, limit);
  }
  for (let tier = first + 1; tier <= last && found.length < limit; tier++) {
    const rows = await find(tier, tier, NEWEST, limit - found.length);
    found.push(...rows.map((row) => ({ tier, row })));
  }
  return found;
}

function tiersOf({
  scopes,
  words,
  last_is_prefix,
}: Pick<SearchQuery, 'scopes' | 'words' | 'last_is_prefix'>): SearchQuery[] {
  const endings = last_is_prefix ? [false, true] : [false];
  return [true, false].flatMap((title_only) =>
    endings.map((last_is_prefix) => ({ scopes, words, last_is_prefix, title_only })),
  );
}

/** The first tier whose query matches a text, by the same rules as the index. */
function tierOf(tiers: SearchQuery[], { title, body }: Pick<SearchText, 'title' | 'body'>): number {
  return tiers.findIndex(({ words, last_is_prefix, title_only }) => {
    const text = title_only ? title : [...title, ...body];
    return words.every((word, at) =>
      last_is_prefix && at === words.length - 1
        ? text.some((one) => one.startsWith(word))
        : text.includes(word),
    );
  });
}
