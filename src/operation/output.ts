import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

export type OutputCheck = (answer: unknown) => void;

/** Throws when an answer has a field that is not declared, or lacks one: on in production too. */
export function outputCheck(output: TSchema): OutputCheck {
  const compiled = Compile(closed(output) as TSchema);
  return (answer) => {
    if (compiled.Check(answer)) return;
    const wrong = compiled.Errors(answer).map((e) => `${e.instancePath} ${e.message}`);
    throw new Error(`the answer is not as declared: ${wrong.join('; ')}`);
  };
}

/** The same schema, where no object may have more than its declared fields. */
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
  // Ours are made by isoInstant, whose test covers every day of four centuries.
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
