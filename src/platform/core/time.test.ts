import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, isoInstant, parseInstant } from './time.ts';

test('isoInstant: every day of four centuries, and any millisecond, is as Date says it', () => {
  for (let at = Date.UTC(1970, 0, 1); at < Date.UTC(2370, 0, 1); at += DAY_MS) {
    const instant = at + (at % 86_399_999);
    assert.equal(isoInstant(instant), new Date(instant).toISOString());
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (at) => {
      assert.equal(isoInstant(at), new Date(at).toISOString());
    }),
    { numRuns: 10_000 },
  );
});

test('parseInstant: a plain date is a whole day in UTC', () => {
  assert.equal(parseInstant('2026-12-31', 'start'), Date.UTC(2026, 11, 31));
  assert.equal(parseInstant('2026-12-31', 'end'), Date.UTC(2027, 0, 1) - 1);
  assert.equal(parseInstant('2024-02-29', 'start'), Date.UTC(2024, 1, 29));
});

test('parseInstant: an instant has any offset, or none and is in UTC', () => {
  const noon = Date.UTC(2026, 10, 14, 12);
  for (const text of [
    '2026-11-14T12:00:00.000Z',
    '2026-11-14T12:00Z',
    '2026-11-14T13:00:00+01:00',
    '2026-11-14T04:00:00-0800',
    '2026-11-14 12:00:00z',
    '2026-11-14T12:00:00',
    '2026-11-14T12:00',
    '2026-11-14 12:00:00.000',
  ]) {
    assert.equal(parseInstant(text, 'start'), noon, text);
  }
});

test('parseInstant: what is no instant is refused, not guessed at', () => {
  for (const text of [
    '',
    'now',
    '2026',
    '2026-1-1',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '20261114',
    '2026-11-14T12',
    '2026-11-14T12:00:00 01:00',
    '2026-11-14T25:00:00Z',
    '2026-11-14T12:60:00Z',
    '1969-12-31',
    '10000-01-01',
    '+275760-09-13T00:00:00Z',
    '2026-11-14T12:00:00Z[UTC]',
    '2026-11-14T12:00:00+99:00',
    ' 2026-11-14',
  ]) {
    assert.equal(parseInstant(text, 'start'), undefined, text);
  }
});
