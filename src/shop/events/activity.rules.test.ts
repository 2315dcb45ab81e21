import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activity, type Happened, isAbout, mergeNewest } from './activity.rules.ts';

const happened = (...at: number[]): Happened<number>[] =>
  at.map((one, index) => ({
    at: one,
    place: 100 - index,
    show: () => activity('x', one, { one }),
  }));
const whole = (...at: number[]) => ({ rows: happened(...at), is_cut: false });
const cut = (...at: number[]) => ({ rows: happened(...at), is_cut: true });
const all = () => true;
const START: [number, number] = [900, 900];
const times = ({ data }: { data: { data: Record<string, unknown> }[] }) =>
  data.map(({ data: { one } }) => one);

test('several lists become one, newest first, and every page goes on where the last one ended', () => {
  const first = mergeNewest([whole(9, 5, 1), whole(8, 7)], START, { limit: 3, fits: all });
  assert.deepEqual(times(first), [9, 8, 7]);
  assert.deepEqual(first.next, [100, 99]);
  const last = mergeNewest([whole(5, 1), whole()], [100, 99] as [number, number], {
    limit: 3,
    fits: all,
  });
  assert.deepEqual(times(last), [5, 1]);
  assert.equal(last.next, undefined);
});

test('where a list was cut off, nothing older of the others is told before the rest of it', () => {
  const page = mergeNewest([cut(9, 8), whole(5, 4)], START, { limit: 10, fits: all });
  assert.deepEqual(times(page), [9, 8]);
  assert.deepEqual(page.next, [99, 900]);
});

test('what does not fit is passed over, and a page may be empty while there is more', () => {
  const fits = () => false;
  const page = mergeNewest([cut(9, 8), whole(7)], START, { limit: 10, fits });
  assert.deepEqual(page, { data: [], next: [99, 900] });
});

test('a record is found by the fields that name records, not by what somebody wrote', () => {
  const one = activity('x', 0, { transaction_id: 'txn_1', name: 'sub_1', reason: '' });
  assert.equal(isAbout(one, 'txn_1'), true);
  assert.equal(isAbout(one, 'sub_1'), false);
  assert.equal(isAbout(one, ''), false);
});
