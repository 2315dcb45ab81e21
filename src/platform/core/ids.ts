import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { writeBytes, writeNumber } from './base32.ts';

const SYMBOLS = 28;

// Each kind of identifier has its own state, as the clock of a store may be ahead of real time.
const KINDS = {
  store: kind('store'),
  key: kind('key'),
  person: kind('person'),
  invite: kind('invite'),
  prod: kind('prod'),
  cus: kind('cus'),
  bill: kind('bill'),
  disc: kind('disc'),
  cs: kind('cs'),
  link: kind('link'),
  txn: kind('txn'),
  lic: kind('lic'),
  inst: kind('inst'),
  sign: kind('sign'),
  sub: kind('sub'),
  inv: kind('inv'),
  adj: kind('adj'),
  rate: kind('rate'),
  cu: kind('cu'),
  wh: kind('wh'),
  del: kind('del'),
  mail: kind('mail'),
  note: kind('note'),
  req: kind('req'),
  // Charges, refunds, disputes and messages of the test gateway.
  ch: kind('ch'),
  re: kind('re'),
  du: kind('du'),
  msg: kind('msg'),
};

export type IdPrefix = keyof typeof KINDS;

/**
 * `prod_` + 9 symbols of time + 3 of sequence + 16 random (80 bits).
 * Identifiers sort by when they were made: by the millisecond, then by the sequence within it.
 * The symbols are written into a buffer and read out at once: V8 would join text that was put
 * together from pieces again when it is made into JSON.
 */
export function newId(prefix: IdPrefix, now: number): string {
  assert(now >= 0);
  const last = KINDS[prefix];
  // The sequence is not reset in every millisecond: stores whose clocks differ take turns here, and
  // would reset it with every identifier.
  const goes_on = now === last.now || last.sequence < SEQUENCE_LIMIT / 2;
  last.sequence = goes_on ? (last.sequence + 1) % SEQUENCE_LIMIT : 0;
  const { text, start } = last;
  if (now !== last.now) writeNumber(text, start, now, 9);
  last.now = now;
  writeNumber(text, start + 9, last.sequence, 3);
  writeRandom(text, start + 12, 10);
  return text.toString('latin1');
}

function kind(prefix: string) {
  const text = Buffer.from(`${prefix}_${'0'.repeat(SYMBOLS)}`);
  return { text, start: prefix.length + 1, now: -1, sequence: 0 };
}

/** The beginning of every identifier made at `now`, to find identifiers by time. */
export function idPrefixAt(prefix: IdPrefix, now: number): string {
  assert(now >= 0);
  const text = Buffer.alloc(9);
  writeNumber(text, 0, Math.min(now, TIME_LIMIT - 1), 9);
  return `${prefix}_${text.toString('latin1')}`;
}

/** Random symbols for secrets and links: 8 symbols for every 5 random bytes. */
export function randomText(bytes: number): string {
  const text = Buffer.alloc((bytes / 5) * 8);
  writeRandom(text, 0, bytes);
  return text.toString('latin1');
}

/** For a row that has changed. Not counted up: after a restore, the same count may mean other data. */
export const newRevision = (): number => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) + 1;

const SEQUENCE_LIMIT = 32 ** 3;
const TIME_LIMIT = 32 ** 9;

// One system call for 400 identifiers: a call for each of them would cost more than the rest.
const POOL = Buffer.alloc(4000);
let pool_at = POOL.length;

function writeRandom(into: Buffer, at: number, bytes: number): void {
  if (pool_at + bytes > POOL.length) {
    randomFillSync(POOL);
    pool_at = 0;
  }
  writeBytes(into, at, POOL, pool_at, pool_at + bytes);
  pool_at += bytes;
}
