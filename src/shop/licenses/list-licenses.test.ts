import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, startShop } from '../../../test/harness/shop.ts';

const OP = 'GET /list-licenses';

const shop = await startShop();

const idsOf = ({ data }: { data: { license_id: string }[] }) =>
  data.map(({ license_id }) => license_id);

test('200: newest first, each as validate shows it; nothing is stored', async () => {
  const { newKey, activate, advance, licenseOf, must } = await shop.openStore();
  const empty = { object: 'list', data: [], has_more: false, next_cursor: null };
  assert.deepEqual(await must(OP), empty);
  const old = await newKey({ activation_limit: 2, valid_days: 1 });
  await activate(old, 'Laptop', 'print');
  await advance('P1D');
  const young = await newKey({ activation_limit: null }, { customer_id: 'bob', quantity: 2 });
  const data = [await licenseOf(young), await licenseOf(old)];
  const before = await shop.everything();
  assert.deepEqual(await must(OP), { ...empty, data });
  assert.equal(await shop.everything(), before);
  assert.deepEqual(
    data.map(({ license_key, status }) => [license_key, status]),
    [
      [young, 'inactive'],
      [old, 'expired'],
    ],
  );
});

test('200: filters by license, purchase, customer, product and subscription, alone and together', async () => {
  const { sell, licensedPlan, buy, must } = await shop.openStore();
  const [editor, viewer, pro] = [await sell(), await sell(), await licensedPlan()];
  const made: { license_id: string; of: Record<string, string> }[] = [];
  for (const customer_id of ['ada', 'bob']) {
    for (const product_id of [editor, viewer, pro]) {
      const { subscription_id } = await buy(product_id, { customer_id });
      const { data } = await must(OP, { limit: 1 });
      const { license_id, transaction_id } = data[0];
      const with_subscription = subscription_id === null ? {} : { subscription_id };
      const of = { license_id, transaction_id, customer_id, product_id, ...with_subscription };
      made.push({ license_id, of });
    }
  }
  made.reverse();
  const one_of = {
    license_id: [undefined, made[0]?.license_id, made[5]?.license_id, 'lic_nothing'],
    transaction_id: [undefined, made[5]?.of.transaction_id, 'txn_nothing'],
    customer_id: [undefined, 'ada', 'bob', 'nobody'],
    product_id: [undefined, editor, viewer, pro, 'prod_nothing'],
    subscription_id: [undefined, made[0]?.of.subscription_id, 'sub_nothing'],
  };
  let filters: Record<string, string | undefined>[] = [{}];
  for (const [name, values] of Object.entries(one_of)) {
    filters = filters.flatMap((filter) => values.map((value) => ({ ...filter, [name]: value })));
  }
  for (const filter of filters) {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const wanted = made.filter(({ of }) => given.every(([name, value]) => of[name] === value));
    assert.deepEqual(
      idsOf(await must(OP, filter)),
      wanted.map(({ license_id }) => license_id),
      JSON.stringify(filter),
    );
  }
});

test('200: pages that follow each other give every license once, also with a filter', async () => {
  const { sell, buy, must } = await shop.openStore();
  const product_id = await sell();
  for (let n = 0; n < 7; n++) await buy(product_id, { customer_id: n % 2 ? 'ada' : 'bob' });
  const all = idsOf(await must(OP));
  assert.equal(all.length, 7);
  for (const filter of [{}, { customer_id: 'bob' }, { product_id, customer_id: 'bob' }]) {
    const wanted = idsOf(await must(OP, filter));
    for (const limit of [1, 2, 3, 4, 7]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await must(OP, { ...filter, limit, ...(cursor && { cursor }) });
        assert.equal(page.has_more, page.next_cursor !== null);
        assert.ok(page.data.length <= limit);
        found.push(...idsOf(page));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      assert.deepEqual(found, wanted);
    }
  }
});

test('200: a license with more than 100 instances shows the newest 100', async () => {
  const { newKey, activate, must } = await shop.openStore();
  const license_key = await newKey({ activation_limit: null });
  const made: string[] = [];
  for (let n = 0; n < 101; n++) {
    made.push((await activate(license_key, `Machine ${n}`)).instance.instance_id);
  }
  const { data } = await must(OP);
  assert.equal(data[0].activation_usage, 101);
  const shown = data[0].instances.map(({ instance_id }: { instance_id: string }) => instance_id);
  assert.deepEqual(shown, made.toReversed().slice(0, 100));
});

test('200: a store lists its own, and a key that may only read lists them too', async () => {
  const one = await shop.openStore(shop);
  const other = await shop.openStore();
  const [mine, theirs] = [await one.newKey(), await other.newKey()];
  const keys = ({ data }: { data: { license_key: string }[] }) =>
    data.map(({ license_key }) => license_key);
  assert.deepEqual(keys(await one.must(OP)), [mine]);
  assert.deepEqual(keys(await other.must(OP)), [theirs]);
  const { license_id } = await other.licenseOf(theirs);
  assert.deepEqual(keys(await one.must(OP, { license_id })), []);
  const { api_key: key } = await shop.makeKey('read');
  assert.deepEqual(keys((await shop.call(OP, {}, { key })).body), [mine]);
});

test('400 invalid_parameters: a limit out of range, a cursor that is none', async () => {
  const { ask } = await shop.openStore();
  const wrong: [name: string, values: unknown[]][] = [
    ['limit', [0, 101, 'x', 1.5]],
    ['cursor', ['x', 'e30']],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      assertRefused(await ask(OP, { [name]: value }), 400, 'invalid_parameters', [name]);
    }
  }
  const unknown = await ask(OP, { license_key: 'KASSA-1' });
  assertRefused(unknown, 400, 'unknown_parameter', ['license_key']);
});
