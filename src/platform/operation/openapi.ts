import { deprecationText } from '../core/deprecation.ts';
import { VERSION } from '../core/version.ts';
import { exampleInput, requiredParameters } from './examples.ts';
import {
  answerHeaders,
  ErrorAnswer,
  errorExamples,
  errorResponses,
  headersOf,
  sharedResponses,
} from './openapi-errors.ts';
import { type ExampleAnswers, exampleAnswers } from './openapi-examples.ts';
import { inputName, namedSchemas } from './openapi-schemas.ts';
import {
  eventSchemas,
  type SentEvents,
  SIGNATURE_HEADERS,
  WEBHOOK_ANSWERS,
  webhookObjects,
} from './openapi-webhooks.ts';
import type { Operation } from './operation.ts';

/** The OpenAPI 3.1 document, made from the declared operations. */
export function openApiDocument(
  groups: Record<string, Operation[]>,
  sent: SentEvents,
  base_url: string,
): object {
  const operations = Object.values(groups).flat();
  const records = Object.values(sent.types).map(({ record }) => record);
  const { schemas, describe } = namedSchemas(operations, records);
  const answers = exampleAnswers(operations, describe);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kassa',
      version: VERSION,
      summary: 'Commerce for people who sell software',
      description:
        'Parameters of GET and DELETE may be in the query string, in a JSON body, or in both. null ' +
        'for an optional parameter is the same as leaving it out; in an update it clears a field ' +
        'that may be null.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base_url }],
    security: [{ api_key: [] }, { bearer: [] }],
    tags: Object.keys(groups).map((name) => ({ name })),
    paths: Object.fromEntries(
      Object.entries(groups).flatMap(([tag, members]) =>
        members.map((operation) => [
          operation.path,
          {
            [operation.method.toLowerCase()]: operationObject(operation, tag, {
              describe,
              answers,
            }),
          },
        ]),
      ),
    ),
    webhooks: webhookObjects(sent, 'Events and webhooks'),
    components: {
      securitySchemes: {
        api_key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { ...schemas, ...eventSchemas(sent, describe), ErrorAnswer },
      responses: { ...sharedResponses(operations), ...WEBHOOK_ANSWERS },
      parameters: { [IDEMPOTENCY_HEADER.name]: IDEMPOTENCY_HEADER, ...SIGNATURE_HEADERS },
      headers: headersOf(operations),
      examples: { ...errorExamples(operations), ...answers.shared },
    },
  };
}

function operationObject(
  operation: Operation,
  tag: string,
  { describe, answers }: { describe: (schema: unknown) => unknown; answers: ExampleAnswers },
): object {
  const required = requiredParameters(operation);
  const properties = Object.entries(operation.input.properties);
  const in_query = operation.method !== 'POST';
  return {
    operationId: camelCase(operation.path),
    tags: [tag],
    summary: operation.summary,
    ...descriptionOf(operation),
    parameters: [
      ...(in_query
        ? properties.map(([name, schema]) => ({
            name,
            in: 'query',
            ...(required.includes(name) && { required: true }),
            ...(operation.deprecated_parameters.has(name) && { deprecated: true }),
            schema: describe(schema),
          }))
        : []),
      ...(operation.keeps_answers
        ? [{ $ref: `#/components/parameters/${IDEMPOTENCY_HEADER.name}` }]
        : []),
    ],
    ...(properties.length > 0 && { requestBody: requestBody(operation) }),
    responses: {
      200: {
        description: 'Done',
        headers: answerHeaders(operation),
        content: {
          'application/json': {
            schema: describe(operation.output),
            ...answers.shown(operation),
          },
        },
      },
      ...errorResponses(operation),
    },
  };
}

/** GET and DELETE take the same parameters in the query string or in a body. */
function requestBody(operation: Operation): object {
  const is_only_way = operation.method === 'POST';
  return {
    ...(is_only_way && requiredParameters(operation).length > 0 && { required: true }),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${inputName(operation)}` },
        ...(is_only_way && { example: exampleInput(operation) }),
      },
    },
  };
}

function descriptionOf({ description, deprecated }: Operation): object {
  const said = [description, deprecated && `${deprecationText(deprecated)}.`].filter(Boolean);
  return {
    ...(said.length > 0 && { description: said.join('\n\n') }),
    ...(deprecated && { deprecated: true }),
  };
}

const camelCase = (path: string): string =>
  path.slice(1).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes a retry safe: the first answer is given again for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};
