import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../../test/harness/cast.ts';
import { linksIn } from '../../../../test/harness/sales/buy-links.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const shop = await startShop();

type Group = { origin: string | null; name: string | null; net_sales: number; payments: number };

async function openCounted() {
  const store = await shop.openStore();
  const groups = async (group_by: string, more: object = {}) =>
    (await store.must('GET /get-metrics', { group_by, ...more })).groups;
  /** By origin, without what is 0. */
  const short = async (group_by: string, more: object = {}) =>
    (await groups(group_by, more)).map(({ name, net_sales, payments }: Group) => [
      name,
      net_sales,
      payments,
    ]);
  return { ...store, groups, short };
}

test('200: sales by product, code and country add up to the store; a refund counts where its sale did', async () => {
  const { product, coupon, buy, refund, moveTo, short, groups, must } = await openCounted();
  const editor = await product({ name: 'Editor' });
  const viewer = await product({ name: 'Viewer', price: 5 });
  await coupon('HALF');
  await must('POST /create-customer', { customer_id: 'ada', country: 'DE' });
  const { transaction_id } = await buy(editor, { coupon_code: 'HALF' });
  await buy(editor);
  await buy(viewer, { quantity: 3, customer_id: 'eve' });
  await moveTo('2026-11-15T08:00:00Z');
  await refund(transaction_id, { amount: 4 });
  assert.deepEqual(await short('product'), [
    ['Editor', 26, 2],
    ['Viewer', 15, 1],
  ]);
  assert.deepEqual(await short('code'), [['HALF', 6, 1]]);
  assert.deepEqual(await short('code', { product_id: viewer }), []);
  assert.deepEqual(await short('link'), []);
  const countries: Group[] = await groups('country');
  assert.equal(
    countries.reduce((sum, { net_sales }) => sum + net_sales, 0),
    41,
  );
  const [half] = await groups('code');
  const { previous, origin, ...sold } = half;
  assert.match(origin, /^disc_/);
  assert.deepEqual(sold, {
    ...{ name: 'HALF', gross_volume: 10, refunded: 4, disputed: 0, net_sales: 6 },
    ...{ payments: 1, refunds: 1 },
  });
  assert.equal(previous.payments, 0);
  assert.deepEqual(await short('code', { origin }), [['HALF', 6, 1]]);
  assert.deepEqual(await short('code', { origin: 'disc_other' }), []);
  const day = await groups('product', { from: '2026-11-15', to: '2026-11-15' });
  assert.deepEqual(
    day.map((one: Group & { previous: Group }) => [
      one.name,
      one.net_sales,
      one.previous.net_sales,
    ]),
    [
      ['Viewer', 0, 15],
      ['Editor', -4, 30],
    ].toSorted(([, a], [, b]) => Number(b) - Number(a)),
    'the day of the refund, beside the day before',
  );
});

test('200: by country, what the buyer answered comes before the card, also of renewals', async () => {
  const { product, plan, create, must, advance, short } = await openCounted();
  const billing = { address: { country: 'FR' } };
  for (const product_id of [await product(), await plan()]) {
    const { checkout_session_id } = await create({ product_id });
    const payment_method = cards.pays;
    await must('POST /complete-checkout', { checkout_session_id, payment_method, billing });
  }
  await advance('P1M');
  const countries: [name: string, net_sales: number, payments: number][] = await short('country', {
    from: '2026-11-01',
  });
  assert.deepEqual(
    countries.map(([name, , payments]) => [name, payments]),
    [['FR', 3]],
  );
});

test('200: a renewal with the discount of a code counts for it; a dispute takes its sale back', async () => {
  const { plan, product, coupon, subscribe, create, complete, advance, short } =
    await openCounted();
  await coupon('FOREVER', { duration: 'forever' });
  await subscribe(await plan(), { coupon_code: 'FOREVER' });
  await advance('P1M');
  const of = { from: '2026-11-01' };
  assert.deepEqual(await short('code', of), [['FOREVER', 20, 2]]);
  const { checkout_session_id } = await create({ product_id: await product({ name: 'Editor' }) });
  await complete(checkout_session_id, cards.disputed_lost);
  await advance('P3D');
  assert.deepEqual(await short('product', of), [
    ['Pro', 20, 2],
    ['Editor', 0, 1],
  ]);
});

test('200: what was bought through a payment link counts for it, its refund too, and a renewal does not', async () => {
  const store = await openCounted();
  const { plan, product, short, must, refund, advance, buy } = store;
  const { make, pay } = linksIn(shop, store);
  const editor = await product({ name: 'Editor' });
  const link = await make({ product_id: editor, slug: 'editor-page' });
  assert.equal((await pay(link)).status, 303);
  await buy(editor);
  const [{ transaction_id }] = (
    await must('GET /get-transactions', { product_id: editor })
  ).data.filter((one: { customer_id: string }) => one.customer_id !== 'ada');
  await refund(transaction_id, { amount: 5 });
  const monthly = await make({ product_id: await plan(), slug: 'monthly' });
  assert.equal((await pay(monthly)).status, 303);
  await advance('P1M');
  const of = { from: '2026-11-01' };
  assert.deepEqual(await short('link', of), [
    ['monthly', 20, 1],
    ['editor-page', 15, 1],
  ]);
  assert.deepEqual(await short('link', { ...of, product_id: editor }), [['editor-page', 15, 1]]);
  await shop.assertRight();
});

test('200: without sales there are no groups; currencies are kept apart', async () => {
  const { product, buy, short, groups } = await openCounted();
  assert.deepEqual(await groups('country'), []);
  await buy(await product({ name: 'Editor' }));
  await buy(await product({ name: 'Viewer', currency: 'USD', price: 5 }));
  assert.deepEqual(await short('product', { currency: 'EUR' }), [['Editor', 20, 1]]);
  assert.deepEqual(await short('product', { currency: 'USD' }), [['Viewer', 5, 1]]);
});

test('400 invalid_parameters: groups of one product are by country, code or link, and origin needs them', async () => {
  const { ask, product } = await openCounted();
  const product_id = await product();
  const grouped = await ask('GET /get-metrics', { group_by: 'product', product_id });
  assertRefused(grouped, 400, 'invalid_parameters', ['group_by']);
  assertRefused(await ask('GET /get-metrics', { origin: 'DE' }), 400, 'invalid_parameters', [
    'origin',
  ]);
  assertRefused(await ask('GET /get-metrics', { group_by: 'day' }), 400, 'invalid_parameters', [
    'group_by',
  ]);
});
