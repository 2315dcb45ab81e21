import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { writeBytes, writeNumber } from './base32.ts';

const SYMBOLS = 28;

// For each kind apart: a store's clock may be ahead of the one that requests are numbered by.
const KINDS = {
  store: kind('store'),
  key: kind('key'),
  prod: kind('prod'),
  cus: kind('cus'),
  bill: kind('bill'),
  disc: kind('disc'),
  cs: kind('cs'),
  txn: kind('txn'),
  lic: kind('lic'),
  inst: kind('inst'),
  sign: kind('sign'),
  sub: kind('sub'),
  adj: kind('adj'),
  wh: kind('wh'),
  del: kind('del'),
  req: kind('req'),
  // What the test gateway calls its charges and refunds.
  ch: kind('ch'),
  re: kind('re'),
};

export type IdPrefix = keyof typeof KINDS;

/**
 * `prod_` + 9 symbols of time + 3 of sequence + 16 random (80 bits).
 * Text order is the order of making: by the millisecond, then by the sequence within it.
 * Written into bytes and read out as one piece: text joined from pieces is joined again, at a
 * price, when it is made into JSON.
 */
export function newId(prefix: IdPrefix, now: number): string {
  assert(now >= 0);
  const last = KINDS[prefix];
  // It goes on over the milliseconds and begins anew only now and then: stores whose clocks differ
  // take turns, and would otherwise begin anew with every identifier.
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

/** What every identifier of a kind begins with that was made at `now`: identifiers sort by it. */
export function idPrefixAt(prefix: IdPrefix, now: number): string {
  assert(now >= 0);
  const text = Buffer.alloc(9);
  writeNumber(text, 0, Math.min(now, TIME_LIMIT - 1), 9);
  return `${prefix}_${text.toString('latin1')}`;
}

/** Random symbols for secrets and links: 8 for every 5 bytes of the system's generator. */
export function randomText(bytes: number): string {
  const text = Buffer.alloc((bytes / 5) * 8);
  writeRandom(text, 0, bytes);
  return text.toString('latin1');
}

const SEQUENCE_LIMIT = 32 ** 3;
const TIME_LIMIT = 32 ** 9;

// One system call for 400 identifiers: asking for ten bytes at a time costs more than the rest.
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
