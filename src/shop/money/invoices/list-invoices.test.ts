import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards, openStore } from '../../../../test/harness/cast.ts';
import { assertRefused, startShop } from '../../../../test/harness/shop.ts';

const OP = 'GET /list-invoices';

const shop = await startShop();

interface Shown {
  number: string;
  kind: string;
  cause: string;
  total: number;
  payments: { kind: string; amount: number }[];
  preceding: { relation: string; number: string } | null;
}

/** `INV-0002 credit_note refund 5 credits INV-0001 card 5` */
const inShort = ({ data }: { data: Shown[] }) =>
  data.map(({ number, kind, cause, total, payments, preceding }) =>
    [
      ...[number, kind, cause, total],
      ...(preceding ? [preceding.relation, preceding.number] : []),
      ...payments.flatMap((one) => [one.kind, one.amount]),
    ].join(' '),
  );

test('200: each payment has an invoice and each refund a credit note, newest first', async () => {
  const { product, buy, refund, must } = await shop.openStore();
  assert.deepEqual(await must(OP), {
    ...{ object: 'list', data: [], has_more: false, next_cursor: null },
  });
  const product_id = await product();
  const { transaction_id } = await buy(product_id);
  await buy(product_id, { customer_id: 'bob' });
  const part = await refund(transaction_id, { amount: 5 });
  await refund(transaction_id);
  const all = [
    'INV-0004 credit_note refund 15 credits INV-0001 card 15',
    'INV-0003 credit_note refund 5 credits INV-0001 card 5',
    'INV-0002 invoice sale 20 card 20',
    'INV-0001 invoice sale 20 card 20',
  ];
  const list = await must(OP);
  assert.deepEqual(inShort(list), all);
  assert.deepEqual(list.data[3], await must('GET /get-invoice', { number: 'INV-0001' }));
  const of = async (filter: object) => inShort(await must(OP, filter));
  const [fourth, third, , first] = all;
  assert.deepEqual(await of({ transaction_id }), [fourth, third, first]);
  assert.deepEqual(await of({ transaction_id, kind: 'invoice' }), [first]);
  assert.deepEqual(await of({ transaction_id, customer_id: 'bob' }), []);
  assert.deepEqual(await of({ transaction_id: part.transaction_id }), [third]);
  assert.deepEqual(await of({ transaction_id: 'txn_nothing' }), []);
  assert.deepEqual(await of({ customer_id: 'ada' }), [fourth, third, first]);
  assert.deepEqual(await of({ customer_id: 'bob', kind: 'credit_note' }), []);
  assert.deepEqual(await of({ kind: 'credit_note' }), [fourth, third]);
  for (const filter of [{}, { kind: 'credit_note' }, { transaction_id }, { customer_id: 'ada' }]) {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: Shown[]; next_cursor: string | null } = await must(OP, {
        ...{ ...filter, limit: 1 },
        ...(cursor !== null && { cursor }),
      });
      found.push(...inShort(page));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(found, await of(filter));
  }
});

test('200: what is paid by coupon or from the balance has an invoice, a trial and a free product have none', async () => {
  const { product, plan, buy, coupon, must, advance } = await shop.openStore();
  await buy(await product({ price: 0 }));
  await buy(await plan({ trial_days: 7 }));
  assert.deepEqual(inShort(await must(OP)), []);
  const product_id = await product();
  await buy(product_id, { coupon_code: await coupon('ALL', { discount_percentage: 100 }) });
  const customer_id = 'bob';
  const credit = { customer_id, currency: 'EUR', amount: 25, reason: 'thanks' };
  await must('POST /create-customer', { customer_id });
  await must('POST /adjust-customer-balance', credit);
  await buy(product_id, { customer_id });
  await buy(product_id, { customer_id });
  await advance('P7D'); // The first payment after the trial.
  assert.deepEqual(inShort(await must(OP)), [
    'INV-0004 invoice sale 20 card 20',
    'INV-0003 invoice sale 20 card 15 balance 5',
    'INV-0002 invoice sale 20 balance 20',
    'INV-0001 invoice sale 0',
  ]);
});

test('200: a change that gives back more than it charges has a credit note to the balance', async () => {
  const { plan, subscribe, update, transactions, refund, must, advance } = await shop.openStore();
  const [basic, pro] = [await plan({ price: 30 }), await plan({ price: 60 })];
  const subscription_id = await subscribe(pro);
  await advance('P15D');
  await update(subscription_id, { plan_id: basic });
  assert.deepEqual(inShort(await must(OP)), [
    'INV-0002 credit_note change 15 credits INV-0001 balance 15',
    'INV-0001 invoice sale 60 card 60',
  ]);
  const [first] = (await transactions(subscription_id)).filter(
    ({ type }: { type: string }) => type === 'subscription_start',
  );
  // The money that became credit is taken back; only the rest of the sale is credited.
  await refund(first.transaction_id);
  assert.deepEqual(inShort(await must(OP, { limit: 1 })), [
    'INV-0003 credit_note refund 45 credits INV-0001 card 60 balance -15',
  ]);
});

test('200: a declined payment takes no number', async () => {
  const { product, create, ask, buy, must } = await shop.openStore();
  const product_id = await product();
  const { checkout_session_id } = await create({ product_id });
  const declined = { checkout_session_id, payment_method: cards.declined };
  assert.equal((await ask('POST /complete-checkout', declined)).status, 400);
  await buy(product_id);
  assert.deepEqual(inShort(await must(OP)), ['INV-0001 invoice sale 20 card 20']);
});

test('200: of some days, by number, and with other filters; 400: days the wrong way round', async () => {
  const store = await openStore(shop);
  const product_id = await store.product();
  const first = await store.buy(product_id);
  await store.advance('P1D');
  await store.buy(product_id, { customer_id: 'ben' });
  await store.refund(first.transaction_id, { amount: 5 });
  await store.advance('P1D');
  await store.buy(product_id);
  const numbers = async (input: object): Promise<string[]> => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.must(OP, { ...input, limit: 1, cursor });
      found.push(...page.data.map(({ number }: { number: string }) => number));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  };
  const second_day = { created_from: '2026-11-15', created_to: '2026-11-15' };
  assert.deepEqual(await numbers(second_day), ['INV-0003', 'INV-0002']);
  assert.deepEqual(await numbers({ ...second_day, customer_id: 'ben' }), ['INV-0002']);
  assert.deepEqual(await numbers({ ...second_day, kind: 'credit_note' }), ['INV-0003']);
  assert.deepEqual(await numbers({ created_from: '2026-11-16' }), ['INV-0004']);
  assert.deepEqual(await numbers({ created_to: '2026-11-14' }), ['INV-0001']);
  assert.deepEqual(await numbers({ created_to: '2026-11-01' }), []);
  assert.deepEqual(await numbers({ created_from: '2027-01-01' }), []);
  assert.deepEqual(await numbers({ number: 'INV-0003' }), ['INV-0003']);
  assert.deepEqual(await numbers({ number: 'INV-0003', ...second_day, customer_id: 'ben' }), []);
  const { transaction_id } = first;
  assert.deepEqual(await numbers({ transaction_id, ...second_day }), ['INV-0003']);
  const wrong = await store.ask(OP, { created_from: '2026-11-16', created_to: '2026-11-15' });
  assertRefused(wrong, 400, 'invalid_parameters', ['created_to']);
});
