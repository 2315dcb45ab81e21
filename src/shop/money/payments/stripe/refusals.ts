import type Stripe from 'stripe';
import { ProviderRefused, ProviderUnanswered } from '../../../../platform/core/errors.ts';
import { isDecline } from './decline.rules.ts';
import { isStripeError } from './package.ts';
import { describePermissions } from './permissions.ts';

/**
 * Stripe refused a request, and it is certain that the request had no effect, except that a
 * declined payment exists as `payment_intent_id`. Of the package's error only this is kept: its
 * headers have secrets. Where no code knows what to do about it, it is as if Stripe had not
 * answered.
 */
export class StripeRefused extends ProviderUnanswered {
  override name = 'StripeRefused';
  readonly status: number;
  readonly code: string | undefined;
  readonly decline_code: string | undefined;
  readonly advice_code: string | undefined;
  readonly network_advice_code: string | undefined;
  readonly param: string | undefined;
  /** The payment that was declined: only its name, for the rest has secrets of its own. */
  readonly payment_intent_id: string | undefined;
  /** The key was used for a request with other parameters before. */
  readonly is_other_request: boolean;
  /** Whether this is the answer that an earlier request under the same key got. */
  readonly is_repeated: boolean;
  /** A bank has said no; anything else lies between Stripe and the seller. */
  readonly is_decline: boolean;
  /** What Stripe says about what is no bank's. */
  readonly words: string;

  constructor(error: Stripe.errors.StripeError) {
    const { statusCode = 400, code, decline_code, param, requestId } = error;
    const where = param === undefined ? '' : ` because of ${param}`;
    const is_decline = isDecline({ type: error.rawType, decline_code, code });
    const words = wordsOf(error);
    const said = is_decline ? '' : `: ${words}`;
    const why = `${code ?? statusCode}${where}${said}`;
    super(`Stripe refused a request with ${why} (${requestId ?? 'no id'})`);
    this.is_decline = is_decline;
    this.is_repeated = isRepeated(error.headers);
    this.words = is_decline ? '' : words;
    this.status = statusCode;
    this.code = code;
    this.decline_code = decline_code;
    this.advice_code = error.advice_code;
    this.network_advice_code = error.network_advice_code;
    this.param = param;
    this.payment_intent_id = error.payment_intent?.id;
    this.is_other_request = error.rawType === 'idempotency_error';
  }
}

/**
 * What Stripe says to the seller about a refusal that is no bank's, such as what is to be done at
 * which address. What it may repeat of what was sent is left out: keys, and e-mail addresses.
 */
export function wordsOf({ message }: Stripe.errors.StripeError): string {
  const words = message.slice(0, WORDS_MAX).toWellFormed().replace(KEY, '…').replace(E_MAIL, '…');
  return words.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

const WORDS_MAX = 500;
const KEY = /\b(?:[spr]k_(?:test|live)|whsec)_[\w*]+/g;
const E_MAIL = /[^\s@'"<>(]{1,64}@[^\s@'"<>)]+/g;

const isRepeated = (headers: Record<string, string> = {}): boolean =>
  headers['idempotent-replayed'] === 'true';

/** Whether it refused for a reason that only the seller can change. */
export const isSellers = (error: unknown): error is StripeRefused =>
  error instanceof StripeRefused && !error.is_decline && !error.is_other_request;

/** Whether Stripe does not have what a request has named. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeRefused && error.code === 'resource_missing';

/**
 * Stripe answered 500. The request may have had its effect, and the same key will get the same
 * answer again: only a search can find out.
 */
export class StripeFailed extends ProviderUnanswered {
  override name = 'StripeFailed';
  /** Whether this is the answer that an earlier request under the same key got. */
  readonly is_repeated: boolean;

  constructor(message: string, headers: Record<string, string> = {}) {
    super(message);
    this.is_repeated = isRepeated(headers);
  }
}

/**
 * Stripe has too much to do just now, or did not answer in time. The same request under the same key
 * can be sent again at once.
 */
export class StripeBusy extends ProviderUnanswered {
  override name = 'StripeBusy';
}

/** These come with 400, too. */
const BUSY: readonly string[] = ['rate_limit', 'lock_timeout', 'idempotency_key_in_use'];

/** The key of the store may not do this, or nothing at all: it was never looked at. */
export class KeyRefused extends ProviderRefused {
  override name = 'KeyRefused';
}

/** The answer of Stripe; ProviderUnanswered if there is none, StripeRefused if it is a refusal. */
export async function answerOf<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw plainError(error);
  }
}

function plainError(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const { statusCode, requestId, code } = error;
  const named = requestId === undefined ? '' : ` (${requestId})`;
  if (statusCode === undefined) {
    const is_lost = error.type === 'StripeConnectionError';
    const Unanswered = is_lost ? StripeBusy : ProviderUnanswered;
    return new Unanswered('Stripe could not be reached, or its answer was lost');
  }
  if (statusCode === 401) {
    return new KeyRefused(`Stripe does not accept the key of this store${named}`);
  }
  if (statusCode === 403) {
    const missing = describePermissions(error.message);
    const why = missing === undefined ? `may not do this: ${wordsOf(error)}` : `lacks ${missing}`;
    return new KeyRefused(`the Stripe key of this store ${why}${named}`);
  }
  if (statusCode === 409 || statusCode === 429 || BUSY.includes(code ?? '')) {
    return new StripeBusy(`Stripe is busy: ${code ?? statusCode}${named}`);
  }
  if (statusCode >= 500) {
    return new StripeFailed(`Stripe failed with ${statusCode}${named}`, error.headers);
  }
  return new StripeRefused(error);
}
