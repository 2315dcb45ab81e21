import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../../platform/core/secrets.ts';
import { MINUTE_MS } from '../../../platform/core/time.ts';

// A challenge for a passkey says itself until when it counts and what for, sealed with the secret
// of the installation: showing a page writes nothing. That it counts once is kept when it is used.

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const CHALLENGE_MS = 10 * MINUTE_MS;

/** What it is for and whose: of another browser, person or page it is worth nothing. */
export type ChallengeFor = readonly [purpose: string, ...whose: string[]];

export function newChallenge(secrets: Secrets, bound_to: ChallengeFor, now: number): string {
  const body = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(body);
  body.writeUIntBE(now + CHALLENGE_MS, RANDOM_BYTES, TIME_BYTES);
  return Buffer.concat([body, markOf(secrets, body, bound_to)]).toString('base64url');
}

/** Until when it counts, and under which name its use is kept; undefined if it does not count. */
export function readChallenge(
  secrets: Secrets,
  challenge: string,
  { bound_to, now }: { bound_to: ChallengeFor; now: number },
): { challenge_hash: string; expires_at: number } | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== RANDOM_BYTES + TIME_BYTES + 32) return undefined;
  if (bytes.toString('base64url') !== challenge) return undefined;
  const body = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const mark = bytes.subarray(RANDOM_BYTES + TIME_BYTES);
  if (!timingSafeEqual(mark, markOf(secrets, body, bound_to))) return undefined;
  const expires_at = body.readUIntBE(RANDOM_BYTES, TIME_BYTES);
  if (expires_at <= now) return undefined;
  return { challenge_hash: createHash('sha256').update(bytes).digest('hex'), expires_at };
}

const markOf = (secrets: Secrets, body: Buffer, bound_to: ChallengeFor): Buffer =>
  secrets.derive(JSON.stringify(['challenge', body.toString('hex'), ...bound_to]));
