import type { Static, TObject, TProperties } from 'typebox';
import type { Choices } from './choices.ts';
import { type Field, field, type TextOptions } from './field.ts';

/** What a form says of a parameter. All else is in the schema of the operation. */
interface Texts extends Omit<TextOptions, 'type' | 'maxlength'> {
  /** In `hint`, `{min}` and `{max}` are the limits of the parameter. */
  hint?: string;
  /** So many lines can be seen. */
  rows?: number;
}

/** The words that a parameter may be; never, if it may be any text. */
type WordsOf<Value> = string extends Value ? never : Extract<Value, string>;

type TextsFor<Value> = [Value] extends [never]
  ? never
  : [WordsOf<Value>] extends [never]
    ? Texts & { choices?: Choices; none?: string }
    : Texts & { choices: { [Word in WordsOf<Value>]: string } } & (null extends Value
          ? { none: string }
          : object);

/** What a parameter may be: `license.valid_days` is inside `license`. */
type ValueAt<Input, Name> = Name extends `${infer Before}.${infer After}`
  ? Before extends keyof Input
    ? ValueAt<NonNullable<Input[Before]>, After>
    : never
  : Name extends keyof Input
    ? Exclude<Input[Name], undefined>
    : never;

type Values<I extends TProperties> = Static<TObject<I>>;

/**
 * Fields for parameters of an operation: kind, words, limits and whether they may be empty (null)
 * are those of its schema.
 */
export function formFields<I extends TProperties, Name extends string>(
  operation: { input: TObject<I> },
  texts: { [Param in Name]: TextsFor<ValueAt<Values<I>, Param>> },
): { [Param in Name]: Field<ValueAt<Values<I>, Param>> } {
  const entries = Object.entries<Texts>(texts);
  const fields = entries.map(([name, one]) => [
    name,
    fieldFor(schemaAt(operation.input, name), one),
  ]);
  // Each field reads what its schema says: the compiler cannot follow a schema to its type.
  return Object.fromEntries(fields);
}

/** What is read of a schema. */
interface Schema {
  type?: string;
  enum?: readonly string[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: object;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  documented?: { format?: string; pattern?: string };
}

/** Without null. */
const plainSchema = (schema: Schema): Schema =>
  schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;

function schemaAt(schema: Schema, name: string): Schema {
  let at: Schema | undefined = schema;
  for (const part of name.split('.')) at = at && plainSchema(at).properties?.[part];
  if (!at) throw new Error(`the operation has no parameter ${name}`);
  return at;
}

type Given = Texts & { choices?: Choices; none?: string };

function fieldFor(schema: Schema, { choices, none = 'None', ...texts }: Given): Field<unknown> {
  const plain = plainSchema(schema);
  const is_nullable = plain !== schema;
  const given = { ...texts, ...limits(plain, texts) };
  if (choices) {
    if (plain.type === 'array') return field.several({ ...given, choices });
    if (is_nullable) return field.optionalChoice({ none, ...given, choices });
    return plain.enum ? field.choice({ ...given, choices }) : field.oneOf({ ...given, choices });
  }
  const one = plainField(plain, given);
  return is_nullable ? field.optional(one) : one;
}

function plainField(schema: Schema, given: TextOptions & { rows?: number }): Field<unknown> {
  const { type, items, patternProperties, minimum = 0, documented } = schema;
  if (type === 'boolean') return field.tick(given);
  if (type === 'integer') return field.number(given);
  if (type === 'number') return field.money({ ...given, may_be_negative: minimum < 0 });
  if (type === 'array') return items?.type === 'string' ? field.lines(given) : field.numbers(given);
  if (patternProperties) return field.pairs(given);
  if (given.rows) return field.textarea(given);
  if (isDay(schema)) return field.day(given);
  if (documented?.format === 'uri') {
    return field.text({ placeholder: 'https://', ...given, type: 'url' });
  }
  return field.text({ ...given, type: documented?.format === 'email' ? 'email' : 'text' });
}

const isDay = ({ documented }: Schema): boolean =>
  documented?.format === 'date' ||
  documented?.pattern?.startsWith('^\\d{4}-\\d{2}-\\d{2}') === true;

/** A letter may be two characters to a browser: what is allowed is never cut. */
const limits = ({ maxLength, minimum, maximum, maxItems }: Schema, { hint }: Texts) => ({
  ...(maxLength !== undefined && { maxlength: String(maxLength * 2) }),
  ...(hint !== undefined && {
    hint: hint.replaceAll(/\{(min|max)\}/g, (_, name) =>
      known(name === 'min' ? minimum : (maximum ?? maxItems ?? maxLength)),
    ),
  }),
});

function known(limit: number | undefined): string {
  if (limit === undefined) throw new Error('a hint names a limit that the parameter does not have');
  return String(limit);
}

export const METADATA = { label: 'Metadata', hint: 'One name = value on each line' };
