import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/harness/any-character.ts';
import { createLog } from './log.ts';

test('every line is one JSON object, whatever is in it', () => {
  const lines: string[] = [];
  const log = createLog('info', (text) => lines.push(text));
  const values = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const all = fc.sample(
    fc.record({ event: fc.string({ unit: anyCharacter }), a: values, b: values }),
    500,
  );
  for (const { event, a, b } of all) log.info(event, { a, b });
  log.flush();
  const parsed = lines
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    parsed.map(({ event, level, a, b }) => ({ event, level, a, b })),
    all.map(({ event, a, b }) => ({ event, level: 'info', a, b })),
  );
});

test('a level keeps what is at or above it', () => {
  let text = '';
  const log = createLog('warn', (more) => {
    text += more;
  });
  for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](`at ${level}`);
  assert.deepEqual(
    [...text.matchAll(/at (\w+)/g)].map((match) => match[1]),
    ['warn', 'error'],
  );
  assert.deepEqual([log.writes('info'), log.writes('error')], [false, true]);
});
