import type { TSchema } from 'typebox';
import { exampleOf, type SchemaParts } from './examples.ts';
import { pascalCase } from './openapi-schemas.ts';

/** What is sent to webhooks: the event around the record, and each type with its record. */
export interface SentEvents {
  event: TSchema;
  types: Record<string, { when: string; record: TSchema }>;
}

const eventSchemaName = (type: string): string => `${pascalCase(type)}Event`;

/** The body of each event: the common fields, with its own type and record. */
export function eventSchemas(
  { event, types }: SentEvents,
  describe: (schema: unknown) => unknown,
): Record<string, unknown> {
  const { properties = {}, required } = event as SchemaParts & { required?: string[] };
  return Object.fromEntries(
    Object.entries(types).map(([type, { record }]) => [
      eventSchemaName(type),
      {
        type: 'object',
        required,
        properties: {
          ...Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, describe(one)]),
          ),
          type: { type: 'string', const: type },
          data: describe(record),
        },
      },
    ]),
  );
}

/** An event as it is sent and listed. */
const exampleEvent = ({ event, types }: SentEvents, type: string): object => ({
  ...(exampleOf(event) as object),
  type,
  ...(types[type] && { data: exampleOf(types[type].record) }),
});

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
          parameters: SIGNATURE_HEADERS,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${eventSchemaName(type)}` },
                example: exampleEvent(sent, type),
              },
            },
          },
          responses: ANSWERS,
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

const SIGNATURE_HEADERS = [
  header(
    'webhook-id',
    'The `event_id`: the same each time the same event is sent',
    'evt_00000000001ah4rk6m2x8pz7ycn5',
  ),
  header('webhook-timestamp', 'When this attempt was made, in seconds', '1794648600'),
  header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body` with the secret of the webhook',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const ANSWERS = {
  '2XX': { description: 'Taken. Answer within 15 seconds' },
  410: { description: 'Send nothing more: the webhook is disabled' },
  '4XX': { description: 'Tried again for three days, as after any other answer or none' },
};
