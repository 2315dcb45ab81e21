import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../test/harness/answer.ts';
import { cards } from '../../../test/harness/cast.ts';
import { assertRefused, START, startShop } from '../../../test/harness/shop.ts';
import { type GatewayFault, setGatewayFault } from '../money/payments/test-gateway.sql.ts';

const shop = await startShop();

/** The identifier of a paid transaction of 100 EUR. */
const buy = async (at = shop, number = cards.pays.number): Promise<string> => {
  const product = { name: 'Editor', description: '', price: 100, currency: 'EUR' };
  const { product_id } = (await at.call('POST /create-product', product)).body;
  const input = { product_id, quantity: 1, customer_id: 'ada' };
  const { checkout_session_id } = (await at.call('POST /create-checkout', input)).body;
  const payment = { checkout_session_id, payment_method: { ...cards.pays, number } };
  const answer = await at.call('POST /complete-checkout', payment);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.transaction_id;
};
const refund = (input: object, { key = '', at = shop } = {}) => {
  const headers: Record<string, string> = key === '' ? {} : { 'idempotency-key': key };
  return at.call('POST /refund-transaction', input, { headers });
};
const get = async (transaction_id: string, at = shop) =>
  (await at.call('GET /get-transactions', { transaction_id })).body.data[0];
const refundsOf = async (original: string, at = shop) => {
  const { data } = (await at.call('GET /get-transactions', { type: 'refund', limit: 100 })).body;
  return data.filter(
    (one: { refunded_transaction_id: string }) => one.refunded_transaction_id === original,
  );
};
/** What the provider has given back, and with how many refunds. */
const givenBack = async (charge_key: string, at = shop) => {
  const charge = `SELECT refunded_minor FROM test_gateway_charges WHERE charge_key = :charge_key`;
  const refunds = `SELECT r.amount_minor FROM test_gateway_refunds r
    JOIN test_gateway_charges c ON c.store_id = r.store_id AND c.reference = r.charge_reference
    WHERE c.charge_key = :charge_key AND r.status = 'paid'`;
  const reader = at.db.reader(null);
  const row = await reader.maybe<{ refunded_minor: number }>(charge, { charge_key });
  const all = await reader.all<{ amount_minor: number }>(refunds, { charge_key });
  const sum = all.reduce((so_far, { amount_minor }) => so_far + amount_minor, 0);
  assert.equal(sum, row?.refunded_minor);
  return { sum, count: all.length };
};
const setFault = (fault: GatewayFault | undefined, at = shop) =>
  at.db.write({ store_id: at.store_id }, async (tx) => setGatewayFault(tx, fault));

const paidOf = (answers: Answer[]) => answers.filter(({ status }) => status === 200);

/** Ours, the provider's and the answers agree on what was given back. */
async function assertAgree(transaction_id: string, answers: Answer[], cents: number) {
  const paid = paidOf(answers);
  const sum = paid.reduce((so_far, { body }) => so_far + Math.round(body.total * 100), 0);
  assert.equal(sum, cents);
  assert.deepEqual(await givenBack(transaction_id), { sum: cents, count: paid.length });
  assert.equal((await get(transaction_id)).refunded, cents / 100);
  assert.equal((await refundsOf(transaction_id)).length, paid.length);
  const told = (await shop.events()).filter(({ type }) => type === 'transaction.refunded');
  const { refund_transaction_id, ...last } = JSON.parse(JSON.stringify(told.at(-1)?.data));
  assert.deepEqual(last, await get(transaction_id));
  assert.ok(paid.some(({ body }) => body.transaction_id === refund_transaction_id));
}

test('400 amount_too_large: of 64 at once as many are paid as fit into what was paid', async () => {
  const transaction_id = await buy();
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => refund({ transaction_id, amount: 7 })),
  );
  assert.equal(paidOf(answers).length, 14);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assertRefused(answer, 400, 'amount_too_large', ['amount']);
  }
  await assertAgree(transaction_id, answers, 9800);
  assert.equal((await get(transaction_id)).status, 'partially_refunded');
});

test('400 nothing_to_refund: 64 amounts at once that use up everything never exceed it', async () => {
  const transaction_id = await buy();
  const amounts = Array.from({ length: 64 }, (_, at) => (at % 4) + 2.5);
  const answers = await Promise.all(amounts.map((amount) => refund({ transaction_id, amount })));
  const rest = await refund({ transaction_id });
  await assertAgree(transaction_id, [...answers, rest], 10_000);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.match(answer.body.error.code, /^(amount_too_large|nothing_to_refund)$/, answer.text);
  }
  assert.equal((await get(transaction_id)).status, 'refunded');
  assertRefused(await refund({ transaction_id }), 400, 'nothing_to_refund', []);
});

test('400 nothing_to_refund: of 64 whole refunds at once one is paid, also by a slow provider', async () => {
  for (const delay_ms of [0, 300]) {
    const transaction_id = await buy();
    await setFault({ fault: 'slow_before', delay_ms });
    const answers = await Promise.all(Array.from({ length: 64 }, () => refund({ transaction_id })));
    await setFault(undefined);
    assert.equal(paidOf(answers).length, 1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assertRefused(answer, 400, 'nothing_to_refund', []);
    }
    await assertAgree(transaction_id, answers, 10_000);
  }
});

test('200: with one Idempotency-Key 16 at once are one refund and get equal answers, also later', async () => {
  const transaction_id = await buy();
  const ask = () => refund({ transaction_id, amount: 30 }, { key: 'one-refund' });
  const answers = await Promise.all(Array.from({ length: 16 }, ask));
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, answers[0]?.text]);
  assert.deepEqual(await givenBack(transaction_id), { sum: 3000, count: 1 });
  const before = await shop.everything();
  const replayed = await ask();
  assert.deepEqual([replayed.status, replayed.text], [200, answers[0]?.text]);
  assert.equal(replayed.headers['idempotent-replayed'], 'true');
  assert.equal(await shop.everything(), before);
  const other = await refund({ transaction_id, amount: 30 }, { key: 'second-refund' });
  assert.notEqual(other.body.transaction_id, replayed.body.transaction_id);
  assert.equal((await get(transaction_id)).refunded, 60);
});

test('400 refund_declined: with one Idempotency-Key 16 at once are one attempt, answered again', async () => {
  const transaction_id = await buy(shop, '4000000000000374');
  const ask = () => refund({ transaction_id }, { key: 'refused-refund' });
  const answers = await Promise.all(Array.from({ length: 16 }, ask));
  for (const answer of answers) assertRefused(answer, 400, 'refund_declined', []);
  assert.equal((await refundsOf(transaction_id)).length, 1);
  const before = await shop.everything();
  const replayed = await ask();
  assertRefused(replayed, 400, 'refund_declined', []);
  assert.equal(replayed.headers['idempotent-replayed'], 'true');
  assert.equal(await shop.everything(), before);
});

test('400 idempotency_key_reused: another amount or another operation under the same key', async () => {
  const transaction_id = await buy();
  const key = 'reused-refund';
  assert.equal((await refund({ transaction_id, amount: 1 }, { key })).status, 200);
  const before = await shop.everything();
  const inputs = [{ transaction_id }, { transaction_id, amount: 2 }];
  for (const input of inputs) {
    assertRefused(await refund(input, { key }), 400, 'idempotency_key_reused', []);
  }
  const input = { checkout_session_id: 'cs_nothing' };
  const headers = { 'idempotency-key': key };
  const other = await shop.call('POST /complete-checkout', input, { headers });
  assertRefused(other, 400, 'idempotency_key_reused', []);
  assert.equal(await shop.everything(), before);
});

test('500 refund_unresolved: the provider does not answer; a job finds out and refunds once', async () => {
  for (const [fault, count] of [
    ['unavailable', 0],
    ['answer_lost', 1],
  ] as const) {
    const own = await startShop();
    const transaction_id = await buy(own);
    const before = await own.events();
    await setFault({ fault, delay_ms: 0 }, own);
    const answer = await refund({ transaction_id, amount: 60 }, { at: own });
    assertRefused(answer, 500, 'refund_unresolved', []);
    const [pending, ...others] = await refundsOf(transaction_id, own);
    assert.deepEqual([pending.status, pending.settled_at, others], ['pending', null, []]);
    assert.deepEqual(await givenBack(transaction_id, own), { sum: count * 6000, count });
    const { refunded, status } = await get(transaction_id, own);
    assert.deepEqual([refunded, status], [0, 'paid']);
    const more = await refund({ transaction_id, amount: 41 }, { at: own });
    assertRefused(more, 400, 'amount_too_large', ['amount']); // It may yet be given back.
    assert.deepEqual(await own.events(), before);

    await setFault(undefined, own);
    own.now = START + 120_000;
    await own.runJob('due');
    const original = await get(transaction_id, own);
    assert.deepEqual([original.refunded, original.status], [60, 'partially_refunded']);
    const settled_at = '2026-11-14T09:32:00.000Z';
    const refunds = await refundsOf(transaction_id, own);
    const { invoice_url, invoice_pdf_url, provider_reference } = refunds[0];
    assert.match(invoice_pdf_url, /\/invoice\/[0-9a-z]{52}\/invoice\.pdf$/);
    assert.match(provider_reference, /^re_/);
    const told = { invoice_url, invoice_pdf_url, provider_reference };
    const settled = { ...pending, status: 'paid', settled_at, ...told };
    assert.deepEqual(refunds, [settled]);
    assert.deepEqual(await givenBack(transaction_id, own), { sum: 6000, count: 1 });
    assert.deepEqual((await own.events()).slice(before.length), [
      {
        ...{ sequence: before.length + 1, type: 'transaction.refunded' },
        data: { ...original, refund_transaction_id: settled.transaction_id },
      },
    ]);
  }
});

test('500 refund_unresolved: is not kept: the same Idempotency-Key asks on, and refunds once', async () => {
  for (const fault of ['unavailable', 'answer_lost'] as const) {
    const transaction_id = await buy();
    const ask = () => refund({ transaction_id }, { key: `asks-on-${fault}` });
    await setFault({ fault, delay_ms: 0 });
    for (let n = 0; n < 3; n++) assertRefused(await ask(), 500, 'refund_unresolved', []);
    await setFault(undefined);
    const [first, second] = [await ask(), await ask()];
    assert.deepEqual([first.status, second.text], [200, first.text]);
    await assertAgree(transaction_id, [first], 10_000);
  }
});
