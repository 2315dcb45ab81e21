import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, refuseParameters } from '../../../../platform/core/errors.ts';
import { errorBody } from './error.rules.ts';
import { billingOf, customFieldsOf, metadataOf, transactionIdOf } from './parameters.rules.ts';
import { findRoute } from './paths.rules.ts';

test('billingOf: a period by its name, or by interval and count', () => {
  const recurring = { billing_type: 'recurring' } as const;
  const of = (more: object) => {
    const { billing_interval, billing_interval_count } = {
      ...billingOf({ ...recurring, ...more }),
    };
    return `${billing_interval} ${billing_interval_count}`;
  };
  assert.equal(of({ billing_period: 'every-day' }), 'day 1');
  assert.equal(of({ billing_period: 'every-six-months' }), 'month 6');
  assert.equal(of({ billing_period: 'every-year', recurring_interval: 'day' }), 'year 1');
  assert.equal(
    of({ billing_period: 'custom', recurring_interval: 'week', recurring_interval_count: 2 }),
    'week 2',
  );
  assert.equal(of({}), 'month 1');
  assert.deepEqual(billingOf({ billing_type: 'onetime' }), { billing_type: 'one_time' });
});

test('metadataOf: texts stay, other values become JSON, null is left out', () => {
  const sent = { a: 'b', n: 1, yes: true, list: [1], gone: null };
  assert.deepEqual(metadataOf(sent), { a: 'b', n: '1', yes: 'true', list: '[1]' });
  assert.deepEqual(metadataOf({}), {});
});

test('customFieldsOf, transactionIdOf: our names for the same', () => {
  const field = { type: 'text', key: 'team', label: 'Team', checkbox: {} } as const;
  assert.deepEqual(customFieldsOf([field]), [{ type: 'text', key: 'team', label: 'Team' }]);
  assert.deepEqual(['ord_1', 'txn_1', 'x'].map(transactionIdOf), ['txn_1', 'txn_1', 'x']);
});

test('findRoute: the path itself before a name in it; what is missing says why', () => {
  const routes = { 'GET /a/search': 1, 'GET /a/{id}': 2, 'POST /a/{id}/stop': 3 };
  assert.deepEqual(findRoute(routes, 'GET', '/a/search'), { serve: 1, id: '' });
  assert.deepEqual(findRoute(routes, 'GET', '/a/b%20c'), { serve: 2, id: 'b c' });
  assert.deepEqual(findRoute(routes, 'POST', '/a/b/stop'), { serve: 3, id: 'b' });
  for (const path of [
    '',
    '/',
    '/a',
    '/a/',
    '/a/%ff',
    '/a/%00',
    '/a/b/c',
    '/constructor',
    '/a/b/stop/x',
    '/'.repeat(14_000),
  ]) {
    assert.ok('missing' in findRoute(routes, 'GET', path), path);
  }
  assert.deepEqual(findRoute(routes, 'GET', '/splits/1'), { missing: 'Kassa splits no payments.' });
});

test("errorBody: Creem's shape, with each parameter in a message of its own", () => {
  const told = { request_id: 'req_1', at: 5 };
  const wrong = refuseParameters([
    { param: 'units', code: 'too_small', message: 'must be at least 1' },
    { param: 'name', code: 'missing', message: 'is missing' },
  ]);
  assert.deepEqual(errorBody(wrong, told), {
    ...{ trace_id: 'req_1', status: 400, error: 'Bad Request', timestamp: 5 },
    message: ['units must be at least 1', 'name is missing'],
  });
  const codes = [
    'api_key_missing',
    'api_key_incorrect',
    'product_not_found',
    'rate_limited',
  ] as const;
  assert.deepEqual(
    codes.map((code) => errorBody(new Refusal(code), told).status),
    [401, 403, 404, 429],
  );
});
