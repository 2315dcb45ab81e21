import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mustConfirm } from './visit.ts';

test('whoever has not proved lately who they are is sent to do so, and back', () => {
  const store = { number: 3 };
  const asked = (is_confirmed: boolean) =>
    mustConfirm({ is_confirmed, base_path: '/shop', store }, '/api-keys');
  assert.equal(asked(true), undefined);
  const back = '%2Fdashboard%2F3%2Fapi-keys';
  assert.equal(asked(false)?.headers?.Location, `/shop/account/confirm?back=${back}`);
});
