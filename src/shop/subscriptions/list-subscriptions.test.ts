import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECLINES_LATER } from '../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('200: newest first, each record as get-subscription gives it, with the shape of every list', async () => {
  const { plan, subscribe, get, must } = await shop.openStore();
  const empty = { object: 'list', data: [], has_more: false, next_cursor: null };
  assert.deepEqual(await must('GET /list-subscriptions'), empty);
  const plan_id = await plan();
  const made: string[] = [];
  for (const customer_id of ['ada', 'bob', 'cy']) {
    made.push(await subscribe(plan_id, { customer_id }));
  }
  const data = await Promise.all(made.toReversed().map((id) => get(id)));
  assert.deepEqual(await must('GET /list-subscriptions'), { ...empty, data });
});

test('200: pages continue where the last one ended, also when others are added meanwhile', async () => {
  const { plan, subscribe, must } = await shop.openStore();
  const plan_id = await plan({ price: 0 });
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.push(await subscribe(plan_id, { customer_id: `c${n}` }));
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page++) {
    const answer = await must('GET /list-subscriptions', { limit: 2, cursor });
    assert.equal(answer.has_more, page < 2);
    seen.push(...answer.data.map((one: { subscription_id: string }) => one.subscription_id));
    cursor = answer.next_cursor ?? undefined;
    await subscribe(plan_id, { customer_id: `later-${page}` });
  }
  assert.deepEqual(seen, made.toReversed());
});

test('200: without a limit there are 100 on a page', async () => {
  const { plan, subscribe, must } = await shop.openStore();
  const plan_id = await plan({ price: 0 });
  for (let n = 0; n < 101; n++) await subscribe(plan_id, { customer_id: `c${n}` });
  const { data, has_more, next_cursor } = await must('GET /list-subscriptions');
  assert.deepEqual([data.length, has_more], [100, true]);
  const rest = await must('GET /list-subscriptions', { cursor: next_cursor });
  assert.deepEqual([rest.data.length, rest.has_more, rest.next_cursor], [1, false, null]);
  assert.equal((await must('GET /list-subscriptions', { limit: 20 })).data.length, 20);
});

test('200: by customer, plan and every status, alone and together', async () => {
  const { plan, subscribe, changeCard, advance, cancel, pause, must } = await shop.openStore();
  const [pro, trial] = [await plan(), await plan({ name: 'Trial', trial_days: 60 })];
  const past_due = await subscribe(pro, { customer_id: 'due' });
  await changeCard(DECLINES_LATER, 'due');
  await advance('P1M');
  const active = await subscribe(pro);
  const trialing = await subscribe(trial);
  const paused = await subscribe(pro);
  await pause(paused);
  const canceled = await subscribe(trial, { customer_id: 'bob' });
  await cancel(canceled);
  const list = async (filter: object) =>
    (await must('GET /list-subscriptions', filter)).data.map(
      (one: { subscription_id: string }) => one.subscription_id,
    );
  const table: [filter: object, found: string[]][] = [
    [{ status: 'trialing' }, [trialing]],
    [{ status: 'active' }, [active]],
    [{ status: 'past_due' }, [past_due]],
    [{ status: 'paused' }, [paused]],
    [{ status: 'canceled' }, [canceled]],
    [{ customer_id: 'ada' }, [paused, trialing, active]],
    [{ plan_id: trial }, [canceled, trialing]],
    [{ customer_id: 'ada', plan_id: pro }, [paused, active]],
    [{ customer_id: 'ada', plan_id: pro, status: 'active' }, [active]],
    [{ plan_id: trial, status: 'active' }, []],
    [{ customer_id: 'nobody' }, []],
    [{ plan_id: 'prod_nothing' }, []],
    [{}, [canceled, paused, trialing, active, past_due]],
  ];
  for (const [filter, found] of table) assert.deepEqual(await list(filter), found);
});

test('200: of the own store only, whatever is asked for, and with a key that may only read', async () => {
  const { plan, subscribe } = await shop.openStore();
  const plan_id = await plan();
  await subscribe(plan_id);
  const { api_key: other } = await shop.makeStore('test');
  const { api_key: reading } = await shop.makeKey('read');
  for (const key of [other, reading]) {
    for (const filter of [{}, { customer_id: 'ada' }, { plan_id }, { status: 'active' }]) {
      const { status, body } = await shop.call('GET /list-subscriptions', filter, { key });
      assert.deepEqual([status, body.data], [200, []]);
    }
  }
});

test('400 invalid_parameters: each wrong filter is named, and a cursor of another list', async () => {
  const { ask, plan, must } = await shop.openStore();
  const wrong: [name: string, values: unknown[]][] = [
    ['limit', [0, 101, 1.5, 'many']],
    ['cursor', ['', 'x', 'x'.repeat(501)]],
    ['status', ['', 'ended', 'Active']],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      const answer = await ask('GET /list-subscriptions', { [name]: value });
      assertRefused(answer, 400, 'invalid_parameters', [name]);
    }
  }
  for (let n = 0; n < 2; n++) await plan();
  const { next_cursor: cursor } = await must('GET /search-products', { limit: 1 });
  const answer = await ask('GET /list-subscriptions', { cursor });
  assertRefused(answer, 400, 'invalid_parameters', ['cursor']);
});

test('400 unknown_parameter: what list-subscriptions does not know is named', async () => {
  const { ask } = await shop.openStore();
  const answer = await ask('GET /list-subscriptions', { product_id: 'prod_x', page: 2 });
  assertRefused(answer, 400, 'unknown_parameter', ['product_id', 'page']);
});

test('200: oldest first, page by page; a cursor of the other order is refused', async () => {
  const { must, ask, subscribe, plan } = await shop.openStore();
  const plan_id = await plan();
  const ids: string[] = [];
  for (const customer_id of ['a', 'b', 'c']) ids.push(await subscribe(plan_id, { customer_id }));
  const OLDEST = { order: 'oldest', plan_id, limit: 2 };
  const first = await must('GET /list-subscriptions', OLDEST);
  const cursor = first.next_cursor;
  const rest = await must('GET /list-subscriptions', { ...OLDEST, cursor });
  const shown = [...first.data, ...rest.data];
  assert.deepEqual(
    shown.map(({ subscription_id }: { subscription_id: string }) => subscription_id),
    ids,
  );
  const answer = await ask('GET /list-subscriptions', { cursor });
  assertRefused(answer, 400, 'invalid_parameters', ['cursor']);
});
