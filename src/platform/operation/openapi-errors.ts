import { type Detail, ERRORS, type ErrorCode, Refusal, type Status } from '../core/errors.ts';
import { errorAnswer } from './answer.ts';
import { pascalCase } from './openapi-schemas.ts';
import type { Operation } from './operation.ts';

/** The errors that every operation may answer with. The first is the most frequent one. */
export const COMMON_ERRORS = [
  'invalid_parameters',
  'unknown_parameter',
  'conflicting_parameter',
  'https_required',
  'invalid_http',
  'duplicate_header',
  'headers_too_large',
  'body_too_large',
  'request_timeout',
  'wrong_method',
  'unsupported_content_type',
  'unsupported_content_encoding',
  'invalid_json',
  'invalid_query',
  'api_key_missing',
  'api_key_incorrect',
  'api_key_invalid',
  'api_key_scope',
  'origin_not_allowed',
  'rate_limited',
  'internal_error',
] as const satisfies ErrorCode[];

/** The errors of operations that take an Idempotency-Key. */
export const IDEMPOTENCY_ERRORS = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
] as const satisfies ErrorCode[];

export function errorCodesOf(operation: Operation): ErrorCode[] {
  const idempotency = operation.keeps_answers ? IDEMPOTENCY_ERRORS : [];
  const [first, ...others] = COMMON_ERRORS;
  return [first, ...operation.errors, ...others, ...idempotency];
}

/**
 * The error answers of an operation, by status. What any request may be refused for is described once;
 * an operation has codes of its own beside it.
 */
export function errorResponses(operation: Operation): object {
  const { keeps_answers } = operation;
  const statuses = [...new Set(errorCodesOf(operation).map((code) => ERRORS[code][0]))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const own = ownCodes(operation, status);
      const shared = sharedName(status, keeps_answers);
      const name = own.length === 0 ? shared : onlyName(own, keeps_answers);
      return name
        ? [status, { $ref: `#/components/responses/${name}` }]
        : [status, errorResponse(status, own, { keeps_answers, shared })];
    }),
  );
}

/** Names for the error answers that most operations share. */
const SHARED: { [status in Status]?: string } = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'TooManyRequests',
  500: 'InternalError',
};
const STATUSES: Status[] = [400, 401, 403, 404, 429, 500];
/** A 400 or 404 to an operation whose answers are kept may be one that was given before. */
const KEPT = 'Replayable';
const isReplayed = (status: Status, keeps_answers: boolean): boolean =>
  keeps_answers && (status === 400 || status === 404);

const sharedName = (status: Status, keeps_answers: boolean): string | undefined =>
  SHARED[status] && SHARED[status] + (isReplayed(status, keeps_answers) ? KEPT : '');
const ownCodes = ({ errors }: Operation, status: Status): ErrorCode[] =>
  errors.filter((code) => ERRORS[code][0] === status);

/** The name of an answer that has a single code, and no common ones beside it. */
function onlyName([code, another]: ErrorCode[], keeps_answers: boolean): string | undefined {
  if (!code || another) return undefined;
  const [status] = ERRORS[code];
  if (SHARED[status]) return undefined;
  return pascalCase(code) + (isReplayed(status, keeps_answers) ? KEPT : '');
}

/** The answers that operations refer to: those with the common codes, and those with a single code. */
export function sharedResponses(operations: Operation[]): object {
  const shared: Record<string, object> = {};
  for (const keeps_answers of [false, true]) {
    for (const status of STATUSES) {
      const name = sharedName(status, keeps_answers);
      const codes = [...COMMON_ERRORS, ...(keeps_answers ? IDEMPOTENCY_ERRORS : [])].filter(
        (code) => ERRORS[code][0] === status,
      );
      if (name) shared[name] ??= errorResponse(status, codes, { keeps_answers });
    }
  }
  for (const operation of operations) {
    const { keeps_answers } = operation;
    for (const status of STATUSES) {
      const own = ownCodes(operation, status);
      const name = onlyName(own, keeps_answers);
      if (name) shared[name] = errorResponse(status, own, { keeps_answers });
    }
  }
  return shared;
}

interface ResponseOptions {
  keeps_answers: boolean;
  /** The shared answer whose codes are possible too. */
  shared?: string | undefined;
}

function errorResponse(
  status: Status,
  own: readonly ErrorCode[],
  { keeps_answers, shared }: ResponseOptions,
): object {
  const is_replayed = isReplayed(status, keeps_answers);
  // The first of those that are shared is the most frequent one.
  const first = COMMON_ERRORS.filter((code) => ERRORS[code][0] === status).slice(0, 1);
  const codes = shared ? [...first, ...own] : own;
  const said = own.map((code) => `\`${code}\``).join(', ');
  return {
    description: shared ? `${said}, or as \`${shared}\`` : said,
    headers: headers(
      ...ANSWER_HEADERS,
      ...(status === 429 ? ['RateLimit-Policy', 'Retry-After'] : []),
      ...(is_replayed ? [REPLAYED] : []),
    ),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorAnswer' },
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}

/** An example answer for each error code. */
export const errorExamples = (operations: Operation[]): object =>
  Object.fromEntries(
    [...new Set(operations.flatMap(errorCodesOf))].map((code) => [
      code,
      { value: errorExample(code) },
    ]),
  );

/** What is answered with an error, as an example. */
export function errorExample(code: ErrorCode): object {
  const refusal = new Refusal(code, EXAMPLE_DETAILS[code] ?? []);
  return JSON.parse(errorAnswer(refusal, 'req_1tq3v9w0e00h4rk6m2x8pz7ycn5').body);
}

const EXAMPLE_DETAILS: { [code in ErrorCode]?: Detail[] } = {
  invalid_parameters: [
    { param: 'quantity', code: 'too_small', message: 'must be at least 1' },
    { param: 'customer_id', code: 'missing', message: 'is missing' },
  ],
  unknown_parameter: [
    {
      param: 'quantiy',
      code: 'unknown_parameter',
      message: 'is not a parameter here. Did you mean quantity?',
    },
  ],
  conflicting_parameter: [
    {
      param: 'limit',
      code: 'conflicting_parameter',
      message: 'has one value in the query string and another in the body',
    },
  ],
};

export const ErrorAnswer = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['status', 'code', 'message', 'details', 'request_id'],
      properties: {
        status: { type: 'integer', enum: [400, 401, 403, 404, 429, 500] },
        code: { type: 'string', description: 'For programs; the message is for people' },
        message: { type: 'string' },
        details: {
          type: 'array',
          description: 'Every offending parameter',
          items: {
            type: 'object',
            required: ['param', 'code', 'message'],
            properties: {
              param: { type: 'string', description: 'Its name, or its path in the body' },
              code: { type: 'string' },
              message: { type: 'string' },
            },
          },
        },
        request_id: { type: 'string' },
      },
    },
  },
};

const ANSWER_HEADERS = ['x-request-id', 'RateLimit'];
const REPLAYED = 'Idempotent-Replayed';

/** The headers of a successful answer. */
export const answerHeaders = (operation: Operation): object =>
  headers(
    ...ANSWER_HEADERS,
    ...(operation.keeps_answers ? [REPLAYED] : []),
    ...(hasDeprecated(operation) ? Object.keys(DEPRECATION_HEADERS) : []),
  );

const hasDeprecated = ({ deprecated, deprecated_parameters }: Operation): boolean =>
  deprecated !== undefined || deprecated_parameters.size > 0;

const headers = (...names: string[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers that answers of these operations have. */
export const headersOf = (operations: Operation[]): object => ({
  ...HEADERS,
  ...(operations.some(hasDeprecated) && DEPRECATION_HEADERS),
});

const DEPRECATION_HEADERS = {
  Deprecation: {
    description: 'Since when what was used is deprecated: seconds since 1970 after an @ (RFC 9745)',
    schema: { type: 'string', pattern: '^@[0-9]+$', examples: ['@1794614400'] },
  },
  Sunset: {
    description: 'From when on it may be gone (RFC 8594)',
    schema: { type: 'string', examples: ['Sun, 14 Nov 2027 00:00:00 GMT'] },
  },
};

const HEADERS = {
  'x-request-id': {
    description: 'Name it when you ask for help',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-z]{28}$' },
  },
  'RateLimit-Policy': {
    description: 'Requests (q) in a window of seconds (w); once the key is known',
    schema: { type: 'string', examples: ['"default";q=200;w=2'] },
  },
  RateLimit: {
    description:
      'What remains (r), and seconds until full (t); once the key is known. The header ' +
      '`RateLimit-Policy` comes with it',
    schema: { type: 'string', examples: ['"default";r=199;t=1'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  [REPLAYED]: {
    description: 'The answer was given before to the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
};
