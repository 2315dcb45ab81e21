import type Stripe from 'stripe';
import { ProviderUnanswered } from '../../core/errors.ts';
import { isStripeError } from './package.ts';

/**
 * Stripe refused a request, and it is certain that the request had no effect, except that a
 * declined payment exists as `payment_intent_id`. Nothing else of the package's error is kept: that
 * contains headers, and messages that may repeat what was sent. Where no code knows what to do
 * about it, it is as if Stripe had not answered.
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

  constructor(error: Stripe.errors.StripeError) {
    const { statusCode = 400, code, decline_code, param, requestId } = error;
    const where = param === undefined ? '' : ` because of ${param}`;
    super(`Stripe refused a request with ${code ?? statusCode}${where} (${requestId ?? 'no id'})`);
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

/** Whether Stripe does not have what a request has named. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeRefused && error.code === 'resource_missing';

/**
 * Stripe answered 500. The request may have had its effect, and the same key will get the same
 * answer again: only a search can tell.
 */
export class StripeFailed extends ProviderUnanswered {
  override name = 'StripeFailed';
  /** Whether this is the answer that an earlier request under the same key got. */
  readonly is_repeated: boolean;

  constructor(message: string, headers: Record<string, string> = {}) {
    super(message);
    this.is_repeated = headers['idempotent-replayed'] === 'true';
  }
}

/**
 * Stripe has too much to do just now, or did not answer in time. The same request under the same key
 * can be sent again at once.
 */
export class StripeBusy extends ProviderUnanswered {
  override name = 'StripeBusy';
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
    return new ProviderUnanswered(`Stripe does not accept the key of this store${named}`);
  }
  if (statusCode === 403) {
    const permission = permissionIn(error.message);
    const missing = permission === undefined ? 'a permission' : `the permission ${permission}`;
    return new ProviderUnanswered(`the Stripe key of this store lacks ${missing}${named}`);
  }
  if (statusCode === 409 || statusCode === 429) {
    return new StripeBusy(`Stripe is busy: ${code ?? statusCode}${named}`);
  }
  if (statusCode >= 500) {
    return new StripeFailed(`Stripe failed with ${statusCode}${named}`, error.headers);
  }
  return new StripeRefused(error);
}

/** Stripe names the permission that a restricted key lacks in its message. */
export const permissionIn = (message: string): string | undefined =>
  /'(rak_[a-z_]+)'/.exec(message)?.[1];
