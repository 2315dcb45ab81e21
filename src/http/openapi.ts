import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from '../core/errors.ts';
import { exampleAnswer, exampleInput, requiredOf, type SchemaParts } from './examples.ts';
import type { Operation } from './operation.ts';

/** What any operation may answer, whatever it does. */
export const COMMON_ERRORS = [
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
  'invalid_parameters',
  'unknown_parameter',
  'conflicting_parameter',
  'api_key_missing',
  'api_key_incorrect',
  'api_key_invalid',
  'api_key_scope',
  'rate_limited',
  'internal_error',
] as const satisfies ErrorCode[];

/** And what those may answer that take an Idempotency-Key. */
export const IDEMPOTENCY_ERRORS = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
] as const satisfies ErrorCode[];

export function errorsOf(operation: Operation): ErrorCode[] {
  const idempotency = operation.keeps_answers ? IDEMPOTENCY_ERRORS : [];
  return [...operation.errors, ...COMMON_ERRORS, ...idempotency];
}

/** OpenAPI 3.1, made from the declarations alone. */
export function openApiDocument(groups: Record<string, Operation[]>, base_url: string): object {
  const operations = Object.values(groups).flat();
  const records = recordNames(operations);
  const schemas = Object.fromEntries(
    [...records].map(([schema, name]) => [name, described(schema, new Map())]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kassa',
      version: '0.1.0',
      summary: 'Commerce for people who sell software',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base_url }],
    security: [{ api_key: [] }],
    tags: Object.keys(groups).map((name) => ({ name })),
    paths: Object.fromEntries(
      Object.entries(groups).flatMap(([tag, members]) =>
        members.map((operation) => [
          operation.path,
          { [operation.method.toLowerCase()]: operationObject(operation, tag, records) },
        ]),
      ),
    ),
    components: {
      securitySchemes: { api_key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: { ...schemas, Error: ERROR_SCHEMA },
    },
  };
}

function operationObject(operation: Operation, tag: string, records: Map<TSchema, string>): object {
  const in_query = operation.method !== 'POST';
  const required = requiredOf(operation);
  const properties = Object.entries(operation.input.properties);
  const note = in_query ? ' Parameters may also be sent as a JSON body.' : '';
  return {
    operationId: camelCase(operation.path),
    tags: [tag],
    summary: operation.summary,
    description: `${operation.description}${note}`.trim(),
    parameters: [
      ...(in_query
        ? properties.map(([name, schema]) => ({
            name,
            in: 'query',
            required: required.includes(name),
            schema: described(schema, records),
          }))
        : []),
      ...(operation.keeps_answers ? [IDEMPOTENCY_HEADER] : []),
    ],
    ...(!in_query && {
      requestBody: {
        required: required.length > 0,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required,
              properties: Object.fromEntries(
                properties.map(([name, schema]) => [name, described(schema, records)]),
              ),
              additionalProperties: false,
            },
            example: exampleInput(operation),
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        headers: ANSWER_HEADERS,
        content: {
          'application/json': {
            schema: described(operation.output, records),
            example: exampleAnswer(operation),
          },
        },
      },
      ...errorResponses(errorsOf(operation)),
    },
  };
}

function errorResponses(codes: ErrorCode[]): object {
  const statuses = [...new Set(codes.map((code) => ERRORS[code][0]))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const of_status = codes.filter((code) => ERRORS[code][0] === status);
      return [
        status,
        {
          description: of_status.map((code) => `\`${code}\``).join(', '),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              examples: Object.fromEntries(
                of_status.map((code) => [code, { value: exampleError(code) }]),
              ),
            },
          },
        },
      ];
    }),
  );
}

function exampleError(code: ErrorCode): object {
  const [status, message] = ERRORS[code];
  return { error: { status, code, message, details: [], request_id: EXAMPLE_REQUEST_ID } };
}

/** Records are shown once, by name; a list or a special answer stays where it is. */
function recordNames(operations: Operation[]): Map<TSchema, string> {
  const names = new Map<TSchema, string>();
  for (const { output } of operations) {
    const { properties } = output as SchemaParts;
    const data = properties?.data as SchemaParts | undefined;
    const record = data?.items ?? output;
    const object = (record as SchemaParts).properties?.object as SchemaParts | undefined;
    const name = pascalCase(String(object?.const));
    if (![...names.values()].includes(name)) names.set(record, name);
  }
  return names;
}

/** The schema as plain JSON, with references to the named records in it. */
function described(schema: unknown, records: Map<TSchema, string>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => described(one, records));
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = records.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'examples' || key === 'default' ? value : described(value, records),
    ]),
  );
}

const camelCase = (path: string): string =>
  path.slice(1).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

const EXAMPLE_REQUEST_ID = 'req_1tq3v9w0e00h4rk6m2x8pz7ycn5';

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['status', 'code', 'message', 'details', 'request_id'],
      properties: {
        status: { type: 'integer' },
        code: { type: 'string', description: 'For programs; the message is for people' },
        message: { type: 'string' },
        details: {
          type: 'array',
          description: 'Every offending parameter',
          items: {
            type: 'object',
            required: ['param', 'code', 'message'],
            properties: {
              param: { type: 'string' },
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

const ANSWER_HEADERS = {
  'x-request-id': { description: 'Name it when you ask for help', schema: { type: 'string' } },
  'RateLimit-Policy': {
    description: 'Requests (q) in a window of seconds (w)',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What remains (r), and seconds until full (t)',
    schema: { type: 'string' },
  },
};

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes a retry safe: the first answer is given again for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
