import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remember } from './remember.ts';

test('what is remembered is made once, and never more than so many are kept', () => {
  const made: string[] = [];
  const upper = remember(2, (name: string) => {
    made.push(name);
    return name.toUpperCase();
  });
  assert.deepEqual(['a', 'b', 'a', 'b'].map(upper), ['A', 'B', 'A', 'B']);
  assert.deepEqual(made, ['a', 'b']);
  // The third takes the place of all before.
  assert.deepEqual(['c', 'a', 'c'].map(upper), ['C', 'A', 'C']);
  assert.deepEqual(made, ['a', 'b', 'c', 'a']);
});
