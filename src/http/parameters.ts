import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { Errors } from 'typebox/value';
import { type Detail, refuseParameters } from '../core/errors.ts';
import { exactNumber } from '../core/json.ts';

Settings.Set({ maxErrors: 100 });

export interface Parameters {
  /** The input a handler gets, or a Refusal that names every offending parameter. */
  read(body: Record<string, unknown>, query: Map<string, string> | undefined): unknown;
}

export function parameters<P extends TProperties>(
  schema: TObject<P>,
  check?: (input: Partial<Static<TObject<P>>>) => Detail[],
): Parameters {
  const compiled = Compile({ ...schema, additionalProperties: false });
  const properties: Record<string, TSchema> = schema.properties;
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default] as const] : [],
  );
  const required = new Set(schema.required as readonly string[] | undefined);

  return {
    read(body, query) {
      const problems: Detail[] = [];
      const input = query === undefined ? body : merge(body, query, properties, problems);
      for (const [name, value] of defaults) {
        if (input[name] === undefined) input[name] = value;
      }
      // The common case, a well-formed request, is decided by one call of compiled code.
      const fits = problems.length === 0 && compiled.Check(input);
      if (!fits) problems.push(...problemsOf(input, properties, required));
      if (check) problems.push(...check((fits ? input : without(input, problems)) as never));
      if (problems.length > 0) throw refuseParameters(once(problems));
      return input;
    },
  };
}

function merge(
  body: Record<string, unknown>,
  query: Map<string, string>,
  properties: Record<string, TSchema>,
  problems: Detail[],
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...body };
  for (const [name, text] of query) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) {
      problems.push(unknown(name)); // Not into `input`: the name may be __proto__.
      continue;
    }
    const value = converted(text, property);
    if (Object.hasOwn(body, name) && body[name] !== value) {
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

const unknown = (param: string): Detail => ({
  param,
  code: 'unknown_parameter',
  message: 'is not a parameter here',
});

/** A query value as its declared type; what cannot be converted stays text and fails the check. */
function converted(text: string, property: TSchema): unknown {
  const type = 'type' in property ? property.type : undefined;
  if (type === 'integer' || type === 'number') return exactNumber(text) ?? text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function problemsOf(
  input: Record<string, unknown>,
  properties: Record<string, TSchema>,
  required: Set<string>,
): Detail[] {
  const problems: Detail[] = [];
  for (const name of Object.keys(input)) {
    if (Object.hasOwn(properties, name)) continue;
    problems.push(unknown(name));
  }
  for (const [name, property] of Object.entries(properties)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value !== undefined) problems.push(...problemsWith(name, property, value));
    else if (required.has(name)) {
      problems.push({ param: name, code: 'missing', message: 'is missing' });
    }
  }
  return problems;
}

function problemsWith(name: string, property: TSchema, value: unknown): Detail[] {
  // "a thing or null": what is wrong with the thing is the useful answer.
  const schema = isNullable(property) ? property.anyOf[0] : property;
  if (schema !== property && value === null) return [];
  return Errors(schema, value).flatMap((error) => {
    const path = error.instancePath.split('/').slice(1);
    const at = [name, ...path];
    if (error.keyword === 'required') {
      return strings(error.params, 'requiredProperties').map((missing) => ({
        param: [...at, missing].join('.'),
        code: 'missing',
        message: 'is missing',
      }));
    }
    if (error.keyword === 'additionalProperties') {
      return strings(error.params, 'additionalProperties').map((extra) =>
        unknown([...at, extra].join('.')),
      );
    }
    if (error.keyword === 'boolean') return []; // Said again, better, by additionalProperties.
    const [code, message] = explain(error.keyword, error.params, error.message);
    return [{ param: at.join('.'), code, message }];
  });
}

function explain(keyword: string, params: object, message: string): [string, string] {
  const limit = 'limit' in params ? params.limit : undefined;
  switch (keyword) {
    case 'type':
      return ['wrong_type', `must be ${article('type' in params ? String(params.type) : 'value')}`];
    case 'minimum':
      return ['too_small', `must be at least ${limit}`];
    case 'exclusiveMinimum':
      return ['too_small', `must be more than ${limit}`];
    case 'maximum':
      return ['too_large', `must be at most ${limit}`];
    case 'minLength':
      return [
        'too_short',
        limit === 1 ? 'must not be empty' : `must be at least ${limit} characters`,
      ];
    case 'maxLength':
      return ['too_long', `must be at most ${limit} characters`];
    case 'minItems':
      return ['too_short', `must have at least ${limit} items`];
    case 'maxItems':
      return ['too_long', `must have at most ${limit} items`];
    case 'uniqueItems':
      return ['duplicate', 'must not have the same item twice'];
    case 'enum':
      return ['not_allowed', `must be one of ${strings(params, 'allowedValues').join(', ')}`];
    default:
      return ['invalid_format', message];
  }
}

const article = (type: string): string =>
  /^[aeiou]/.test(type) ? `an ${type}` : type === 'string' ? 'text' : `a ${type}`;

function strings(params: object, key: string): string[] {
  const value = Object.entries(params).find(([name]) => name === key)?.[1];
  return Array.isArray(value) ? value.map(String) : [];
}

function isNullable(schema: TSchema): schema is TSchema & { anyOf: [TSchema, TSchema] } {
  return (
    'anyOf' in schema &&
    Array.isArray(schema.anyOf) &&
    schema.anyOf.length === 2 &&
    schema.anyOf[1].type === 'null'
  );
}

function without(input: Record<string, unknown>, problems: Detail[]): Record<string, unknown> {
  const wrong = new Set(problems.map((problem) => problem.param.split('.')[0]));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !wrong.has(name)));
}

/** One line per parameter is enough: the first is the most basic one. */
const once = (problems: Detail[]): Detail[] =>
  problems.filter((problem, at) => problems.findIndex((p) => p.param === problem.param) === at);
