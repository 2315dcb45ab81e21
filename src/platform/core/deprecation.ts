import type { TSchema } from 'typebox';
import { withOption } from './fields.ts';
import { DAY_MS } from './time.ts';

/** What goes away, as docs/versions.md says. */
export interface Deprecation {
  /** The day on which it was announced. */
  since: string;
  /** The day from which on it may be gone, at least a year later; undefined: not decided. */
  sunset?: string;
  /** What to use, as a sentence without its full stop. */
  instead: string;
}

export interface MayBeDeprecated {
  deprecated?: Deprecation | undefined;
}

/** A parameter that goes away. */
export const Deprecated = <T extends TSchema>(
  deprecated: Deprecation,
  schema: T,
): T & { deprecated: Deprecation } => withOption(schema, { deprecated });

/** In words, for descriptions. */
export const deprecationText = ({ instead, sunset }: Deprecation): string =>
  `Deprecated${sunset === undefined ? '' : `, and gone from ${sunset} on`}: ${instead}`;

/** The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of an answer: the earliest days. */
export function deprecationHeaders(found: readonly Deprecation[]): string[] {
  const [since] = found.map((one) => Date.parse(one.since)).toSorted((a, b) => a - b);
  const [sunset] = found
    .flatMap((one) => (one.sunset === undefined ? [] : [Date.parse(one.sunset)]))
    .toSorted((a, b) => a - b);
  return [
    ...(since === undefined ? [] : ['Deprecation', `@${since / 1_000}`]),
    ...(sunset === undefined ? [] : ['Sunset', new Date(sunset).toUTCString()]),
  ];
}

const SUNSET_AFTER_DAYS = 365;

/** Whether nobody is surprised: what is announced stays for a year. */
export const leavesTime = ({ since, sunset }: Deprecation): boolean =>
  sunset === undefined || Date.parse(sunset) - Date.parse(since) >= SUNSET_AFTER_DAYS * DAY_MS;
