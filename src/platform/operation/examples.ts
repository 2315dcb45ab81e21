import type { TSchema } from 'typebox';
import type { Operation } from './operation.ts';
import type { SchemaParts } from './schema-parts.ts';

/** An example request: the one in the declaration, or the required parameters. */
export function exampleInput(operation: Operation): Record<string, unknown> {
  if (operation.example) return operation.example;
  const required = new Set(requiredParameters(operation));
  const { properties } = operation.input;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.has(name))
      .map(([name, schema]) => [name, exampleOf(schema)]),
  );
}

/** An answer that fits the example request: parameters that were not sent are empty in it. */
export function exampleAnswer(operation: Operation): unknown {
  const answer = withRequest(operation);
  const changed = operation.answer_example;
  return changed ? { ...(answer as object), ...changed } : answer;
}

function withRequest(operation: Operation): unknown {
  const answer = exampleOf(operation.output);
  if (operation.method === 'GET' || typeof answer !== 'object' || answer === null) return answer;
  const input = exampleInput(operation);
  const optional = (name: string) => Object.hasOwn(operation.input.properties, name);
  const { properties = {} } = operation.output as SchemaParts;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const { anyOf } = (properties[name] ?? {}) as SchemaParts;
      if (Object.hasOwn(input, name) && typeof value !== 'object')
        return [name, shown(input[name], value)];
      if (!optional(name) || Object.hasOwn(input, name)) return [name, value];
      return [name, name === 'metadata' ? {} : anyOf ? null : value];
    }),
  );
}

// A plain date in the request becomes an instant in the answer.
const shown = (sent: unknown, answered: unknown): unknown =>
  typeof answered === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(answered) ? answered : sent;

/** The parameters that a client must send: those without a default. */
export const requiredParameters = (operation: Operation): string[] =>
  (operation.input.required ?? []).filter((name) => {
    const property = operation.input.properties[name];
    return property !== undefined && !('default' in property);
  });

/** A value that fits a schema. */
export function exampleOf(schema: TSchema): unknown {
  const s = schema as SchemaParts;
  if (s.examples?.[0] !== undefined) return s.examples[0];
  if (s.const !== undefined) return s.const;
  if (s.default !== undefined) return s.default;
  if (s.enum?.[0] !== undefined) return s.enum[0];
  if (s.anyOf?.[0]) return hasExample(s.anyOf[0]) ? exampleOf(s.anyOf[0]) : null;
  if (s.type === 'array') return s.items ? [exampleOf(s.items)] : [];
  if (s.type !== 'object') return s.type === 'integer' ? (s.minimum ?? 1) : null;
  return Object.fromEntries(
    Object.entries(s.properties ?? {}).map(([name, property]) => [name, exampleOf(property)]),
  );
}

const hasExample = (schema: TSchema): boolean =>
  'examples' in schema || ('properties' in schema && !('description' in schema));
