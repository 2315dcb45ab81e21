import type Stripe from 'stripe';
import { wallClock } from '../../../../platform/core/time.ts';
import { answerOf } from './refusals.ts';

const PAGE = 100;
/** Two thousand objects; where there are more, the search gives up. */
const PAGES_MAX = 20;
/** Clocks differ. */
const MARGIN_MS = 5 * 60_000;

interface Kept {
  id: string;
  metadata: Stripe.Metadata | null;
}

/** `unknown`: there are too many to look at all of them. */
export type Searched<T> = T | 'none' | 'unknown';

type List<T> = (paging: {
  limit: number;
  starting_after?: string;
}) => Promise<{ data: T[]; has_more: boolean }>;

/** The one that was made under our key. Lists are up to date, unlike Stripe's search. */
export async function findInList<T extends Kept>(list: List<T>, key: string): Promise<Searched<T>> {
  for await (const { data, has_more } of pagesOf(list)) {
    const found = data.find(({ metadata }) => metadata?.transaction_id === key);
    if (found) return found;
    if (!has_more) return 'none';
  }
  return 'unknown';
}

/** The newest first. The last page has more after it if there are more than PAGES_MAX. */
export async function* pagesOf<T extends { id: string }>(
  list: List<T>,
): AsyncGenerator<{ data: T[]; has_more: boolean }> {
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const paging = { limit: PAGE, ...(after !== undefined && { starting_after: after }) };
    const { data, has_more } = await answerOf(list(paging));
    yield { data, has_more };
    after = data.at(-1)?.id;
    if (!has_more || after === undefined) return;
  }
}

/**
 * From when on Stripe can have made something for a transaction, in seconds by Stripe's clock. The
 * clock of a test store may be ahead, but never runs slower than a real one: at most as much real
 * time has passed since then as there has by the clock of the store.
 */
export const earliest = ({ created_at, now }: { created_at: number; now: number }): number =>
  Math.floor((wallClock() - (now - created_at) - MARGIN_MS) / 1000);
