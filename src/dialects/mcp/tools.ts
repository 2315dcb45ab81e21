import { requiredParameters } from '../../operation/examples.ts';
import { plainSchema } from '../../operation/openapi-schemas.ts';
import type { Operation } from '../../operation/operation.ts';
import { operations } from '../../operations.ts';

/** An operation as an agent sees it. */
export interface Tool {
  operation: Operation;
  described: { name: string } & Record<string, unknown>;
}

/** Every operation, by the name of its tool: its path without the slash. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  Object.values(operations)
    .flat()
    .map((operation) => [operation.path.slice(1), toolOf(operation)]),
);

/** The argument by which a call can be repeated, besides the parameters of the operation. */
export const IDEMPOTENCY_ARGUMENT = 'idempotency_key';

function toolOf(operation: Operation): Tool {
  const name = operation.path.slice(1);
  const words = name.replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  let made: Tool['described'] | undefined;
  return {
    operation,
    // Made when somebody first asks: nobody else waits for it.
    get described() {
      made ??= {
        name,
        title,
        description: descriptionOf(operation),
        inputSchema: inputSchema(operation),
        outputSchema: without(WORDS, plainSchema(operation.output)),
        annotations: { title, ...hints(operation) },
      };
      return made;
    },
  };
}

function descriptionOf({ summary, description, any_of, errors, scope }: Operation): string {
  const parts = [`${summary}.`, description];
  if (any_of) parts.push(`Send at least one of ${any_of.join(', ')}.`);
  if (scope === 'full') parts.push('Changes something: needs an API key of scope full.');
  if (errors.length > 0) parts.push(`May be refused with ${errors.join(', ')}.`);
  return parts.filter((part) => part !== '').join('\n');
}

/** Some models take no `anyOf` at the top of a schema: it is told in the description instead. */
function inputSchema(operation: Operation): object {
  const { properties } = operation.input;
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [
          name,
          without(CHECKS, plainSchema(schema)),
        ]),
      ),
      ...(operation.keeps_answers && { [IDEMPOTENCY_ARGUMENT]: IDEMPOTENCY_SCHEMA }),
    },
    required: requiredParameters(operation),
    additionalProperties: false,
  };
}

const IDEMPOTENCY_SCHEMA = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[!-~]+$',
  description:
    'Any text of your own, new for every call. If no answer arrives, call again with the same one: ' +
    'it is done once, and the first answer is given again for 24 hours',
};

/** Of an answer, an agent needs no explanation: it has the answer itself. */
const WORDS = ['description', 'examples', 'default'];

/** What the operation checks anyway, and a model reads at some cost without using it. */
const CHECKS = ['pattern', 'minLength', 'propertyNames'];

/** A schema without these keywords. */
function without(keywords: string[], schema: unknown, is_names = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => without(keywords, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => is_names || !keywords.includes(key))
      .map(([key, value]) => [key, without(keywords, value, key === 'properties' && !is_names)]),
  );
}

/** Whatever is not known to be harmless is told to be destructive: agents then ask first. */
function hints({ read, method, path }: Operation): object {
  if (read) return { readOnlyHint: true };
  return {
    readOnlyHint: false,
    destructiveHint: !path.startsWith('/create-'),
    idempotentHint: method === 'DELETE' || REPEATABLE.test(path),
  };
}

/** Asked again for the same, these change nothing more. */
const REPEATABLE = /^\/(?:update|archive|cancel|deactivate|disable|enable|expire|revoke)-/;
