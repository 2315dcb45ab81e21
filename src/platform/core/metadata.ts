import { isLonger } from './fields.ts';
import { Type } from './schema.ts';

// Pairs of text that sellers keep with a record.

export const METADATA = { pairs_max: 50, key_max: 40, value_max: 500 };

export const Metadata = Type.Refine(
  Type.Record(Type.String(), Type.String(), {
    title: 'Metadata',
    description:
      'Pairs of text of your own, kept with the record: up to 50, keys up to 40 characters, ' +
      'values up to 500',
    examples: [{ order: '1042' }],
  }),
  (pairs) => whyNotMetadata(pairs) === undefined,
  (pairs) => whyNotMetadata(pairs) ?? '',
);

function whyNotMetadata(pairs: Record<string, string>): string | undefined {
  const keys = Object.keys(pairs);
  if (keys.length > METADATA.pairs_max) return `must have at most ${METADATA.pairs_max} pairs`;
  for (const key of keys) {
    const value: unknown = pairs[key]; // A key with a line break escapes the schema's own check.
    if (typeof value !== 'string' || /\p{Cc}/u.test(key)) {
      return 'must have text for keys and values, and no control characters in keys';
    }
    if (key.length === 0 || isLonger(key, METADATA.key_max)) {
      return `must have keys of 1 to ${METADATA.key_max} characters`;
    }
    if (isLonger(value, METADATA.value_max)) {
      return `must have values of at most ${METADATA.value_max} characters`;
    }
  }
  return undefined;
}
