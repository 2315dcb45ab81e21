import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { type Deprecation, deprecationText } from '../core/deprecation.ts';
import { METADATA } from '../core/metadata.ts';
import { requiredParameters } from './examples.ts';
import type { Operation } from './operation.ts';
import type { SchemaParts } from './schema-parts.ts';

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
  for (const { path, output, input } of operations) {
    collect(output, names);
    // An answer that is not a record, such as that of validate-license, is named by the operation.
    const key = keyOf(output);
    if (!names.has(key)) names.set(key, { name: `${pascalCase(path)}Answer`, schema: output });
    for (const parameter of Object.values(input.properties)) collect(parameter, names);
  }
  for (const record of records) collect(record, names);
  const used = [...names.values()].map(({ name }) => name);
  assert.deepEqual(used, [...new Set(used)], 'two schemas have one name: give one a title');

  const describe = (schema: unknown): unknown => described(schema, names);
  const schemas: Record<string, unknown> = {};
  for (const { name, schema } of names.values()) schemas[name] = component(name, schema, names);
  for (const operation of operations) {
    if (Object.keys(operation.input.properties).length === 0) continue;
    schemas[inputName(operation)] = withoutExamples(inputSchema(operation, describe));
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
  const key = keyOf(schema);
  if (name !== undefined && !names.has(key)) names.set(key, { name, schema });
  for (const part of [...Object.values(properties), ...(items ? [items] : []), ...anyOf]) {
    collect(part, names);
  }
}

/** What is the same schema. One with a title may mean something else in each place: see `described`. */
function keyOf(schema: object): string {
  if (!('title' in schema)) return JSON.stringify(schema);
  const { description, examples, ...rest } = schema as SchemaParts;
  return JSON.stringify(rest);
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
  const required = requiredParameters(operation);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      Object.entries(operation.input.properties).map(([name, one]) => [
        name,
        withoutDefault(describe(one)),
      ]),
    ),
    ...choiceOf(operation),
    additionalProperties: false,
  };
}

/**
 * At least one of some parameters, or exactly one. Of `anyOf` or `oneOf` beside `properties` generators
 * of clients make `unknown` or `any`, and check nothing more; what is behind `not` they pass over.
 */
function choiceOf({ any_of: names, is_one_of }: Operation): object {
  if (!names) return {};
  const none = { not: { anyOf: names.map((name) => ({ required: [name] })) } };
  if (!is_one_of) return { not: none };
  const pairs = names.flatMap((name, at) =>
    names.slice(at + 1).map((other) => ({ required: [name, other] })),
  );
  return { not: { anyOf: [none, ...pairs] } };
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

/** A record has an example in each answer that shows it, so its fields need none. */
function component(name: string, schema: TSchema, names: Names): unknown {
  const others = new Map(names);
  others.delete(keyOf(schema));
  const { properties } = schema as SchemaParts;
  if (!properties) return described(schema, others);
  const whole = name.endsWith('Input') ? schema : extended(schema, others);
  return withoutExamples(described(whole, others));
}

const FIELDS_SHARED_MIN = 5;

/** A record that is another one with more fields, as a reference to that one and the rest. */
function extended(schema: TSchema, others: Names): unknown {
  const { properties = {}, description } = schema as SchemaParts;
  const own = new Map(Object.entries(properties).map(([name, one]) => [name, keyOf(one)]));
  const bases = [...others.values()]
    .map((other) => ({ ...other, fields: (other.schema as SchemaParts).properties ?? {} }))
    .filter(({ name, fields }) => {
      const all = Object.entries(fields);
      const is_part = all.every(([field, one]) => own.get(field) === keyOf(one));
      return !name.endsWith('Input') && all.length >= FIELDS_SHARED_MIN && is_part;
    })
    .toSorted((a, b) => Object.keys(b.fields).length - Object.keys(a.fields).length);
  const [base] = bases;
  if (!base || Object.keys(base.fields).length === own.size) return schema;
  const rest = Object.entries(properties).filter(([name]) => !(name in base.fields));
  const required = rest.map(([name]) => name).filter((name) => isRequired(schema, name));
  return {
    ...(description && { description }),
    allOf: [base.schema, { type: 'object', required, properties: Object.fromEntries(rest) }],
  };
}

const isRequired = (schema: TSchema, name: string): boolean =>
  (schema as { required?: string[] }).required?.includes(name) ?? false;

function withoutExamples(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutExamples);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      // A field may have this name too.
      .filter(([key, value]) => key !== 'examples' || !Array.isArray(value))
      .map(([key, value]) => [key, AS_IT_IS.has(key) ? value : withoutExamples(value)]),
  );
}

function described(schema: unknown, names: Names): unknown {
  if (Array.isArray(schema)) return schema.map((one) => described(one, names));
  if (typeof schema !== 'object' || schema === null) return schema;
  const found = names.get(keyOf(schema));
  if (found) return reference(found, schema);
  const { documented, sensitive, deprecated, title, patternProperties, ...rest } = schema as Record<
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
    ...(deprecated ? goingAway(deprecated as Deprecation, rest) : {}),
  };
}

/** A reference, with what the schema means here where that is something else. */
function reference({ name, schema }: { name: string; schema: TSchema }, here: SchemaParts) {
  const { description } = here;
  const is_other = description !== (schema as SchemaParts).description;
  return { $ref: `#/components/schemas/${name}`, ...(is_other && description && { description }) };
}

const goingAway = (deprecated: Deprecation, { description }: Record<string, unknown>) => ({
  description: [deprecationText(deprecated), description].filter(Boolean).join('. '),
  deprecated: true,
});

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
