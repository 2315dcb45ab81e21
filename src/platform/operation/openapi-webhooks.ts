import type { TSchema } from 'typebox';
import { exampleOf } from './examples.ts';
import { pascalCase } from './openapi-schemas.ts';

/** What is sent to webhooks: the event around the record, and each type with its record. */
export interface SentEvents {
  event: TSchema;
  types: Record<string, { when: string; record: TSchema }>;
}

const eventSchemaName = (type: string): string => `${pascalCase(type)}Event`;

/** The body of each event: the common fields, with its own type and record. */
export const eventSchemas = (
  { event, types }: SentEvents,
  describe: (schema: unknown) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(types).map(([type, { record }]) => [
      eventSchemaName(type),
      {
        allOf: [
          describe(event),
          {
            type: 'object',
            properties: { type: { type: 'string', const: type }, data: describe(record) },
          },
        ],
      },
    ]),
  );

/** An event as it is sent and listed. */
const exampleEvent = ({ event, types }: SentEvents, type: string): object => ({
  ...(exampleOf(event) as object),
  type,
  ...(types[type] && { data: exampleOf(types[type].record) }),
});

/** Events of one record differ in their type: one example is enough. */
const isFirstOf = ({ types }: SentEvents, type: string): boolean =>
  Object.keys(types).find((other) => types[other]?.record === types[type]?.record) === type;

/** The `webhooks` of the OpenAPI document: requests that Kassa makes, and what it expects. */
export const webhookObjects = (sent: SentEvents, tag: string): object =>
  Object.fromEntries(
    Object.entries(sent.types).map(([type, { when }]) => [
      type,
      {
        post: {
          operationId: `on${pascalCase(type)}`,
          tags: [tag],
          summary: when,
          security: [],
          parameters: Object.keys(SIGNATURE_HEADERS).map((name) => ({
            $ref: `#/components/parameters/${name}`,
          })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${eventSchemaName(type)}` },
                ...(isFirstOf(sent, type) && { example: exampleEvent(sent, type) }),
              },
            },
          },
          responses: {
            '2XX': { $ref: '#/components/responses/Taken' },
            410: { $ref: '#/components/responses/Unwanted' },
            '4XX': { $ref: '#/components/responses/NotTaken' },
          },
        },
      },
    ]),
  );

const header = (name: string, description: string, example: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
});

/** The headers of every webhook request, by name. */
export const SIGNATURE_HEADERS = {
  'webhook-id': header(
    'webhook-id',
    'The `event_id`: the same each time the same event is sent',
    'evt_00000000001ah4rk6m2x8pz7ycn5',
  ),
  'webhook-timestamp': header(
    'webhook-timestamp',
    'When this attempt was made, in seconds',
    '1794648600',
  ),
  'webhook-signature': header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body` with the secret of the webhook',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

export const WEBHOOK_ANSWERS = {
  Taken: { description: 'Taken. Answer within 15 seconds' },
  Unwanted: { description: 'Send nothing more: the webhook is disabled' },
  NotTaken: { description: 'Tried again for three days, as after any other answer or none' },
};
