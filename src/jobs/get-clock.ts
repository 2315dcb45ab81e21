import { Type } from '../platform/core/schema.ts';
import { isoInstant } from '../platform/core/time.ts';
import { operation } from '../platform/operation/operation.ts';
import { Clock } from './clock.rules.ts';
import { clockAhead } from './clock.sql.ts';

export const getClock = operation({
  method: 'GET',
  path: '/get-clock',
  summary: "Get the store's clock",
  scope: 'read',
  input: Type.Object({}),
  output: Clock,
  errors: [],
  async read({ reader, now, store }) {
    const ahead_ms = await clockAhead(reader);
    const moved_since_ms = ahead_ms - store.clock_ahead_ms;
    const object = 'clock' as const;
    return { object, now: isoInstant(now + moved_since_ms), ahead_seconds: ahead_ms / 1000 };
  },
});
