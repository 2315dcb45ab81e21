import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/core/time.ts';
import type { TaxNumber, ViesStatus } from './tax-number.rules.ts';

declare module '../../platform/operation/services.ts' {
  interface Services {
    /** Asks VIES about a tax number; null: switched off, nobody is asked. */
    askVies: AskVies | null;
  }
}

/** What VIES said of a number, and when. It is kept with the customer and on the invoice. */
export interface ViesAnswer {
  status: ViesStatus;
  /** The proof that it was asked, which VIES gives to sellers who name their own number. */
  consultation_number: string | null;
  /** As registered; many states disclose neither. */
  name: string | null;
  address: string | null;
  /** Why it is not available, such as `MS_UNAVAILABLE`, `timeout` or `ECONNREFUSED`. */
  reason: string | null;
  asked_at: number;
}

type NumberAtVies = NonNullable<TaxNumber['vies']>;

export interface ViesQuestion {
  number: NumberAtVies;
  /** The seller's own number. */
  requester: NumberAtVies | null;
  now: number;
}

/** The port: answers within its time limit, whatever happens, and never throws. */
export type AskVies = (question: ViesQuestion) => Promise<ViesAnswer>;

const CLEAR_ANSWER_MS = 30 * DAY_MS;
const PAUSE_MIN_MS = 10 * MINUTE_MS;
const PAUSE_MAX_MS = 6 * HOUR_MS;

/**
 * Whether a number that is entered (again) has to be asked about. A yes lasts for a month; after a
 * no the buyer may have had the number registered.
 */
export function isToAsk(last: ViesAnswer | null, now: number): boolean {
  if (last === null) return true;
  return now >= last.asked_at + (last.status === 'valid' ? CLEAR_ANSWER_MS : PAUSE_MIN_MS);
}

/** How long the job waits before it asks again: longer the longer there was no clear answer. */
export function pauseAfter(last: ViesAnswer | null, answer: ViesAnswer, now: number): number {
  if (answer.status !== 'unavailable') return CLEAR_ANSWER_MS;
  const waited_ms = last === null ? 0 : now - last.asked_at;
  return Math.min(Math.max(waited_ms, PAUSE_MIN_MS), PAUSE_MAX_MS);
}

/** What is kept of two answers: one that says nothing does not replace any other. */
export const answerToKeep = (last: ViesAnswer | null, answer: ViesAnswer): ViesAnswer =>
  answer.status === 'unavailable' && last !== null ? last : answer;

export const viesRequest = ({ number, requester }: ViesQuestion) => ({
  countryCode: number.country,
  vatNumber: number.number,
  ...(requester && {
    requesterMemberStateCode: requester.country,
    requesterNumber: requester.number,
  }),
});

export const unavailable = (reason: string, asked_at: number): ViesAnswer => ({
  status: 'unavailable',
  consultation_number: null,
  name: null,
  address: null,
  reason: reason.slice(0, REASON_MAX),
  asked_at,
});

const REASON_MAX = 100;
const TEXT_MAX = 500;

/** What an answer means. Anything but a clear yes or no about this number is no answer. */
export function readViesAnswer(
  { status, body }: { status: number; body: string },
  { number, now }: ViesQuestion,
): ViesAnswer {
  const answer = parseObject(body);
  if (!answer && status !== 200) return unavailable(`HTTP ${status}`, now);
  if (!answer) return unavailable('the answer is no JSON object', now);
  const error = errorOf(answer);
  // The only error that is about the number; all others are about VIES or a member state.
  if (error === 'INVALID_INPUT') return { ...unavailable(error, now), status: 'invalid' };
  if (error !== undefined) return unavailable(error, now);
  if (status !== 200) return unavailable(`HTTP ${status}`, now);
  const { valid, countryCode, vatNumber } = answer;
  if (typeof valid !== 'boolean') return unavailable('the answer says neither yes nor no', now);
  if (countryCode !== number.country || vatNumber !== number.number) {
    return unavailable('the answer is about another number', now);
  }
  return {
    status: valid ? 'valid' : 'invalid',
    consultation_number: textOf(answer.requestIdentifier),
    name: textOf(answer.name),
    address: textOf(answer.address),
    reason: null,
    asked_at: now,
  };
}

function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // A page of a proxy, or half an answer.
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{ "actionSucceed": false, "errorWrappers": [{ "error": "MS_UNAVAILABLE" }] }`, or `userError`. */
function errorOf({ errorWrappers, userError, actionSucceed }: Record<string, unknown>) {
  const [first] = Array.isArray(errorWrappers) ? errorWrappers : [];
  if (isObject(first) && typeof first.error === 'string') return first.error;
  if (typeof userError === 'string' && !['VALID', 'INVALID'].includes(userError)) return userError;
  return actionSucceed === false ? 'the action did not succeed' : undefined;
}

/** `---` is how VIES writes that a state does not disclose it. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || /^-+$/.test(text) ? null : text.slice(0, TEXT_MAX);
}
