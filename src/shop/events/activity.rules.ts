import type { Static } from 'typebox';
import { Instant } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';

export const Activity = Type.Object({
  object: Type.Literal('activity'),
  type: Type.String({
    description:
      'The type of the event, or `mail.created`, `invoice.created` or `balance.adjusted`, of ' +
      'which there are no events',
    examples: ['transaction.paid'],
  }),
  created_at: Instant,
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The record: of an event, as it then was; of others, as it is now',
    examples: [
      {
        object: 'transaction',
        transaction_id: 'txn_1tq3v9w0e00h4rk6m2x8pz7ycn5',
        status: 'paid',
      },
    ],
  }),
});

export type ShownActivity = Static<typeof Activity>;

/** Something that happened, and its place among others of its kind. */
export interface Happened<Place> {
  at: number;
  place: Place;
  show(): ShownActivity;
}

export const activity = (
  type: string,
  created_at: number,
  data: Record<string, unknown>,
): ShownActivity => ({ object: 'activity', type, created_at: isoInstant(created_at), data });

/** Whether it is about the record with this identifier, or names it. */
export const isAbout = ({ data }: ShownActivity, record_id: string): boolean =>
  Object.entries(data).some(([name, value]) => name.endsWith('_id') && value === record_id);

interface Read<Place> {
  rows: Happened<Place>[];
  /** Whether there may be more behind the last row. */
  is_cut: boolean;
}

type Reads<Places extends unknown[]> = { [At in keyof Places]: Read<Places[At]> };

/**
 * One list of several, each newest first: up to `limit` that fit, and the place in each list where
 * the next page goes on; no places when there is nothing more.
 */
export function mergeNewest<Places extends (string | number)[]>(
  reads: Reads<Places>,
  places: [...Places],
  { limit, fits }: { limit: number; fits(one: ShownActivity): boolean },
): { data: ShownActivity[]; next: [...Places] | undefined } {
  const lists: Read<string | number>[] = reads;
  const next = [...places];
  const taken = lists.map(() => 0);
  const data: ShownActivity[] = [];
  const head = (at: number) => lists[at]?.rows[taken[at] ?? 0];
  for (;;) {
    const left = lists.flatMap((_, at) => head(at) ?? []);
    const is_cut = lists.some((list, at) => list.is_cut && head(at) === undefined);
    if (left.length === 0 || is_cut || data.length === limit) {
      const has_more = left.length > 0 || is_cut;
      return { data, next: has_more ? (next as [...Places]) : undefined };
    }
    const newest = Math.max(...left.map(({ at }) => at));
    const from = lists.findIndex((_, at) => head(at)?.at === newest);
    const one = head(from);
    if (one === undefined) throw new Error('one of them is the newest');
    taken[from] = (taken[from] ?? 0) + 1;
    next[from] = one.place;
    const shown = one.show();
    if (fits(shown)) data.push(shown);
  }
}
