import { randomFillSync } from 'node:crypto';
import { base32Bytes, base32Number } from './base32.ts';

export type IdPrefix = 'store' | 'key' | 'prod' | 'cus' | 'bill' | 'disc' | 'evt' | 'req';

/**
 * `prod_` + 9 symbols of time + 3 of sequence + 16 random (80 bits).
 * Text order is the order of making: by the millisecond, then by the sequence within it.
 */
export function newId(prefix: IdPrefix, now: number): string {
  sequence = now === last_now ? (sequence + 1) % SEQUENCE_LIMIT : 0;
  if (now !== last_now) time_text = base32Number(now, 9);
  last_now = now;
  return `${prefix}_${time_text}${base32Number(sequence, 3)}${randomText()}`;
}

/** Random symbols for secrets and links: 8 for every 5 bytes of the system's generator. */
export function randomText(bytes = 10): string {
  if (pool_at + bytes > POOL.length) {
    randomFillSync(POOL);
    pool_at = 0;
  }
  const text = base32Bytes(POOL, pool_at, pool_at + bytes);
  pool_at += bytes;
  return text;
}

const SEQUENCE_LIMIT = 32 ** 3;
let last_now = -1;
let time_text = '';
let sequence = 0;

// One system call for 400 identifiers: asking for ten bytes at a time costs more than the rest of a read.
const POOL = Buffer.alloc(4000);
let pool_at = POOL.length;
