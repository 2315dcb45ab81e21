import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newEventId, sequenceOfEventId } from '../../platform/core/event-ids.ts';
import { EVENT_TYPES } from '../../platform/core/events.ts';
import { showEvent } from './event.rules.ts';

const revealKey = (seed: string): string => `KEY-${seed}`;
const row = {
  sequence: 7,
  event_id: newEventId(7),
  customer_id: null,
  created_at: Date.parse('2026-11-14T09:30:00Z'),
};
const dataOf = (type: string, data: object) =>
  showEvent({ ...row, type, data: JSON.stringify(data) }, revealKey).data;

test('the sequence is in the identifier, and is found in it again', () => {
  for (const sequence of [0, 1, 31, 32, 1023, 1024, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
    const event_id = newEventId(sequence);
    assert.match(event_id, /^evt_[0-9a-hjkmnp-tv-z]{28}$/);
    assert.equal(sequenceOfEventId(event_id), sequence);
  }
  fc.assert(
    fc.property(
      fc.maxSafeNat(),
      (sequence) => sequenceOfEventId(newEventId(sequence)) === sequence,
    ),
    { numRuns: 500 },
  );
});

test('identifiers sort as their sequences, and no two are the same', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
      if (a === b) return newEventId(a) !== newEventId(b);
      return newEventId(a) < newEventId(b) === a < b;
    }),
    { numRuns: 500 },
  );
});

test('what cannot be an event has no sequence', () => {
  const good = newEventId(42);
  const wrong = [
    '',
    'evt_',
    'evt',
    'prod_000000000016abcdefghjkmnpqrs',
    good.slice(0, -1),
    `${good}0`,
    ` ${good}`,
    `${good} `,
    `${good}\n`,
    `\n${good}`,
    good.toUpperCase(),
    good.replace('evt_', 'EVT_'),
    good.replace('evt_', 'evt-'),
    ...['i', 'l', 'o', 'u', '-', '_', '.', '٣', '\0'].map((odd) => `evt_${odd}${good.slice(5)}`),
    ...['i', 'l', 'o', 'u', '-', '%', "'", '\0'].map((odd) => good.slice(0, -1) + odd),
    `evt_${'z'.repeat(28)}`, // 60 bits: more than a number holds
    `evt_080000000000${'0'.repeat(16)}`, // one more than it holds
    '__proto__',
    "evt_' OR 1=1 --",
  ];
  for (const text of wrong) assert.equal(sequenceOfEventId(text), undefined, JSON.stringify(text));
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      assert.equal(sequenceOfEventId(text), undefined);
    }),
  );
});

test('an identifier of another event with the same sequence is not mistaken for a bad one', () => {
  assert.equal(sequenceOfEventId(`evt_000000000016${'0'.repeat(16)}`), 38);
  assert.equal(sequenceOfEventId(`evt_00000000001a${'z'.repeat(16)}`), 42);
});

test('an event is shown whole', () => {
  const data = { object: 'product', product_id: 'prod_1' };
  assert.deepEqual(
    showEvent({ ...row, type: 'product.created', data: JSON.stringify(data) }, revealKey),
    {
      event_id: row.event_id,
      object: 'event',
      type: 'product.created',
      sequence: 7,
      created_at: '2026-11-14T09:30:00.000Z',
      data,
    },
  );
});

test('a key is shown in the fields of ours that hold one, and nowhere else', () => {
  const written = { license_key: 'a', license_keys: ['b'], metadata: { license_key: 'c' } };
  for (const type of ['license.created', 'license.reissued']) {
    assert.deepEqual(dataOf(type, written), { ...written, license_key: 'KEY-a' });
  }
  for (const type of ['checkout.completed', 'checkout.expired', 'transaction.paid']) {
    assert.deepEqual(dataOf(type, written), { ...written, license_keys: ['KEY-b'] });
  }
  for (const type of ['product.created', 'customer.updated', 'subscription.created']) {
    assert.deepEqual(dataOf(type, written), written);
  }
});

test('where there is no key, none is made', () => {
  for (const data of [{}, { license_key: null }, { license_keys: null }, { license_keys: [] }]) {
    for (const type of ['license.created', 'checkout.completed', 'transaction.paid']) {
      assert.deepEqual(dataOf(type, data), data);
    }
  }
});

test('each type of event declares the field that holds keys, and nothing else is made into keys', () => {
  const data = { license_key: 'a', license_keys: ['b', 'c'] };
  for (const type of EVENT_TYPES) {
    const { license_key, license_keys } = dataOf(type, data);
    const [kind = ''] = type.split('.');
    const has_many = kind === 'checkout' || kind === 'transaction';
    assert.equal(license_key, kind === 'license' ? 'KEY-a' : 'a', type);
    assert.deepEqual(license_keys, has_many ? ['KEY-b', 'KEY-c'] : ['b', 'c'], type);
  }
});
