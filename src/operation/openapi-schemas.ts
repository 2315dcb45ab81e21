import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { METADATA } from '../core/fields.ts';
import { requiredParameters, type SchemaParts } from './examples.ts';
import type { Operation } from './operation.ts';

/** The schemas of the OpenAPI document: each record, list, answer and body once, with a name. */
export function namedSchemas(
  operations: Operation[],
  records: TSchema[] = [],
): {
  schemas: Record<string, unknown>;
  /** A schema as JSON, with references to the schemas that have a name. */
  describe(schema: unknown): unknown;
} {
  const names = new Map<string, { name: string; schema: TSchema }>();
  for (const operation of operations) {
    collect(operation.output, names);
    // An answer that is not a record, such as that of validate-license, is named by the operation.
    const text = JSON.stringify(operation.output);
    if (!names.has(text)) {
      names.set(text, { name: `${pascalCase(operation.path)}Answer`, schema: operation.output });
    }
  }
  for (const record of records) collect(record, names);
  const used = [...names.values()].map(({ name }) => name);
  assert.deepEqual(used, [...new Set(used)], 'two schemas have one name: give one a title');

  const describe = (schema: unknown): unknown => described(schema, names);
  const schemas: Record<string, unknown> = {};
  for (const { name, schema } of names.values()) schemas[name] = withoutName(schema, names);
  for (const operation of operations) {
    if (Object.keys(operation.input.properties).length === 0) continue;
    schemas[inputName(operation)] = inputSchema(operation, describe);
  }
  return { schemas, describe };
}

/** A schema as JSON, whole: without references to schemas that have a name. */
export const plainSchema = (schema: unknown): unknown => described(schema, new Map());

export const inputName = ({ path }: Operation): string => `${pascalCase(path)}Input`;

export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[^a-z])+([a-z])/g, (_, letter: string) => letter.toUpperCase());

type Names = Map<string, { name: string; schema: TSchema }>;

/** Finds the schemas that have a name: a title, or the `object` field of a record. */
function collect(schema: TSchema, names: Names): void {
  const { title, properties = {}, items, anyOf = [] } = schema as SchemaParts;
  const name = title ?? recordName(properties);
  if (name !== undefined) names.set(JSON.stringify(schema), { name, schema });
  for (const part of [...Object.values(properties), ...(items ? [items] : []), ...anyOf]) {
    collect(part, names);
  }
}

function recordName(properties: Record<string, TSchema>): string | undefined {
  const { const: object } = (properties.object ?? {}) as SchemaParts;
  if (typeof object !== 'string') return undefined;
  if (object !== 'list') return pascalCase(object);
  const { items } = properties.data as SchemaParts;
  const { title, properties: fields = {} } = (items ?? {}) as SchemaParts;
  return `${title ?? recordName(fields) ?? ''}List`;
}

function inputSchema(operation: Operation, describe: (schema: unknown) => unknown): object {
  const { any_of } = operation;
  return {
    type: 'object',
    required: requiredParameters(operation),
    properties: Object.fromEntries(
      Object.entries(operation.input.properties).map(([name, one]) => [
        name,
        withoutDefault(describe(one)),
      ]),
    ),
    ...(any_of && { anyOf: any_of.map((name) => ({ required: [name] })) }),
    additionalProperties: false,
  };
}

/** In words: generators of clients take a parameter with a `default` for one that must be sent. */
function withoutDefault(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('default' in schema)) return schema;
  const { default: value, ...rest } = schema;
  // null is the same as leaving it out, for every parameter.
  if (value === null) return rest;
  const text = JSON.stringify(value);
  const words =
    'description' in schema ? `${schema.description} (default: ${text})` : `Default: ${text}`;
  return { ...rest, description: words };
}

function withoutName(schema: TSchema, names: Names): unknown {
  const others = new Map(names);
  others.delete(JSON.stringify(schema));
  return described(schema, others);
}

function described(schema: unknown, names: Names): unknown {
  if (Array.isArray(schema)) return schema.map((one) => described(one, names));
  if (typeof schema !== 'object' || schema === null) return schema;
  const found = names.get(JSON.stringify(schema));
  if (found) return { $ref: `#/components/schemas/${found.name}` };
  const { documented, sensitive, title, patternProperties, ...rest } = schema as Record<
    string,
    unknown
  >;
  const parts = Object.entries(rest).map(([key, value]) => [
    key,
    AS_IT_IS.has(key) ? value : described(value, names),
  ]);
  return {
    ...typeOf(rest),
    ...Object.fromEntries(parts),
    ...(patternProperties !== undefined && mapOf(Object.values(patternProperties as object)[0])),
    ...(documented ?? {}),
  };
}

const AS_IT_IS = new Set(['examples', 'default', 'enum', 'const', 'required']);

/** Code generators need a `type` beside `enum` and `const`. */
function typeOf(schema: Record<string, unknown>): object {
  const [value = schema.const] = Array.isArray(schema.enum) ? schema.enum : [];
  return 'type' in schema || value === undefined ? {} : { type: typeof value };
}

/** How a map is described. A map of text is metadata, which has limits. */
const mapOf = (values: { type?: string }): object =>
  values.type === 'string' ? PAIRS_OF_TEXT : { additionalProperties: values };

const PAIRS_OF_TEXT = {
  additionalProperties: { type: 'string', maxLength: METADATA.value_max },
  propertyNames: { minLength: 1, maxLength: METADATA.key_max },
  maxProperties: METADATA.pairs_max,
};
