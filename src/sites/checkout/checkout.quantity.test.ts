import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCounter } from '../../../test/harness/sales/buying.ts';
import { startShop } from '../../../test/harness/shop.ts';

// A quantity that the buyer may change, on the payment page.

const shop = await startShop();
const { post, get, openSession, filled, session } = await openCounter(shop);
const limits = { adjustable_quantity: { minimum: 1, maximum: 5 } };

test('one more, one less, a number: the page shows the new price and all that was typed', async () => {
  const { id, path } = await openSession(limits);
  const typed = filled(undefined, { name: 'Ada', quantity: '1' });
  const more = await post(`${path}/quantity`, { ...typed, step: 'more' });
  assert.equal(more.status, 200);
  assert.match(more.text, /Pay \$40\.00/);
  for (const kept of ['ada@example.com', 'Ada', typed.card_number, '12/34', '123']) {
    assert.ok(more.text.includes(`value="${kept}"`), kept);
  }
  assert.deepEqual([(await session(id)).quantity, (await session(id)).total], [2, 40]);
  const less = await post(`${path}/quantity`, { ...typed, quantity: '2', step: 'less' });
  assert.match(less.text, /Pay \$20\.00/);
  assert.match((await post(`${path}/quantity`, { quantity: '4' })).text, /Pay \$80\.00/);
  assert.match((await post(`${path}/quantity`, { quantity: '5', step: 'more' })).text, /\$100\.00/);
});

test('a number that cannot be is refused first, and stays in its field', async () => {
  const { id, path } = await openSession(limits);
  for (const quantity of ['0', '6', '1.5', 'two', '', '99999999999999999999', '-1']) {
    const { status, text } = await post(`${path}/quantity`, { quantity });
    assert.equal(status, 400, quantity);
    assert.match(text, /<title>Check the quantity · /);
    assert.match(text, /role="alert"[\s\S]*Enter a whole number from 1 to 5\./);
  }
  assert.equal((await session(id)).quantity, 1);
});

test('Enter pays only what was shown: another quantity or code is shown first', async () => {
  const code = 'HALF';
  await shop.call('POST /create-discount-code', { code, discount_percentage: 50 });
  const { id, path } = await openSession(limits);
  const shown = await post(`${path}/pay`, filled(undefined, { quantity: '3', coupon: code }));
  assert.equal(shown.status, 200);
  assert.match(shown.text, /Your order is updated[\s\S]*Pay \$30\.00/);
  assert.equal((await session(id)).status, 'open');
  const paid = await post(`${path}/pay`, filled(undefined, { quantity: '3', total: '30' }));
  assert.equal(paid.status, 303);
  const { status, quantity, total } = await session(id);
  assert.deepEqual([status, quantity, total], ['completed', 3, 30]);
});

test('a session without limits shows no buttons and takes no other quantity', async () => {
  const { id, path } = await openSession();
  assert.doesNotMatch((await get(path)).text, /name="quantity"|\/quantity"/);
  assert.equal((await post(`${path}/quantity`, { quantity: '3' })).status, 303);
  assert.equal((await post(`${path}/pay`, filled(undefined, { quantity: '3' }))).status, 303);
  assert.deepEqual([(await session(id)).quantity, (await session(id)).total], [1, 20]);
});

test('a payment that is under way, or over, keeps its quantity', async () => {
  const { id, path } = await openSession(limits);
  await post(`${path}/pay`, filled());
  assert.equal((await post(`${path}/quantity`, { quantity: '3', step: 'more' })).status, 303);
  assert.equal((await session(id)).quantity, 1);
});
