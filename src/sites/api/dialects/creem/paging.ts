import { setImmediate } from 'node:timers/promises';
import { Default } from '../../../../platform/core/fields.ts';
import { LIMITS } from '../../../../platform/core/limits.ts';
import { Type } from '../../../../platform/core/schema.ts';
import { findPage } from '../../../../shop/insight/search/find-page.ts';
import type { PagedList } from '../../../../shop/insight/search/page.sql.ts';
import type { CreemRequest } from './route.ts';

/** Creem's parameters of a list. */
export const pageParameters = (size: number) => ({
  page_number: Default(1, Type.Integer({ minimum: 1, maximum: LIMITS.records_counted })),
  page_size: Default(size, Type.Integer({ minimum: 1, maximum: 100 })),
});

interface Paging {
  page_number: number;
  page_size: number;
}

interface Listing<T> {
  list: PagedList;
  filter?: { customer_id?: string; product_id?: string; status?: string };
  read(page: PageQuery): Promise<{ data: T[]; next_cursor: string | null }>;
  show(record: T): object;
}

interface PageQuery {
  limit: number;
  cursor?: string;
}

/** A page of one of our lists, as Creem answers it. */
export async function pageOf<T>(
  { ask }: Pick<CreemRequest, 'ask'>,
  { page_number, page_size }: Paging,
  { list, filter = {}, read, show }: Listing<T>,
) {
  const page = await ask(findPage, { list, page_number, page_size, ...filter });
  const { cursor, total_records } = page;
  const begin = cursor === null ? {} : { cursor };
  const data = page.is_empty ? [] : await readWhole(read, { limit: page_size, ...begin });
  return {
    items: data.map(show),
    pagination: pagination({ page_number, page_size }, total_records),
  };
}

/** Our lists may answer a short page where several filters have little in common. */
const READ_ON_MAX = 10;

async function readWhole<T>(
  read: Listing<T>['read'],
  { limit, ...begin }: PageQuery,
): Promise<T[]> {
  const found: T[] = [];
  let cursor = begin.cursor;
  for (let n = 0; n < READ_ON_MAX && found.length < limit; n++) {
    const requested = { limit: limit - found.length, ...(cursor !== undefined && { cursor }) };
    const { data, next_cursor } = await read(requested);
    found.push(...data);
    if (next_cursor === null) break;
    cursor = next_cursor;
    await setImmediate(); // Others have their turn.
  }
  return found;
}

/** The same of records that are all here. */
export const pageIn = <T>(paging: Paging, records: T[], show: (record: T) => object) => {
  const begin = (paging.page_number - 1) * paging.page_size;
  const items = records.slice(begin, begin + paging.page_size).map(show);
  return { items, pagination: pagination(paging, records.length) };
};

function pagination({ page_number, page_size }: Paging, total_records: number) {
  const total_pages = Math.ceil(total_records / page_size);
  return {
    total_records,
    total_pages,
    current_page: page_number,
    next_page: page_number < total_pages ? page_number + 1 : null,
    prev_page: page_number > 1 ? page_number - 1 : null,
  };
}
