// Lists: newest first, a page at a time; and the search that lags behind.
import type Stripe from 'stripe';
import { invalid, missing } from './refusals.ts';
import { type Context, nowSeconds } from './world.ts';

const PAGE = 10;
const PAGE_MAX = 100;
/** Stripe finds new objects by search only after a while: whoever relies on it finds out here. */
const SEARCH_LAG_SECONDS = 60;

interface Paging extends Stripe.PaginationParams {
  created?: Stripe.RangeQueryParam | number;
}

/** A page of what was made in this order. */
export function listOf<T extends { id: string }>(
  made: Iterable<T>,
  url: string,
  { limit = PAGE, starting_after, ending_before, created }: Paging,
): Stripe.ApiList<T> {
  checkLimit(limit);
  const all = [...made].toReversed().filter((item) => isWithin(created, createdOf(item)));
  const placeOf = (id: string, param: string): number => {
    const place = all.findIndex((item) => item.id === id);
    if (place < 0)
      throw missing(url.split('/').at(-1)?.replace(/s$/, '') ?? 'object', id, { param });
    return place;
  };
  if (ending_before !== undefined) {
    const end = placeOf(ending_before, 'ending_before');
    const start = Math.max(end - limit, 0);
    return { object: 'list', url, has_more: start > 0, data: all.slice(start, end) };
  }
  const start = starting_after === undefined ? 0 : placeOf(starting_after, 'starting_after') + 1;
  const data = all.slice(start, start + limit);
  return { object: 'list', url, has_more: start + limit < all.length, data };
}

function checkLimit(limit: number): void {
  if (limit >= 1 && limit <= PAGE_MAX) return;
  const bound = limit < 1 ? 'greater than or equal to 1' : `less than or equal to ${PAGE_MAX}`;
  throw invalid(`This value must be ${bound}.`, {
    code: 'parameter_invalid_integer',
    param: 'limit',
  });
}

const createdOf = (item: object): number =>
  'created' in item && typeof item.created === 'number' ? item.created : 0;

function isWithin(range: Paging['created'], created: number): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return created === range;
  const { gt, gte, lt, lte } = range;
  return (
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
  );
}

interface Searching {
  query: string;
  limit?: number;
  page?: string;
}

/** `metadata["order"]:"7" AND status:"succeeded"`; no other words of the language are known here. */
export function searchIn<
  T extends { id: string; created: number; metadata: Stripe.Metadata | null },
>(
  context: Context,
  made: Iterable<T>,
  url: string,
  { query, limit = PAGE, page = '0' }: Searching,
): Stripe.ApiSearchResult<T> {
  checkLimit(limit);
  const wanted = query.split(/\s+AND\s+/i).map(readTerm);
  const before = nowSeconds(context.world) - SEARCH_LAG_SECONDS;
  const all = [...made]
    .toReversed()
    .filter((item) => item.created <= before && wanted.every((matches) => matches(item)));
  const start = Number(page);
  const has_more = start + limit < all.length;
  return {
    object: 'search_result',
    url,
    has_more,
    data: all.slice(start, start + limit),
    next_page: has_more ? String(start + limit) : null,
  };
}

function readTerm(term: string): (item: { metadata: Stripe.Metadata | null }) => boolean {
  const matched = /^(\w+)(?:\[["']([^"']+)["']\])?:["']([^"']*)["']$/.exec(term.trim());
  const [, field = '', name, value] = matched ?? [];
  if (matched === null) {
    throw invalid(`We were unable to parse your search query near: ${term}`, { param: 'query' });
  }
  if (name !== undefined) return ({ metadata }) => metadata?.[name] === value;
  return (item) => String((item as Record<string, unknown>)[field]) === value;
}
