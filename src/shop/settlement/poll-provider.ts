import { ProviderRefused, ProviderUnanswered } from '../../platform/core/errors.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import type { Gateway, Hint } from '../money/payments/gateway.ts';
import {
  claimConnection,
  findConnection,
  releaseConnection,
  saveCursor,
} from '../money/payments/provider-connection.sql.ts';
import { isProviderName } from '../money/payments/provider-names.rules.ts';
import { followHint } from './follow-hint.ts';

/** Between two polls of a provider that sends no messages here; of one that does; after a failure. */
const POLL_MS = 15_000;
const POLL_BESIDE_MESSAGES_MS = 300_000;
const POLL_AFTER_FAILURE_MS = 60_000;
const LEASE_MS = 60_000;
const PAGES_MAX = 50;
const AT_ONCE = 4;

interface Unfollowed extends Hint {
  /** For a reason that the seller can remove. */
  is_refused: boolean;
}

/**
 * Asks the provider of a store what has happened since the last time, and follows it. The cursor is
 * moved after that, so that nothing is lost if the process ends in between. Returns the hints that
 * could not be followed; undefined if another process asks.
 */
export async function pollProvider(
  work: StoreWork,
  gateway: Gateway,
  { owner, may_skip }: { owner: string; may_skip: boolean },
): Promise<Unfollowed[] | undefined> {
  const { write, reader, services, store } = work;
  const { clock } = services;
  const { provider } = gateway;
  const claim = () => ({ provider, owner, now: clock(), until: clock() + LEASE_MS });
  if ((await write(async ({ tx }) => claimConnection(tx, claim()))) === 0) return undefined;
  const row = isProviderName(provider) ? await findConnection(reader, provider) : undefined;
  let ask_at = clock() + POLL_AFTER_FAILURE_MS;
  let problem: string | null = null;
  try {
    let cursor = row?.events_cursor ?? null;
    for (let page = 0; page < PAGES_MAX; page++) {
      const { store_id } = store;
      const found = await gateway.listHints?.({ store_id, cursor, now: clock() });
      if (!found) break;
      const unfollowed = await followAll(work, gateway, found.hints);
      if (unfollowed.length > 0 && !may_skip) return unfollowed;
      const is_end = found.next_cursor === cursor;
      const saved = { ...claim(), events_cursor: found.next_cursor };
      if ((await write(async ({ tx }) => saveCursor(tx, saved))) === 0) return undefined;
      if (is_end) break;
      cursor = found.next_cursor;
    }
    ask_at = clock() + (row?.endpoint_id === null ? POLL_MS : POLL_BESIDE_MESSAGES_MS);
    return [];
  } catch (error) {
    if (error instanceof ProviderUnanswered) problem = error.message;
    throw error;
  } finally {
    await write(async ({ tx }) => releaseConnection(tx, { provider, owner, ask_at, problem }));
  }
}

/** Several at a time. Returns those that have to be followed again. */
async function followAll(work: StoreWork, gateway: Gateway, hints: Hint[]): Promise<Unfollowed[]> {
  const { log } = work.services;
  const unfollowed: Unfollowed[] = [];
  const waiting = onceEach(hints).values();
  const followRest = async (): Promise<void> => {
    for (const hint of waiting) {
      try {
        await followHint(work, gateway, hint);
      } catch (error) {
        const { store_id } = work.store;
        log.error('not followed', { store_id, ...hint, error: String(error) });
        unfollowed.push({ ...hint, is_refused: error instanceof ProviderRefused });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, followRest));
  return unfollowed;
}

/** A payment may have several hints: it is looked up once. */
function onceEach(hints: Hint[]): Hint[] {
  const named = hints.map((hint) => [`${hint.of} ${hint.key ?? hint.reference}`, hint] as const);
  return [...new Map(named).values()];
}
