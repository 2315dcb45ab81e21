import { type Detail, refuseParameters } from './errors.ts';

/** One page of a list, as it is answered. */
export interface ListPage<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * Turns `limit + 1` rows into a page: the extra row only shows that there are more. So does `end`:
 * how far was looked, where there may be more behind it.
 */
export function listPage<Row, T>(
  rows: Row[],
  {
    list,
    limit,
    show,
    cursor,
    end,
  }: {
    /** The name of the list: a cursor is refused by every other list. */
    list: string;
    limit: number;
    show: (row: Row) => T;
    cursor: (row: Row) => Position;
    end?: Position | undefined;
  },
): ListPage<T> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const position = last === undefined ? end : cursor(last);
  return {
    object: 'list',
    data: shown.map(show),
    has_more: position !== undefined,
    next_cursor: position === undefined ? null : writeCursor(list, position),
  };
}

/** A page of records that are JSON already. */
export const pageText = ({ data, has_more, next_cursor }: ListPage<string>): string =>
  `{"object":"list","data":[${data.join(',')}],"has_more":${has_more},"next_cursor":${JSON.stringify(next_cursor)}}`;

/** Where a page ended: what its rows are ordered by. */
export type Position = (string | number)[];

export const writeCursor = (list: string, position: Position): string =>
  Buffer.from(JSON.stringify([list, ...position])).toString('base64url');

/** The position in a cursor. `shape` is an example of a position, for the types of its parts. */
export function readCursor<const P extends Position>(
  cursor: string | undefined,
  list: string,
  shape: P,
): { [I in keyof P]: P[I] extends number ? number : string } | undefined {
  if (cursor === undefined) return undefined;
  const [of_list, ...position] = decode(cursor);
  const fits = (value: unknown, at: number) =>
    typeof value === typeof shape[at] &&
    (typeof value === 'string' ? !value.includes('\0') : Number.isSafeInteger(value));
  if (of_list !== list || !isPosition<P>(position, shape, fits)) {
    throw refuseParameters([CURSOR_UNKNOWN]);
  }
  return position;
}

const CURSOR_UNKNOWN: Detail = {
  param: 'cursor',
  code: 'invalid_format',
  message: 'must be the next_cursor of a page of this list',
};

function decode(cursor: string): unknown[] {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(decoded) ? decoded : [];
  } catch {
    return []; // The caller refuses it as it does any other wrong position.
  }
}

function isPosition<P extends Position>(
  value: unknown[],
  shape: P,
  fits: (value: unknown, at: number) => boolean,
): value is { [I in keyof P]: P[I] extends number ? number : string } {
  return value.length === shape.length && value.every(fits);
}
