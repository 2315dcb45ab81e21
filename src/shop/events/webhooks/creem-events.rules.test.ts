import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES } from '../../../platform/core/events.ts';
import {
  CREEM_EVENT_TYPES,
  creemMessageId,
  creemTypesOf,
  revealKeysOf,
} from './creem-events.rules.ts';

const typesOf = (type: string, told: object = {}) =>
  creemTypesOf({ type, data: JSON.stringify(told) });

test('what each event is in the words of Creem, by what it tells', () => {
  const table: [type: string, told: object, types: string[]][] = [
    ['checkout.completed', {}, ['checkout.completed']],
    ['checkout.expired', {}, []],
    ['transaction.paid', { type: 'purchase' }, []],
    ['transaction.paid', { type: 'subscription_start' }, ['subscription.paid']],
    ['transaction.paid', { type: 'plan_change' }, ['subscription.paid']],
    ['transaction.paid', { type: 'renewal' }, []],
    ['subscription.renewed', { status: 'active' }, ['subscription.paid']],
    ['subscription.created', { status: 'active' }, ['subscription.active']],
    ['subscription.created', { status: 'trialing' }, ['subscription.trialing']],
    ['subscription.resumed', { status: 'trialing' }, ['subscription.trialing']],
    ['subscription.recovered', { status: 'active' }, ['subscription.active']],
    ['subscription.paused', { paused_by: 'customer' }, ['subscription.paused']],
    [
      'subscription.paused',
      { paused_by: 'unpaid' },
      ['subscription.unpaid', 'subscription.paused'],
    ],
    ['subscription.canceled', { cancel_at_period_end: false }, ['subscription.canceled']],
    [
      'subscription.canceled',
      { cancel_at_period_end: true },
      ['subscription.expired', 'subscription.canceled'],
    ],
    [
      'subscription.canceled',
      { cancellation_reason: 'payment_failed' },
      ['subscription.expired', 'subscription.canceled'],
    ],
    ['transaction.refunded', {}, ['refund.created']],
    ['transaction.disputed', {}, ['dispute.created']],
    ['transaction.dispute_won', {}, []],
    ['product.created', {}, []],
    ['constructor', {}, []],
  ];
  for (const [type, told, types] of table) {
    assert.deepEqual(typesOf(type, told), types, `${type} ${JSON.stringify(told)}`);
  }
});

test('two messages of one event are sent in the order in which waiting ones are taken up', () => {
  const all = EVENT_TYPES.flatMap((type) =>
    [{}, { paused_by: 'unpaid' }, { cancel_at_period_end: true }].map((told) =>
      typesOf(type, told),
    ),
  );
  for (const types of all) assert.deepEqual(types, types.toSorted().toReversed());
  assert.deepEqual(
    CREEM_EVENT_TYPES.filter((type) => !all.flat().includes(type)),
    ['subscription.trialing'],
  );
});

test('a message has the identifier of its event; the second of two has another', () => {
  const event = {
    ...{ sequence: 1, event_id: 'evt_1', type: 'subscription.canceled', customer_id: null },
    ...{ data: '{"cancel_at_period_end":true}', created_at: 0 },
  };
  assert.equal(creemMessageId(event, 'subscription.expired'), 'evt_1');
  assert.equal(creemMessageId(event, 'subscription.canceled'), 'evt_1_2');
});

test('keys are revealed in a completed checkout, and nowhere else', () => {
  const reveal = (seed: string) => `key of ${seed}`;
  const body = (eventType: string) =>
    JSON.stringify({ eventType, object: { metadata: { key: 'a' }, license_keys: [{ key: 'a' }] } });
  const { object } = JSON.parse(revealKeysOf(body('checkout.completed'), reveal));
  assert.deepEqual(object, { metadata: { key: 'a' }, license_keys: [{ key: 'key of a' }] });
  const other = body('subscription.paid');
  assert.equal(revealKeysOf(other, reveal), other);
});
