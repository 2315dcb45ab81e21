import type { Static } from 'typebox';
import { KEY_SCOPES, type KeyScope } from '../../platform/core/access.ts';
import { Id, Instant, Line, Nullable, OneOf } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant, isoInstantOrNull } from '../../platform/core/time.ts';

export const API_KEYS_MAX = 100;

export const KeyId = Id('key_1tq3v9w0e00h4rk6m2x8pz7ycn5', 'The key. `list-api-keys` lists them');

export const KeyName = Line(100, {
  description: 'What it is for, in your words',
  examples: ['Web shop'],
});

const nullableInstant = Nullable(Type.String({ format: 'date-time' }));

/** A key without its secret, which is known only when it is made. */
export const ApiKey = Type.Object({
  key_id: KeyId,
  object: Type.Literal('api_key'),
  name: Type.String({ examples: ['Web shop'] }),
  hint: Type.String({
    description: 'The beginning and the end of the key, to recognize it',
    examples: ['kassa_test_2x8p…c9k4'],
  }),
  scope: OneOf([...KEY_SCOPES], { examples: ['full'] }),
  status: OneOf(['good', 'expired', 'revoked'], { examples: ['good'] }),
  last_used_on: Nullable(
    Type.String({
      format: 'date',
      description: 'The last day on which it was used, in UTC; known a minute later',
      examples: ['2026-11-14'],
    }),
  ),
  expires_at: nullableInstant,
  revoked_at: nullableInstant,
  created_at: Instant,
});

interface KeyFacts {
  key_id: string;
  name: string;
  hint: string;
  scope: KeyScope;
  last_used_on: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  created_at: number;
}

/** Keys go by real time, also those of a test store whose clock is ahead. */
export const showApiKey = (row: KeyFacts, wall: number): Static<typeof ApiKey> => ({
  key_id: row.key_id,
  object: 'api_key',
  name: row.name,
  hint: row.hint,
  scope: row.scope,
  status: keyStatus(row, wall),
  last_used_on: row.last_used_on === null ? null : isoInstant(row.last_used_on).slice(0, 10),
  expires_at: isoInstantOrNull(row.expires_at),
  revoked_at: isoInstantOrNull(row.revoked_at),
  created_at: isoInstant(row.created_at),
});

export function keyStatus(
  { revoked_at, expires_at }: Pick<KeyFacts, 'revoked_at' | 'expires_at'>,
  wall: number,
): Static<typeof ApiKey>['status'] {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= wall ? 'expired' : 'good';
}
