import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

export type OutputCheck = (answer: unknown) => void;

/** Throws when an answer does not fit its schema or has undeclared fields; in production too. */
export function outputCheck(output: TSchema): OutputCheck {
  let compiled: ReturnType<typeof Compile> | undefined;
  return (answer) => {
    // When first needed: a start need not wait for the answers of all operations.
    compiled ??= Compile(closed(output) as TSchema);
    if (compiled.Check(answer)) return;
    const [, errors] = compiled.Errors(answer);
    const wrong = errors.map((e) => `${e.instancePath} ${e.message}`);
    throw new Error(`the answer is not as declared: ${wrong.join('; ')}`);
  };
}

/** A copy of a schema in which objects may only have their declared fields. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Record<
    string,
    unknown
  >;
  for (const key of ['properties', 'items', 'anyOf']) {
    if (key in copy) copy[key] = key === 'properties' ? closedEach(copy[key]) : closed(copy[key]);
  }
  if ('properties' in copy) copy.additionalProperties = false;
  // Instants need no check: isoInstant makes them, and its test covers every day of four centuries.
  Reflect.deleteProperty(copy, 'format');
  return copy;
}

const closedEach = (properties: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties as Record<string, unknown>).map(([key, value]) => [
      key,
      closed(value),
    ]),
  );
