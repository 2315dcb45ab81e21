import { exampleAnswer } from './examples.ts';
import type { Operation } from './operation.ts';

export interface ExampleAnswers {
  /** Those that several operations answer, by the name of their schema. */
  shared: Record<string, { value: unknown }>;
  /** The example of an operation, or where it is. */
  shown(operation: Operation): object;
}

/** The example answers of all operations; the same one is in the document once. */
export function exampleAnswers(
  operations: Operation[],
  describe: (schema: unknown) => unknown,
): ExampleAnswers {
  const seen = new Set<string>();
  const names = new Map<string, string>();
  const shared: ExampleAnswers['shared'] = {};
  for (const operation of operations) {
    const value = exampleAnswer(operation);
    const text = JSON.stringify(value);
    const name = schemaName(describe(operation.output));
    if (seen.has(text) && !names.has(text) && !(name in shared)) {
      names.set(text, name);
      shared[name] = { value };
    }
    seen.add(text);
  }
  return {
    shared,
    shown(operation) {
      const example = exampleAnswer(operation);
      const name = names.get(JSON.stringify(example));
      return name === undefined
        ? { example }
        : { examples: { [name]: { $ref: `#/components/examples/${name}` } } };
    },
  };
}

const schemaName = (schema: unknown): string =>
  typeof schema === 'object' && schema !== null && '$ref' in schema
    ? String(schema.$ref).replace(/^.*\//, '')
    : '';
