import type Box from 'typebox';

// typebox builds schemas with 370 files, which every start and every command would load. It has many
// kinds of types, and we use few. These make the same objects: schema.test.ts compares them, and
// the types are those of typebox.

type Properties = Record<string, object>;
type Options = Record<string, unknown>;

const builders = {
  Unknown: simple('Unknown', {}),
  Null: simple('Null', { type: 'null' }),
  Boolean: simple('Boolean', { type: 'boolean' }),
  Integer: simple('Integer', { type: 'integer' }),
  Number: simple('Number', { type: 'number' }),
  String: simple('String', { type: 'string' }),

  Literal: (value: string | number | boolean, options?: Options) =>
    schema('Literal', { type: typeof value, const: value }, options),

  Enum: (values: readonly string[], options?: Options) => schema('Enum', { enum: values }, options),

  Union: (anyOf: object[], options?: Options) => schema('Union', { anyOf }, options),

  Array: (items: object, options?: Options) => schema('Array', { type: 'array', items }, options),

  Record: (key: { pattern?: string }, value: object, options?: Options) =>
    schema(
      'Record',
      { type: 'object', patternProperties: { [key.pattern ?? '^.*$']: value } },
      options,
    ),

  Object(properties: Properties, options?: Options) {
    const names = Object.keys(properties);
    const required = names.filter((name) => !('~optional' in (properties[name] ?? {})));
    const fields = { type: 'object', ...(required.length > 0 && { required }), properties };
    return schema('Object', fields, options);
  },

  Optional: (type: object) => changed(type, { '~optional': true }),

  Refine(type: { '~refine'?: object[] }, check: unknown, error: unknown) {
    return changed(type, { '~refine': [...(type['~refine'] ?? []), { check, error }] });
  },
};

// The compiler cannot know that the objects are the same; the test does.
export const Type = builders as unknown as Pick<typeof Box, keyof typeof builders>;

function simple(kind: string, fields: object) {
  return (options?: Options) => schema(kind, fields, options);
}

function schema(kind: string, fields: object, options: Options = {}): object {
  return withHidden({ ...fields, ...options }, { '~kind': kind });
}

/** A copy with hidden properties, beside those that it has. */
const changed = (type: object, hidden: object): object =>
  withHidden(Object.defineProperties({}, Object.getOwnPropertyDescriptors(type)), hidden);

/** Hidden: not in JSON, and not in copies by `{ ...schema }`. */
function withHidden(type: object, hidden: object): object {
  for (const [name, value] of Object.entries(hidden)) {
    Object.defineProperty(type, name, {
      configurable: true,
      writable: true,
      enumerable: false,
      value,
    });
  }
  return type;
}
