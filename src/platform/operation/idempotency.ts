import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Refusal } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import type { SealPlace, Secrets } from '../core/secrets.ts';
import { HOUR_MS } from '../core/time.ts';
import type { Database, Tx } from '../db/database.ts';
import { type Answer, errorAnswer } from './answer.ts';
import {
  claimIdempotencyKey,
  findKeptAnswer,
  keepAnswer,
  keepFirstAnswer,
} from './idempotency.sql.ts';

export interface IdempotentRequest {
  store_id: string;
  idempotency_key: string;
  request_hash: string;
  request_id: string;
  now: number;
  /** For encrypting the kept answers, which may contain license keys and links. */
  secrets: Secrets;
  /** False for keys of scope `license`: everybody has them and could fill the disk with refusals. */
  keeps_refusals: boolean;
}

/** Answers that were kept before this instant are forgotten. */
export const forgetBefore = (now: number): number => now - LIMITS.idempotency_hours * HOUR_MS;

/** The key in the header, or undefined without one. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header);
  if (!VISIBLE.test(key) || key.length > LIMITS.idempotency_key_characters) {
    throw new Refusal('idempotency_key_invalid');
  }
  return key;
}

/** Equal for the same operation with the same parameters, however the JSON was written. */
export function requestHash(method: string, path: string, parameters: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, sorted(parameters)]))
    .digest('hex');
}

/**
 * Does the work at most once per Idempotency-Key. The answer is kept in the same transaction as the
 * change, also when it is a final refusal. Any other error rolls everything back, and the key is
 * free again.
 */
export async function performOnce(
  tx: Tx,
  request: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { idempotency_key, request_hash, request_id, now, keeps_refusals } = request;
  const forget_before = forgetBefore(now);
  const claimed = await claimIdempotencyKey(tx, {
    idempotency_key,
    request_hash,
    now,
    forget_before,
  });
  if (claimed === 0) return firstAnswer(tx, request);
  const answer = await tx.attempt(work).catch((error: unknown) => {
    if (keeps_refusals && error instanceof Refusal && error.is_final)
      return errorAnswer(error, request_id);
    throw error;
  });
  const body = sealed(request, answer.body);
  await keepFirstAnswer(tx, { idempotency_key, status: answer.status, body });
  return answer;
}

/**
 * The same for an operation in steps, which has several transactions. The key is claimed first and
 * the answer kept last. A retry in between, or after a crash, does the work again with the same
 * request_key, by which the steps find what they have done already.
 */
export async function performStepsOnce(
  db: Database,
  store: { store_id: string },
  request: IdempotentRequest,
  work: (request_key: string) => Promise<Answer>,
): Promise<Answer> {
  const { idempotency_key, request_hash, request_id, now } = request;
  const claim = { idempotency_key, request_hash, now, forget_before: forgetBefore(now) };
  const begun = await db.write(store, async (tx) => {
    await claimIdempotencyKey(tx, claim);
    return keptAnswer(tx, request);
  });
  if (begun.answer) return begun.answer;
  let answer: Answer;
  try {
    answer = await work(`${begun.created_at} ${idempotency_key}`);
  } catch (error) {
    if (error instanceof AnsweredBefore) return error.answer;
    if (!(error instanceof Refusal && error.is_final)) throw error;
    answer = errorAnswer(error, request_id);
  }
  return db.write(store, async (tx) => {
    const { status } = answer;
    const body = sealed(request, answer.body);
    if ((await keepAnswer(tx, { idempotency_key, status, body })) === 1) return answer;
    const { answer: kept } = await keptAnswer(tx, request);
    return kept && kept.body !== answer.body ? kept : answer; // If equal, our own step kept it.
  });
}

/** Thrown inside a step when the request was answered already, to end the operation. */
class AnsweredBefore extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('this request was answered before');
    this.answer = answer;
  }
}

/** If an answer is kept by now, ends the operation with that answer. */
export async function stopIfAnswered(tx: Tx, request: IdempotentRequest): Promise<void> {
  const { answer } = await keptAnswer(tx, request);
  if (answer) throw new AnsweredBefore(answer);
}

/** Does a step and keeps its answer, in the step's own transaction. */
export async function keepAnswerOfStep<T extends object>(
  tx: Tx,
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<T> {
  await stopIfAnswered(tx, request);
  const record = await work();
  const { idempotency_key } = request;
  const body = sealed(request, JSON.stringify(record));
  await keepAnswer(tx, { idempotency_key, status: 200, body });
  return record;
}

async function firstAnswer(tx: Tx, request: IdempotentRequest): Promise<Answer> {
  const { answer } = await keptAnswer(tx, request);
  assert(answer, 'a claimed key has an answer when its transaction has ended');
  return answer;
}

/** The answer kept under a claimed key; undefined while there is none yet. */
async function keptAnswer(
  tx: Tx,
  request: IdempotentRequest,
): Promise<{ created_at: number; answer: Answer | undefined }> {
  const kept = await findKeptAnswer(tx, request.idempotency_key);
  assert(kept, 'a claimed key is there');
  if (kept.request_hash !== request.request_hash) throw new Refusal('idempotency_key_reused');
  const { created_at, status } = kept;
  if (status === null || kept.body === null) return { created_at, answer: undefined };
  const body = request.secrets.open(kept.body, placeOf(request));
  assert(body !== undefined, 'what is kept was sealed with this secret, for this request');
  return { created_at, answer: { status, body, headers: ['Idempotent-Replayed', 'true'] } };
}

/** Encrypts an answer so that it can be opened only as the answer to this request. */
const sealed = (request: IdempotentRequest, body: string): string =>
  request.secrets.seal(body, placeOf(request));

const placeOf = ({ store_id, idempotency_key, request_hash }: IdempotentRequest): SealPlace => [
  'kept answer',
  store_id,
  idempotency_key,
  request_hash,
];

const VISIBLE = /^[\x21-\x7e]+$/;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
