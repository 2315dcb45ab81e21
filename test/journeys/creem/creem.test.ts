import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Creem } from 'creem';
import { cards } from '../../harness/cast.ts';
import { startShop } from '../../harness/shop.ts';
import { creemAddress, methodsOf, speakCreem, trust } from './creem.ts';

// A shop that was written for Creem, with its own package, which parses every answer strictly.

const shop = await startShop({ clock: Date.now });
trust(shop);

const tried = new Set<string>();
/** A store, and Creem's package that speaks to it. */
const openCreem = async () => {
  const store = await shop.openStore();
  return { ...store, creem: speakCreem(shop, store.key, tried) };
};

const editor = { name: 'Editor', description: 'Edits', price: 1999, currency: 'EUR' } as const;
const onetime = { ...editor, billingType: 'onetime' } as const;
const monthly = { ...editor, billingType: 'recurring', billingPeriod: 'every-month' } as const;

/** All pages of a list, as a `for await` over the package's iterator reads them. */
async function allItems<T>(
  pages: Promise<AsyncIterable<{ result: { items: T[] } }>>,
): Promise<T[]> {
  const items: T[] = [];
  for await (const { result } of await pages) items.push(...result.items);
  return items;
}

test('products: made, read, changed, listed page by page, archived', async () => {
  const { creem, must } = await openCreem();
  const made = await creem.products.create({
    ...{ ...monthly, billingPeriod: 'custom', recurringInterval: 'week' },
    ...{ recurringIntervalCount: 2, trialPeriodDays: 7, taxMode: 'exclusive' },
    ...{ taxCategory: 'ebooks', imageUrl: 'https://example.com/a.png' },
  });
  const { id, price, billingPeriod, recurringInterval, recurringIntervalCount, mode } = made;
  assert.deepEqual(
    [price, billingPeriod, recurringInterval, recurringIntervalCount, mode],
    [1999, 'custom', 'week', 2, 'test'],
  );
  const ours = await must('GET /get-product', { product_id: id });
  assert.deepEqual(
    [ours.price, ours.trial_days, ours.tax_behavior, ours.tax_category, ours.image_url],
    [19.99, 7, 'exclusive', 'ebook', 'https://example.com/a.png'],
  );
  const changed = await creem.products.update(id, { price: 2500, name: 'Editor 2' });
  assert.deepEqual([changed.price, changed.name], [2500, 'Editor 2']);
  assert.deepEqual(await creem.products.get(id), changed);
  for (const billingPeriod of ['every-day', 'every-three-months', 'every-year'] as const) {
    const one = await creem.products.create({ ...monthly, billingPeriod });
    assert.equal(one.billingPeriod, billingPeriod);
  }
  assert.equal((await creem.products.archive(id)).status, 'archived');
  const found = await allItems(creem.products.search(1, 3));
  assert.deepEqual(
    found.map((one) => one.billingPeriod),
    ['every-year', 'every-three-months', 'every-day', 'custom'],
  );
  const { result } = await creem.products.search(1, 10, 'archived');
  assert.deepEqual([result.items.map((one) => one.id), result.pagination.totalRecords], [[id], 1]);
  const keys = await Promise.all([1, 2].map(() => creem.products.create(onetime, 'the-same-key')));
  assert.equal(keys[0]?.id, keys[1]?.id);
});

test('customers: made or found by e-mail, read, changed, listed; a link to the portal', async () => {
  const { creem } = await openCreem();
  const ada = await creem.customers.create({
    ...{ email: 'ada@example.com', name: 'Ada', metadata: { seats: 3, team: 'a' } },
  });
  const again = await creem.customers.create({ email: 'Ada@example.com', name: 'Ada' });
  assert.equal(again.id, ada.id);
  assert.deepEqual(ada.metadata, { seats: '3', team: 'a' });
  const bob = { email: 'bob@example.com', name: 'Bob', externalId: 'user_42' };
  assert.equal((await creem.customers.create(bob)).id, 'user_42');
  assert.equal((await creem.customers.retrieve(undefined, 'ada@example.com')).id, ada.id);
  const named = await creem.customers.update({ customerId: ada.id, name: 'Ada Lovelace' });
  assert.deepEqual(await creem.customers.retrieve(ada.id), named);
  const listed = await allItems(creem.customers.list(1, 1));
  assert.deepEqual(
    listed.map((one) => one.id),
    ['user_42', ada.id],
  );
  const link = await creem.customers.generateBillingLinks({ customerId: ada.id });
  assert.match(link.customerPortalLink, /\/portal\//);
});

test('a purchase: session, payment, signed return, order, license on machines, refund', async () => {
  const { creem, must, complete, sell, key } = await openCreem();
  const product_id = await sell({ activation_limit: 2 });
  const session = await creem.checkouts.create({
    ...{ productId: product_id, units: 2, requestId: 'order 1001', metadata: { plan: 1 } },
    successUrl: 'https://example.com/thanks',
    customer: { email: 'ada@example.com', name: 'Ada' },
    customFields: [{ type: 'text', key: 'team', label: 'Team', optional: true }],
  });
  assert.deepEqual([session.status, session.requestId], ['pending', 'order 1001']);
  await complete(session.id);
  const paid = await creem.checkouts.retrieve(session.id);
  assert.equal(paid.status, 'completed');
  assert.ok(paid.order && typeof paid.customer === 'object' && paid.licenseKeys?.[0]);
  assert.deepEqual([paid.order.status, paid.order.type, paid.units], ['paid', 'onetime', 2]);
  assert.equal(paid.customFields?.[0]?.key, 'team');

  const page = await shop.send({ path: new URL(session.checkoutUrl ?? '').pathname });
  const back = /data-success="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { signature, ...told } = Object.fromEntries(new URL(back).searchParams);
  const text = Object.keys(told)
    .sort()
    .map((name) => `${name}=${told[name]}`)
    .join('&');
  assert.equal(signature, createHmac('sha256', key).update(text).digest('hex'));
  assert.deepEqual(told, {
    ...{ checkout_id: session.id, customer_id: paid.customer.id, order_id: paid.order.id },
    ...{ product_id, request_id: 'order 1001' },
  });

  const customer_id = paid.customer.id;
  const orders = await creem.customers.getOrders(customer_id);
  assert.deepEqual(orders.items, [paid.order]);
  const transactions = await allItems(creem.transactions.search(customer_id));
  const [payment] = transactions;
  assert.ok(payment && transactions.length === 1);
  assert.deepEqual(await creem.transactions.getById(payment.id), payment);
  const by_order = await allItems(creem.transactions.search(undefined, paid.order.id));
  assert.deepEqual(by_order, [payment]);

  const [license] = paid.licenseKeys;
  const first = await creem.licenses.activate({ key: license.key, instanceName: 'Laptop' });
  const again = await creem.licenses.activate({ key: license.key, instanceName: 'Laptop' });
  assert.deepEqual(again.instance, first.instance);
  const instanceId = first.instance?.id ?? '';
  const valid = await creem.licenses.validate({ key: license.key, instanceId });
  assert.deepEqual([valid.status, valid.activation, valid.activationLimit], ['active', 1, 4]);
  const gone = await creem.licenses.deactivate({ key: license.key, instanceId });
  assert.equal(gone.instance?.status, 'deactivated');
  const repeated = await creem.licenses.deactivate({ key: license.key, instanceId });
  assert.deepEqual([repeated.activation, repeated.instance], [0, null]);
  await assert.rejects(creem.licenses.validate({ key: license.key, instanceId }), /404/);
  await creem.licenses.activate({ key: license.key, instanceName: 'Desk' });
  const machines = await allItems(creem.licenses.listInstances(license.id));
  assert.deepEqual(
    machines.map(({ name, status }) => [name, status]),
    [
      ['Desk', 'active'],
      ['Laptop', 'deactivated'],
    ],
  );
  assert.equal((await creem.customers.listLicenses(customer_id)).items[0]?.id, license.id);

  assert.deepEqual(await creem.transactions.refund({ transactionId: payment.id }), {
    status: 'succeeded',
  });
  await assert.rejects(creem.transactions.refund({ transactionId: payment.id }), /400/);
  const { refundedAmount, status } = await creem.transactions.getById(payment.id);
  assert.deepEqual([refundedAmount, status], [payment.amount, 'refunded']);
  const { data } = await must('GET /get-transactions', { type: 'refund' });
  assert.equal(data.length, 1);
  const summary = await creem.stats.getSummary('EUR', undefined, undefined, 'day');
  assert.deepEqual(
    [summary.totals.totalPayments, summary.totals.totalRevenue, summary.totals.totalCustomers],
    [1, payment.amount, 1],
  );
  assert.equal(summary.periods?.at(-1)?.grossRevenue, payment.amount);
  assert.equal((await creem.stats.getSummary('USD')).totals.totalRevenue, 0);
});

test('discounts: of a percentage and of an amount, found, used, deleted', async () => {
  const { creem } = await openCreem();
  const { id: productId } = await creem.products.create(onetime);
  const percent = await creem.discounts.create({
    ...{ name: 'Launch', code: 'LAUNCH', type: 'percentage', percentage: 25, duration: 'once' },
    ...{ appliesToProducts: [productId], expiryDate: new Date('2099-01-01'), maxRedemptions: 9 },
  });
  const fixed = await creem.discounts.create({
    ...{ name: 'Five', type: 'fixed', amount: 500, currency: 'EUR', duration: 'repeating' },
    ...{ durationInMonths: 3, appliesToProducts: [] },
  });
  assert.deepEqual([fixed.amount, fixed.currency, fixed.durationInMonths], [500, 'EUR', 3]);
  assert.match(fixed.code, /^\w{6,}$/);
  assert.deepEqual(await creem.discounts.get(percent.id), percent);
  assert.deepEqual(await creem.discounts.get(undefined, 'launch'), percent);
  const session = await creem.checkouts.create({ productId, discountCode: 'LAUNCH' });
  assert.equal(session.discount?.id, percent.id);
  const of_type = await creem.discounts.search(1, 10, undefined, 'active', 'fixed');
  assert.deepEqual(of_type.result.items, [fixed]);
  assert.equal((await allItems(creem.discounts.search(1, 1))).length, 2);
  const { status } = await creem.discounts.delete(percent.id);
  assert.equal(status, 'deleted');
  const deleted = await creem.discounts.search(1, 10, undefined, 'deleted');
  assert.deepEqual(
    deleted.result.items.map((one) => one.id),
    [percent.id],
  );
});

test('a subscription: bought, more seats, another plan, paused, resumed, cancelled', async () => {
  const { creem, complete } = await openCreem();
  const basic = await creem.products.create(monthly);
  const pro = await creem.products.create({ ...monthly, name: 'Pro', price: 4999 });
  const customer = await creem.customers.create({ email: 'ada@example.com', name: 'Ada' });
  const session = await creem.checkouts.create({
    ...{ productId: basic.id, customer: { id: customer.id } },
  });
  await complete(session.id, cards.pays);
  const bought = (await creem.checkouts.retrieve(session.id)).subscription;
  assert.ok(typeof bought === 'object');
  const { id } = bought;
  const subscription = await creem.subscriptions.get(id);
  assert.deepEqual([subscription.status, subscription.items?.[0]?.units], ['active', 1]);
  assert.equal(subscription.lastTransaction?.amount, 1999);
  const listed = await allItems(creem.subscriptions.search());
  assert.deepEqual(
    listed.map((one) => one.id),
    [id],
  );
  assert.equal((await creem.customers.listSubscriptions(customer.id)).items[0]?.id, id);
  const item = subscription.items?.[0]?.id ?? '';
  const more = { items: [{ id: item, units: 3 }] };
  assert.equal((await creem.subscriptions.update(id, more)).items?.[0]?.units, 3);
  const upgraded = await creem.subscriptions.upgrade(id, { productId: pro.id });
  assert.equal(upgraded.items?.[0]?.productId, pro.id);
  const count = async () => (await allItems(creem.transactions.search(customer.id))).length;
  const before = await count();
  await creem.subscriptions.upgrade(id, { productId: pro.id });
  assert.equal(await count(), before, 'asked again, nothing is charged again');
  assert.equal((await creem.subscriptions.pause(id)).status, 'paused');
  assert.equal((await creem.subscriptions.resume(id)).status, 'active');
  const later = await creem.subscriptions.cancel(id, { mode: 'scheduled' });
  assert.equal(later.status, 'scheduled_cancel');
  assert.equal((await creem.subscriptions.resume(id)).status, 'active');
  assert.equal((await creem.subscriptions.cancel(id, { mode: 'immediate' })).status, 'canceled');
});

test('404: what Kassa does not have is refused by each of its methods, and says so', async () => {
  const { creem } = await openCreem();
  const amount = { amount: '1', reference: 'b', idempotencyKey: 'c' };
  const entries = [{ accountId: 'a', side: 'debit', amount: '1' }];
  const meter = { name: 'a', eventName: 'b', aggregation: 'count', unitLabel: 'c' };
  const inputs: Record<string, unknown[]> = {
    'affiliates.createInvite': [{ email: 'a@example.com', name: 'a' }],
    'splits.create': [{ type: 'product', typeReference: 'a', recipients: [] }],
    'customerCredits.createAccount': [{ customerId: 'a', name: 'b', unitLabel: 'c' }],
    'customerCredits.creditAccount': ['a', amount],
    'customerCredits.debitAccount': ['a', amount],
    'customerCredits.reverseTransaction': ['a', { transactionId: 'b', idempotencyKey: 'c' }],
    'customerCredits.postTransaction': [{ entries, reference: 'a', idempotencyKey: 'b' }],
    'meters.createMeter': [meter],
    'meters.previewMeter': [meter],
    'meters.updateMeter': ['a', { name: 'b' }],
    'meters.getConsumedUnits': ['a', 'b'],
    'events.ingestEvents': [{ events: [{ name: 'a' }] }],
    'events.previewEvents': [{ events: [{ name: 'a' }] }],
    'moderation.screenPrompt': [{ prompt: 'a' }],
  };
  const missing = ['affiliates', 'splits', 'customerCredits', 'meters', 'events', 'moderation'];
  for (const name of methodsOf(creem)) {
    const [resource = '', method = ''] = name.split('.');
    if (!missing.includes(resource)) continue;
    const own = Reflect.get(Reflect.get(creem, resource), method);
    // Lists are of all, or of something with a name.
    const named = /^list(s|Invites|Accounts|Meters|Events)?$/.test(method) ? [] : ['some_id'];
    await assert.rejects(own(...(inputs[name] ?? named)), (error: Refused) => {
      assert.equal(error.statusCode, 404, `${name} ${error}`);
      const { error: title, message, status, trace_id } = JSON.parse(error.body ?? '');
      assert.deepEqual([title, status], ['Not Found', 404]);
      assert.match(`${message} ${trace_id}`, /^Kassa .* req_/);
      return true;
    });
  }
});

interface Refused extends Error {
  statusCode?: number;
  body?: string;
}

test('every method of the package was tried', () => {
  const all = methodsOf(new Creem({ serverURL: creemAddress(shop) }));
  assert.ok(all.length >= 70, `${all.length} methods`);
  // Those of webhooks are tried in creem-webhook-routes.test.ts.
  const missed = all.filter((name) => !tried.has(name) && !name.startsWith('webhooks.'));
  assert.deepEqual(missed, []);
});
