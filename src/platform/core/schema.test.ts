import assert from 'node:assert/strict';
import { test } from 'node:test';
import Box from 'typebox';
import { Type } from './schema.ts';

const ok = () => true;
const wrong = () => 'is wrong';
const about = { description: 'A word', examples: ['a'] };

// One line for each kind, made by both.
const kinds = (Make: typeof Type): Record<keyof typeof Type, object[]> => ({
  Unknown: [Make.Unknown(), Make.Unknown(about)],
  Null: [Make.Null(), Make.Null(about)],
  Boolean: [Make.Boolean(), Make.Boolean({ default: true })],
  Integer: [Make.Integer(), Make.Integer({ minimum: 1, ...about })],
  Number: [Make.Number(), Make.Number({ maximum: 2 })],
  String: [Make.String(), Make.String({ maxLength: 3, pattern: '^a' })],
  Literal: [Make.Literal('a'), Make.Literal(1, about), Make.Literal(true)],
  Enum: [Make.Enum(['a', 'b']), Make.Enum(['a'], about)],
  Union: [Make.Union([Make.String(), Make.Null()]), Make.Union([Make.Integer()], about)],
  Array: [Make.Array(Make.String()), Make.Array(Make.Integer(), { maxItems: 2 })],
  Record: [
    Make.Record(Make.String(), Make.Number()),
    Make.Record(Make.String(), Make.Optional(Make.Unknown()), about),
  ],
  Object: [
    Make.Object({}),
    Make.Object({ a: Make.Optional(Make.String()) }, { additionalProperties: false }),
    Make.Object({ a: Make.String(), b: Make.Optional(Make.Array(Make.Object({}))) }, about),
  ],
  Optional: [Make.Optional(Make.String(about)), Make.Optional(Make.Optional(Make.Null()))],
  Refine: [
    Make.Refine(Make.String(about), ok, wrong),
    Make.Refine(Make.Refine(Make.Optional(Make.Integer()), ok, wrong), ok, wrong),
  ],
});

test('every kind of schema is the one that typebox makes, also in what is hidden, and its JSON is', () => {
  const ours = kinds(Type);
  for (const [kind, theirs] of Object.entries(kinds(Box))) {
    const made = Object.entries(ours).find(([name]) => name === kind)?.[1];
    assert.deepEqual(all(made), all(theirs), kind);
    assert.equal(JSON.stringify(made), JSON.stringify(theirs), kind);
  }
});

/** Everything about a value, with the hidden properties of objects. */
function all(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const found = Object.entries(Object.getOwnPropertyDescriptors(value)).toSorted();
  return found.map(([name, { value: inside, ...rest }]) => [name, rest, all(inside)]);
}
