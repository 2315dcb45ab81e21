import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { Compile, Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { type Detail, refuseParameters } from '../core/errors.ts';
import { exactNumber } from '../core/json.ts';
import { didYouMean } from '../core/near-miss.ts';
import { explain, strings } from './explain-problem.ts';
import { createMask } from './sensitive.ts';

Settings.Set({ maxErrors: 100 });

/** The parameters as a handler reads them. */
export type InputOf<I extends TObject> = { [Name in keyof Static<I>]: Static<I>[Name] };

export interface Parameters<Input> {
  /**
   * What is compared to find out whether two requests are the same: query and body as they were
   * sent, with sensitive parameters masked.
   */
  identity(body: Record<string, unknown>, query: Map<string, string> | undefined): unknown;
  /** The input for the operation. Throws a Refusal that names every wrong parameter. */
  read(body: Record<string, unknown>, query: Map<string, string> | undefined): Input;
}

/** Checks that concern more than one parameter. */
interface Rules<Input> {
  /** At least one of these must be sent. */
  any_of?: readonly string[];
  /** Exactly one of these must be sent. */
  one_of?: readonly string[];
  /** Gets only the parameters that fit the schema. */
  check?(input: Input): Detail[];
}

/** What is wrong, and what could have been meant instead of what was typed. */
interface Problem extends Detail {
  instead_of?: { typed: string; known: readonly string[] };
}

export function parameters<P extends TProperties>(
  schema: TObject<P>,
  { any_of, one_of, check }: Rules<Partial<Static<TObject<P>>>> = {},
): Parameters<InputOf<TObject<P>>> {
  // Compiled when first needed: a start, or a command, need not wait for all operations.
  let compiled: { Check(input: unknown): boolean } | undefined;
  const fitsSchema = (input: unknown): boolean => {
    compiled ??= Compile({ ...schema, additionalProperties: false });
    return compiled.Check(input);
  };
  const properties: Record<string, TSchema> = schema.properties;
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default] as const] : [],
  );
  const mask = createMask(schema);
  const required = (schema.required ?? []) as readonly string[];

  return {
    identity(body, query) {
      const sent = query === undefined ? body : mergeQueryAndBody(body, query, properties, []);
      return mask ? mask(sent) : sent;
    },
    read(body, query) {
      const problems: Problem[] = [];
      let input =
        query === undefined ? { ...body } : mergeQueryAndBody(body, query, properties, problems);
      for (const [name, value] of defaults) input[name] ??= value;
      // A correct request, the usual case, needs only this one call of compiled code.
      let fits = problems.length === 0 && fitsSchema(input);
      if (!fits) {
        input = withoutEmptyValues(input, properties);
        fits = problems.length === 0 && fitsSchema(input);
      }
      if (!fits) problems.push(...problemsOf(input, { properties, required }, []));
      // Input that does not fit is refused even if no reason was found.
      if (!fits && problems.length === 0) problems.push(NOT_AS_DECLARED);
      if (any_of) problems.push(...missingAnyOf(any_of, input));
      if (one_of) problems.push(...missingAnyOf(one_of, input), ...tooMany(one_of, input));
      if (check) problems.push(...check((fits ? input : withoutFields(input, problems)) as never));
      if (problems.length > 0) throw refuseParameters(withHints(firstPerParameter(problems)));
      return input as InputOf<TObject<P>>; // It was checked against the schema above.
    },
  };
}

function mergeQueryAndBody(
  body: Record<string, unknown>,
  query: Map<string, string>,
  properties: Record<string, TSchema>,
  problems: Problem[],
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...body };
  for (const [name, text] of query) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) {
      problems.push(unknown(name, name, properties)); // Not into `input`: the name may be __proto__.
      continue;
    }
    const value = convertQueryValue(text, property);
    const in_body = Object.hasOwn(body, name) ? body[name] : undefined;
    if ((in_body ?? value) !== value) {
      problems.push({
        param: name,
        code: 'conflicting_parameter',
        message: 'has one value in the query string and another in the body',
      });
    }
    input[name] = value;
  }
  return input;
}

/**
 * null is the same as leaving a parameter out, unless the schema allows null. [] is accepted as an
 * empty map, because some languages write it so.
 */
function withoutEmptyValues(
  input: Record<string, unknown>,
  properties: Record<string, TSchema>,
): Record<string, unknown> {
  const some = { ...input };
  for (const [name, property] of Object.entries(properties)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    const schema = withoutNull(property);
    if (value === null && schema === property) some[name] = undefined;
    else if (isObjectSchema(schema) && isObject(value)) {
      some[name] = withoutEmptyValues(value, schema.properties);
    } else if (isMap(schema) && Array.isArray(value) && value.length === 0) some[name] = {};
  }
  return some;
}

/** The schema of X for "X or null". */
const withoutNull = (schema: TSchema): TSchema => (isNullable(schema) ? schema.anyOf[0] : schema);

function missingAnyOf(names: readonly string[], input: Record<string, unknown>): Detail[] {
  if (names.some((name) => (input[name] ?? null) !== null)) return [];
  const [param = ''] = names;
  return [{ param, code: 'missing', message: `is missing: send ${names.join(' or ')}` }];
}

function tooMany(names: readonly string[], input: Record<string, unknown>): Detail[] {
  const [first, ...others] = names.filter((name) => (input[name] ?? null) !== null);
  const message = `cannot be together with ${first}`;
  return others.map((param) => ({ param, code: 'not_allowed', message }));
}

const unknown = (param: string, name: string, properties: Record<string, TSchema>): Problem => ({
  param,
  code: 'unknown_parameter',
  message: 'is not a parameter here',
  instead_of: { typed: name, known: Object.keys(properties) },
});

/** A query value as its declared type. What cannot be converted stays text and fails the check. */
function convertQueryValue(text: string, property: TSchema): unknown {
  const type = 'type' in property ? property.type : undefined;
  if (type === 'integer' || type === 'number') return exactNumber(text) ?? text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** Everything that is wrong with an object: unknown fields, missing fields, wrong values. */
function problemsOf(
  input: Record<string, unknown>,
  schema: ObjectSchema,
  path: string[],
): Problem[] {
  const problems: Problem[] = [];
  const at = (name: string) => [...path, name].join('.');
  for (const name of Object.keys(input)) {
    if (problems.length === DETAILS_MAX) return problems;
    if (!Object.hasOwn(schema.properties, name)) {
      problems.push(unknown(at(name), name, schema.properties));
    }
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value !== undefined) problems.push(...problemsWith(value, property, [...path, name]));
    else if (schema.required?.includes(name)) {
      problems.push({ param: at(name), code: 'missing', message: 'is missing' });
    }
  }
  return problems;
}

function problemsWith(value: unknown, property: TSchema, path: string[]): Problem[] {
  // For "X or null", the useful message is what is wrong with X.
  const schema = withoutNull(property);
  if (schema !== property && value === null) return [];
  if (isObjectSchema(schema) && isObject(value)) return problemsOf(value, schema, path);
  if (isTooLong(value, schema)) {
    const message = `must have at most ${schema.maxItems} items`;
    return [{ param: path.join('.'), code: 'too_long', message }];
  }
  if (isTooWide(value, schema)) {
    return [{ param: path.join('.'), code: 'too_long', message: 'has too many pairs' }];
  }
  const items = itemsOf(schema);
  if (items && Array.isArray(value)) {
    return value.flatMap((item, at) => problemsWith(item, items, [...path, String(at)]));
  }
  const [, errors] = Errors(schema, value);
  return errors.map((error) => {
    const [code, message] = explain(error.keyword, error.params, error.message);
    const below = error.instancePath.split('/').slice(1);
    const problem = { param: [...path, ...below].join('.'), code, message };
    const typed = error.keyword === 'enum' ? valueAt(value, below) : undefined;
    if (typeof typed !== 'string') return problem;
    return { ...problem, instead_of: { typed, known: strings(error.params, 'allowedValues') } };
  });
}

const valueAt = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (context, name) =>
      typeof context === 'object' && context !== null && Object.hasOwn(context, name)
        ? Object.entries(context).find(([key]) => key === name)?.[1]
        : undefined,
    value,
  );

interface ObjectSchema {
  properties: Record<string, TSchema>;
  required?: readonly string[];
}

const isObjectSchema = (schema: TSchema): schema is TSchema & ObjectSchema =>
  'properties' in schema;

/** The schema of the items of a list of objects. */
const itemsOf = (schema: TSchema): TSchema | undefined =>
  'items' in schema && isObjectSchema(schema.items as TSchema)
    ? (schema.items as TSchema)
    : undefined;

const isMap = (schema: TSchema): boolean => 'patternProperties' in schema;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// A list that is too long gets this one message: checking thousands of items would take too long.
const isTooLong = (value: unknown, schema: TSchema): schema is TSchema & { maxItems: number } =>
  Array.isArray(value) &&
  'maxItems' in schema &&
  typeof schema.maxItems === 'number' &&
  value.length > schema.maxItems;

// Nor is each of thousands of pairs explained. What may be sent has far fewer.
const isTooWide = (value: unknown, schema: TSchema): boolean =>
  isMap(schema) && isObject(value) && Object.keys(value).length > PAIRS_EXPLAINED;

const PAIRS_EXPLAINED = 100;

function isNullable(schema: TSchema): schema is TSchema & { anyOf: [TSchema, TSchema] } {
  return (
    'anyOf' in schema &&
    Array.isArray(schema.anyOf) &&
    schema.anyOf.length === 2 &&
    schema.anyOf[1].type === 'null'
  );
}

function withoutFields(
  input: Record<string, unknown>,
  problems: Detail[],
): Record<string, unknown> {
  const wrong = new Set(problems.map((problem) => problem.param.split('.')[0]));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !wrong.has(name)));
}

/** The first problem of each parameter, up to a limit. */
function firstPerParameter(problems: Problem[]): Problem[] {
  const first = new Map<string, Problem>();
  for (const problem of problems) {
    if (!first.has(problem.param)) first.set(problem.param, problem);
  }
  return [...first.values()].slice(0, DETAILS_MAX);
}

const DETAILS_MAX = 100;

/** Only the first few get a hint: nobody mistypes fifty names, and each costs a comparison. */
function withHints(problems: Problem[]): Detail[] {
  let left = HINTS_MAX;
  return problems.map(({ instead_of, ...detail }) => {
    if (instead_of === undefined || left === 0) return detail;
    left -= 1;
    const hint = didYouMean(instead_of.typed, instead_of.known);
    return { ...detail, message: detail.message + hint };
  });
}

const HINTS_MAX = 5;

const NOT_AS_DECLARED: Detail = {
  param: 'parameters',
  code: 'invalid_format',
  message: 'are not as declared',
};
