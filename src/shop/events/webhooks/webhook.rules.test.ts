import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EVENT_TYPES } from '../../../platform/core/events.ts';
import { outcomeOf, retryAt, subscribedMessages } from './webhook.rules.ts';

const AT = Date.parse('2026-11-14T09:30:00.000Z');
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const PAUSES = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
];

const pauseOf = (attempts: number, random: number): number =>
  (retryAt({ attempts, created_at: AT }, AT, random) ?? Number.NaN) - AT;

test('the pauses grow as documented, and are six hours from then on', () => {
  for (const [attempts, pause] of PAUSES.entries()) assert.equal(pauseOf(attempts, 0.5), pause);
  for (const attempts of [8, 9, 20, 1_000]) assert.equal(pauseOf(attempts, 0.5), 6 * HOUR);
});

test('chance makes a pause a fifth shorter or longer, and no more', () => {
  for (const [attempts, pause] of PAUSES.entries()) {
    assert.equal(pauseOf(attempts, 0), pause * 0.8);
    assert.equal(pauseOf(attempts, 1), pause * 1.2);
  }
  fc.assert(
    fc.property(fc.nat(30), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const pause = PAUSES[Math.min(attempts, 7)] ?? 0;
      const got = pauseOf(attempts, random);
      assert.ok(Number.isSafeInteger(got) && got >= pause * 0.8 && got <= pause * 1.2);
    }),
  );
});

test('nothing is tried later than three days after it was made', () => {
  const row = { attempts: 0, created_at: AT };
  const end = AT + 3 * DAY;
  assert.equal(retryAt(row, end - 5 * SECOND, 0.5), end);
  assert.equal(retryAt(row, end - 5 * SECOND + 1, 0.5), null);
  assert.equal(retryAt({ ...row, attempts: 12 }, end - 6 * HOUR, 0.5), end);
  assert.equal(retryAt({ ...row, attempts: 12 }, end - 6 * HOUR + 1, 0.5), null);
  assert.equal(retryAt(row, end + 30 * DAY, 0.5), null);
});

test('whatever chance says, the tries go on through the third day, and they end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40 }),
      (chances) => {
        let now = AT;
        let attempts = 0;
        for (const random of chances) {
          const next = retryAt({ attempts, created_at: AT }, now, random);
          if (next === null) break;
          assert.ok(next > now && next <= AT + 3 * DAY);
          now = next;
          attempts += 1;
        }
        assert.ok(attempts >= 15 && attempts <= 25, `${attempts} tries`);
        assert.ok(now > AT + 2.5 * DAY, 'the last one is on the third day');
      },
    ),
  );
});

test('2xx is delivered, 410 is gone, and everything else has failed', () => {
  for (let status = 100; status <= 599; status++) {
    const wanted =
      status >= 200 && status <= 299 ? 'delivered' : status === 410 ? 'gone' : 'failed';
    assert.equal(outcomeOf({ status }), wanted, String(status));
  }
  assert.equal(outcomeOf({ status: null }), 'failed');
});

const wanted = (events: string[] | null, type: string): string[] =>
  subscribedMessages(
    { format: 'kassa', events: events && JSON.stringify(events) },
    { type, data: '{}' },
  );

test('without a list every event is wanted, also one that is not known yet', () => {
  for (const type of [...EVENT_TYPES, 'invoice.created']) {
    assert.deepEqual(wanted(null, type), [type]);
  }
});

test('with a list exactly those are wanted, and no name that is only like one', () => {
  const events = ['checkout.completed', 'license.created'];
  assert.deepEqual(
    EVENT_TYPES.filter((type) => wanted(events, type).length > 0),
    events,
  );
  for (const type of ['checkout', 'checkout.*', 'license.create', 'license.created.x', '']) {
    assert.deepEqual(wanted(events, type), []);
  }
});
