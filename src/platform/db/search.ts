import type { Awaitable, Reader, SearchQuery, SearchStretch, SearchText } from './database.ts';

interface Search<Row> {
  reader: Reader;
  scopes: string[];
  words: string[];
  last_is_prefix: boolean;
  limit: number;
  /** Tier and entry of the last result on the page before. */
  after: [number, number] | undefined;
  find(where: SearchStretch): Awaitable<Row[]>;
  /** Whether `find` leaves out some that match. */
  is_filtered?: boolean;
  looked_at_max?: number;
  letters_max?: number;
  /** The words of a row in the search index. */
  text(row: Row): Pick<SearchText, 'title' | 'body'>;
}

interface Found<Row> {
  tier: number;
  row: Row;
}

interface Page<Row> {
  found: Found<Row>[];
  /** The last hit that was looked at, where there may be more behind it. */
  end: [tier: number, entry: number] | undefined;
}

/** Up to this many hits are read with one query and ranked here; more, with a query per tier. */
const FEW = 10;
const NEWEST = Number.MAX_SAFE_INTEGER;
/** So many hits of a tier are looked at for a page, where some are left out. */
const LOOKED_AT_MAX = 500;

/**
 * With more texts than this, a Latin letter or a digit alone begins no longer word: to list what
 * begins with it took up to a second among a million.
 */
const LETTERS_MAX = 10_000;
const ONE_LETTER = /^[a-z0-9]$/;

// Numbers are bound as REAL, and FTS5 passes over a bound that is one: it read every hit before it.
const LARGE = `SELECT search_texts.rowid AS entry FROM search_texts
  WHERE search_texts.rowid > CAST(:most AS bigint) AND :store_id <> '' LIMIT 1`;

const END = `SELECT search_texts.rowid AS entry FROM search_texts
  WHERE search_texts MATCH :match AND search_texts.rowid < CAST(:before_entry AS bigint) AND :store_id <> ''
  ORDER BY search_texts.rowid DESC LIMIT 1 OFFSET :looked_at_max - 1`;

/**
 * Search results in four tiers: all words in the title; the same, with the last word as a prefix;
 * all words anywhere; the same, with the last word as a prefix. Newest first within a tier. The tier
 * depends only on the record itself, so pages stay correct while records are added, and a page costs
 * the same in a large store. A score like bm25, which compares all hits, would have neither.
 */
export async function searchRanked<Row>(search: Search<Row>): Promise<Page<Row>> {
  const { reader, limit, after, is_filtered = false, looked_at_max = LOOKED_AT_MAX } = search;
  if (search.words.length === 0) return { found: [], end: undefined };
  const tiers = tiersOf({ ...search, last_is_prefix: await isPrefix(search) });
  const last = tiers.length - 1;
  const first = after?.[0] ?? 0;
  const find = async (tier: number, shown: number, before_entry: number, most: number) => {
    const query = tiers[tier];
    if (query === undefined) return { rows: [], end: undefined };
    const match = reader.match(query, tiers.slice(0, shown));
    const position = { match, before_entry, looked_at_max };
    const end = is_filtered ? await reader.maybe<{ entry: number }>(END, position) : undefined;
    const from_entry = end?.entry ?? 0;
    const rows = await search.find({ match, before_entry, from_entry, limit: most });
    return { rows, end: rows.length < most ? end?.entry : undefined };
  };

  const { rows, end } = await find(first, first, after?.[1] ?? NEWEST, limit);
  const found = rows.map((row) => ({ tier: first, row }));
  if (end !== undefined) return { found, end: [first, end] };
  if (found.length >= limit) return { found, end };
  // The last tier contains all others. If it has few hits, this one query is enough.
  const all = first < last ? await find(last, 0, NEWEST, FEW + 1) : { rows: [], end };
  if (all.rows.length <= FEW && all.end === undefined) {
    const ranked = all.rows.map((row) => ({ tier: tierOf(tiers, search.text(row)), row }));
    const rest = ranked.filter(({ tier }) => tier > first);
    const in_order = rest.sort((a, b) => a.tier - b.tier);
    return { found: [...found, ...in_order].slice(0, limit), end: undefined };
  }
  for (let tier = first + 1; tier <= last && found.length < limit; tier++) {
    const { rows, end } = await find(tier, tier, NEWEST, limit - found.length);
    found.push(...rows.map((row) => ({ tier, row })));
    if (end !== undefined) return { found, end: [tier, end] };
  }
  return { found, end: undefined };
}

/** Whether the last word may be the beginning of a longer one. */
async function isPrefix<Row>(search: Search<Row>): Promise<boolean> {
  const { reader, words, last_is_prefix, letters_max: most = LETTERS_MAX } = search;
  if (!last_is_prefix || !ONE_LETTER.test(words.at(-1) ?? '')) return last_is_prefix;
  return (await reader.maybe(LARGE, { most })) === undefined;
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
