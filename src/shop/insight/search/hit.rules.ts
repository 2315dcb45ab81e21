import type { Static } from 'typebox';
import {
  CurrencyCode,
  Instant,
  Nullable,
  OneOf,
  TextOrNull,
} from '../../../platform/core/fields.ts';
import { fromMinor } from '../../../platform/core/money.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant } from '../../../platform/core/time.ts';

/** Kinds of records, in the order of the answer. */
export const HIT_KINDS = [
  ...(['customer', 'license', 'transaction', 'subscription', 'invoice', 'product'] as const),
  ...(['discount_code', 'payment_link', 'checkout_session', 'mail', 'event', 'webhook'] as const),
];

export type HitKind = (typeof HIT_KINDS)[number];

export const Hit = Type.Object({
  kind: OneOf([...HIT_KINDS], { examples: ['customer'] }),
  record_id: Type.String({ examples: ['user_42'] }),
  label: Type.String({ examples: ['Ada Lovelace'] }),
  detail: TextOrNull('ada@example.com'),
  customer_id: TextOrNull('user_42', 'Whose it is'),
  amount: Nullable(
    Type.Number({
      description: 'What it is worth: the total of a payment, below 0 of a refund; a price',
      examples: [19.99],
    }),
  ),
  currency: Nullable(CurrencyCode),
  created_at: Nullable(Instant),
  is_exact: Type.Boolean({
    description: 'Its identifier, address, key, number, code or name is the query itself',
    examples: [true],
  }),
});

export type ShownHit = Static<typeof Hit>;

type Worth = Pick<ShownHit, 'amount' | 'currency' | 'created_at'>;

/** Of what has no price and no day of its own. */
export const NO_WORTH: Worth = { amount: null, currency: null, created_at: null };

/** What something is worth, and when it was made. */
export const worthOf = (minor: number, currency: string, created_at: number): Worth => ({
  amount: fromMinor(minor, currency),
  currency,
  created_at: isoInstant(created_at),
});

/** How many of a kind are answered at most. */
export const HITS_OF_KIND = 10;

/** Each record once, exact hits first, then by kind; no more than some of each kind. */
export function inOrder(found: readonly ShownHit[]): ShownHit[] {
  const best = new Map<string, ShownHit>();
  for (const hit of found) {
    const key = `${hit.kind} ${hit.record_id}`;
    if (!best.has(key) || (hit.is_exact && !best.get(key)?.is_exact)) best.set(key, hit);
  }
  const rank = ({ is_exact, kind }: ShownHit) =>
    (is_exact ? 0 : HIT_KINDS.length) + HIT_KINDS.indexOf(kind);
  const sorted = [...best.values()].sort((a, b) => rank(a) - rank(b));
  const counts = new Map<string, number>();
  return sorted.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= HITS_OF_KIND;
  });
}

/** The last four digits of a card, alone or behind its brand: `4242`, `visa 4242`, `•••• 4242`. */
export const lastFourIn = (query: string): string | undefined =>
  /^[\p{L} ]*(?:(?! )[•*\s]+)?(\d{4})$/u.exec(query)?.[1];
