import type { Value } from '../database.ts';

/** Text and bigint, by their letter (see Mergeable); a column that was always NULL is not sent. */
const OIDS: Record<string, number> = { t: 25, b: 20 };
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const BIGINT_BYTES = 8;
const IS_NULL = -1;
/** A letter of a text takes so many bytes at most. */
const LETTER_BYTES_MAX = 3;

/**
 * The values of several rows as one array of PostgreSQL for each column that is sent. In their binary
 * form nothing is escaped here, and PostgreSQL need not look for the ends of values.
 */
export function columnArrays(types: string, rows: readonly Value[][]): Buffer[] {
  const arrays: Buffer[] = [];
  for (let at = 0; at < types.length; at++) {
    const oid = OIDS[types[at] ?? ''];
    if (oid !== undefined) arrays.push(arrayOf(oid, rows, at));
  }
  return arrays;
}

const DRAFT_BYTES = 64 * 1024;
/** Large texts are rare: what was needed for one is not kept. */
const DRAFT_MAX_BYTES = 1024 * 1024;
/** Written into again and again; what is returned is a copy. */
let draft = Buffer.allocUnsafeSlow(DRAFT_BYTES);

function arrayOf(oid: number, rows: readonly Value[][], column: number): Buffer {
  let end = HEAD_BYTES;
  let has_null = 0;
  for (const row of rows) {
    const value = row[column];
    makeRoom(end, typeof value === 'string' ? value.length * LETTER_BYTES_MAX : BIGINT_BYTES);
    const start = end + LENGTH_BYTES;
    let bytes = IS_NULL;
    if (typeof value === 'string') bytes = draft.write(value, start);
    else if (typeof value === 'number') bytes = writeBigint(value, start);
    else has_null = 1;
    draft.writeInt32BE(bytes, end);
    end = start + Math.max(bytes, 0);
  }
  draft.writeInt32BE(1, 0); // Of one dimension.
  draft.writeInt32BE(has_null, 4);
  draft.writeInt32BE(oid, 8);
  draft.writeInt32BE(rows.length, 12);
  draft.writeInt32BE(1, 16); // The number of the first element.
  const array = Buffer.from(draft.subarray(0, end));
  if (draft.length > DRAFT_MAX_BYTES) draft = Buffer.allocUnsafeSlow(DRAFT_BYTES);
  return array;
}

function makeRoom(end: number, value_bytes: number): void {
  const needed = end + LENGTH_BYTES + value_bytes;
  if (needed <= draft.length) return;
  const before = draft;
  draft = Buffer.allocUnsafeSlow(2 * needed);
  before.copy(draft, 0, 0, end);
}

const HIGH = 2 ** 32;

function writeBigint(value: number, at: number): number {
  const high = Math.floor(value / HIGH);
  draft.writeInt32BE(high, at);
  draft.writeUInt32BE(value - high * HIGH, at + 4);
  return BIGINT_BYTES;
}
