import type { StoreMode } from '../../platform/core/access.ts';
import { type ErrorCode, Refusal } from '../../platform/core/errors.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import type { Clock } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Answer } from '../../platform/operation/answer.ts';
import { findTwoStores, hasRecord, KINDS_OF_RECORDS } from '../../shop/store/other-mode.sql.ts';

interface Sent {
  body: Record<string, unknown>;
  query: Map<string, string> | undefined;
}

/** Performs a request. If something was not found, says so where it is in the other store. */
export type WithModeHint = (
  key: { store_id: string; mode: StoreMode },
  sent: Sent,
  perform: () => Promise<Answer>,
) => Promise<Answer>;

/**
 * Identifiers of the test store do not work in the live store, and the other way round. Whoever mixes
 * them up gets a hint, but only in an installation with one test store and one live store and no
 * other, and only about identifiers that nobody can guess (decision 58). Costs something only when a
 * request is refused because something was not found.
 */
export function createModeHint(db: Database, clock: Clock): WithModeHint {
  const reader = db.reader(null);
  let other: { of: Map<string, string>; read_at: number } | undefined;

  return async (key, sent, perform) => {
    try {
      const answer = await perform();
      // A refusal that is kept under an Idempotency-Key is an answer, and is kept without the hint.
      if (answer.status === 200) return answer;
      if (!isAboutMissing(answer.code ?? JSON.parse(answer.body).error.code)) return answer;
      const hint = await hintFor(key, sent);
      return hint === undefined ? answer : { ...answer, body: withHint(answer.body, hint) };
    } catch (error) {
      if (!(error instanceof Refusal) || !isAboutMissing(error.code)) throw error;
      const hint = await hintFor(key, sent);
      if (hint === undefined) throw error;
      throw new Refusal(error.code, error.details, `${error.message} ${hint}`);
    }
  };

  async function hintFor({ store_id, mode }: { store_id: string; mode: StoreMode }, sent: Sent) {
    const named = namedRecords(sent);
    const other_id = named.length === 0 ? undefined : await otherStore(store_id);
    if (other_id === undefined) return undefined;
    const other_reader = db.reader({ store_id: other_id });
    const other_mode = mode === 'test' ? 'live' : 'test';
    for (const { param, id, kind } of named) {
      if (!(await hasRecord(other_reader, kind, id))) continue;
      return `${param} is of the ${other_mode} store, and this API key is of the ${mode} store.`;
    }
    return undefined;
  }

  /** The one store of the other mode, if there are two stores altogether. */
  async function otherStore(store_id: string): Promise<string | undefined> {
    const now = clock();
    if (!other || Math.abs(now - other.read_at) >= LIMITS.api_key_cache_ms) {
      const [one, two, more] = await findTwoStores(reader);
      const are_twins = one && two && !more && one.mode !== two.mode;
      const of = new Map(
        are_twins
          ? [
              [one.store_id, two.store_id],
              [two.store_id, one.store_id],
            ]
          : [],
      );
      other = { of, read_at: now };
    }
    return other.of.get(store_id);
  }
}

const isAboutMissing = (code: ErrorCode | undefined): boolean =>
  code !== undefined && (REFERENCES.has(code) || code.endsWith('_not_found'));

/** Said of what a request only refers to. */
const REFERENCES = new Set<ErrorCode>(['product_unavailable', 'plan_invalid']);

const NAMED_MAX = 3;
const IDENTIFIER = /^([a-z]+)_[0-9a-z]{28}$/;

function namedRecords({ body, query }: Sent) {
  const named: { param: string; id: string; kind: string }[] = [];
  for (const [param, value] of [...Object.entries(body), ...(query ?? [])]) {
    const id = typeof value === 'string' && value.length < 40 ? value : '';
    const [, kind = ''] = IDENTIFIER.exec(id) ?? [];
    if (KINDS_OF_RECORDS.has(kind)) named.push({ param, id, kind });
    if (named.length === NAMED_MAX) break;
  }
  return named;
}

function withHint(body: string, hint: string): string {
  const { error } = JSON.parse(body);
  return JSON.stringify({ error: { ...error, message: `${error.message} ${hint}` } });
}
