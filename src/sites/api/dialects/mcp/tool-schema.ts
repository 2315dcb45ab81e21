import { requiredParameters } from '../../../../platform/operation/examples.ts';
import { plainSchema } from '../../../../platform/operation/openapi-schemas.ts';
import type { Operation } from '../../../../platform/operation/operation.ts';

// Models pay for every letter of a schema, in each conversation: the list of tools says what is needed
// for most calls, and `describe` says everything.

/** The argument by which a call can be repeated, besides the parameters of the operation. */
export const IDEMPOTENCY_ARGUMENT = 'idempotency_key';

/** Programs read whole pages; an agent reads every record, and can ask for more. */
export const RECORDS_FOR_AGENTS = 20;

interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  default?: unknown;
}

/** Everything about the parameters. Some models take no `anyOf` at the top: the description has it. */
export const wholeSchema = (operation: Operation): object => ({
  ...inputSchema(operation, parametersOf(operation), IDEMPOTENCY),
  additionalProperties: false,
});

/** The names and types of all but the `rare` parameters, and what they mean in a few words. */
export function shortSchema(operation: Operation, rare: readonly string[]): object {
  // An update clears what is null; elsewhere null is the same as leaving it out.
  const clears = operation.path.startsWith('/update-');
  const parameters = parametersOf(operation)
    .filter(([name]) => !rare.includes(name))
    .map(([name, schema]): [string, Schema] => [name, shorten(schema, clears, name)]);
  return inputSchema(operation, parameters, { type: 'string' });
}

/** The declared parameters, with a page as long as an agent gets it. */
const parametersOf = (operation: Operation): [string, Schema][] =>
  Object.entries(operation.input.properties).map(([name, declared]) => {
    const schema = plainSchema(declared) as Schema;
    return [
      name,
      isPageLimit(operation, name) ? { ...schema, default: RECORDS_FOR_AGENTS } : schema,
    ];
  });

/** Whether a parameter says how many records are answered, and need not be sent. */
export function isPageLimit({ input }: Operation, name: string): boolean {
  const declared = input.properties[name];
  return name === 'limit' && declared !== undefined && 'default' in declared;
}

function inputSchema(operation: Operation, parameters: [string, Schema][], key: Schema): object {
  const required = requiredParameters(operation);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters),
      ...(operation.keeps_answers && { [IDEMPOTENCY_ARGUMENT]: key }),
    },
    ...(required.length > 0 && { required }),
  };
}

const IDEMPOTENCY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[!-~]+$',
  description:
    'Any text of your own, new for every call. If no answer arrives, call again with the same one: ' +
    'it is done once, and the first answer is given again for 24 hours',
};

/** A schema without what the operation checks anyway and without examples. */
function shorten(schema: Schema, clears: boolean, name?: string): Schema {
  const [inner, nothing] = schema.anyOf ?? [];
  if (inner && nothing?.type === 'null') {
    const short = shorten(inner, clears, name);
    return clears ? orNull(short) : short;
  }
  const { type, enum: words, items, properties, default: value } = schema;
  const description = name !== undefined && SELF_EXPLANATORY.has(name) ? '' : meaning(schema);
  return {
    ...(type && { type }),
    ...(words && words.length <= WORDS_MAX && { enum: words }),
    ...(items && { items: shorten({ ...items, description: '' }, clears) }),
    ...(properties && { properties: shortFields(properties, clears) }),
    ...(description && { description }),
    ...((value ?? null) !== null && { default: value }),
  };
}

const shortFields = (properties: Record<string, Schema>, clears: boolean) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, shorten(field, clears, name)]),
  );

/** Models know what a currency is. */
const WORDS_MAX = 60;

/** What their name says is enough for a model. */
const SELF_EXPLANATORY = new Set(['limit', 'cursor', 'product_id', 'subscription_id', 'metadata']);

/** If it is long, the first sentence; if that is long, as far as its first colon or semicolon. */
function meaning({ description = '' }: Schema): string {
  if (description.length <= MEANING_MAX) return description;
  const [sentence = ''] = description.split('. ', 1);
  return sentence.length <= MEANING_MAX ? sentence : (sentence.split(/[:;] /, 1)[0] ?? sentence);
}

const MEANING_MAX = 80;

function orNull(schema: Schema): Schema {
  const { type, enum: words } = schema;
  if (typeof type !== 'string') return schema;
  return { ...schema, type: [type, 'null'], ...(words && { enum: [...words, null] }) };
}
