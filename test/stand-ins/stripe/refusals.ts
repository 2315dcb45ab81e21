// Errors in Stripe's words: type, code, message and parameter as the real API sends them.
import type Stripe from 'stripe';

export interface ApiError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  network_advice_code?: string;
  network_decline_code?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
}

export class Refusal extends Error {
  readonly status: number;
  readonly error: ApiError;

  constructor(status: number, error: ApiError) {
    super(error.message);
    this.status = status;
    this.error = error.code === undefined ? error : { ...error, doc_url: pageAbout(error.code) };
  }
}

const pageAbout = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

type More = Partial<Omit<ApiError, 'type' | 'message'>>;

/** A request that cannot be done as it is. */
export const invalid = (message: string, more: More = {}): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...more });

/** Whatever a test wants to hear. */
export const refusedAs = ({
  status,
  message,
  ...more
}: More & { status: number; message: string }) =>
  new Refusal(status, { type: 'invalid_request_error', message, ...more });

export const missing = (
  kind: string,
  id: string,
  options: More & { hint?: string } = {},
): Refusal => {
  const { hint = '', ...more } = options;
  return new Refusal(more.param === undefined || more.param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'${hint}`,
    param: 'id',
    ...more,
  });
};

export const noSuchUrl = (method: string, path: string): Refusal =>
  new Refusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });

export const unauthorized = (message: string, code?: string): Refusal =>
  new Refusal(401, { type: 'invalid_request_error', message, ...(code && { code }) });

/** Any of several permissions would be enough. */
export const forbidden = (key: string, account: string, permissions: string[]): Refusal => {
  const named = permissions.map((name) => `'${name}'`).join(', ');
  const noun = permissions.length > 1 ? 'permissions' : 'permission';
  return new Refusal(403, {
    type: 'invalid_request_error',
    message: `The provided key '${hidden(key)}' does not have the required permissions for this endpoint on account '${account}'. Having the ${named} ${noun} would allow this request to continue.`,
  });
};

/** A key that is for certain addresses only, used from another: it names nothing. */
export const elsewhere = (): Refusal =>
  new Refusal(403, {
    type: 'invalid_request_error',
    message: 'The API key provided does not allow requests from your IP address.',
  });

/** For an account that hides them from its keys (see world.ts). */
export function refuseFraud(hides: boolean | undefined, types: readonly string[] = []): void {
  if (hides !== true || !types.some((type) => type.startsWith('radar.'))) return;
  const message = 'This API key may not access events of type radar.early_fraud_warning.created.';
  throw new Refusal(403, { type: 'invalid_request_error', message });
}

/** As Stripe shows a key in its messages. */
export const hidden = (key: string): string =>
  `${key.slice(0, 8)}${'*'.repeat(Math.max(key.length - 14, 0))}${key.slice(-6)}`;

export const rateLimited = (status = 429): Refusal =>
  new Refusal(status, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  });

export const lockTimeout = (): Refusal =>
  new Refusal(429, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate. For more details, see https://stripe.com/docs/rate-limits#object-lock-timeouts.',
  });

export const serverError = (status = 500): Refusal =>
  new Refusal(status, {
    type: 'api_error',
    message:
      'An unknown error occurred. If this error persists, contact us via our support site at https://support.stripe.com/.',
  });

export const keyInUse = (key: string): Refusal =>
  new Refusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });

export const otherParameters = (key: string): Refusal =>
  new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

export const otherEndpoint = (key: string, first: string): Refusal =>
  new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${first}'). Try using a key other than '${key}' if you meant to execute a different request.`,
  });
