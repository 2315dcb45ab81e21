import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { EventRow } from '../../../src/platform/core/events.ts';
import { openSecrets } from '../../../src/platform/machine/secret.ts';
import { showEvent } from '../../../src/shop/events/event.rules.ts';
import { createRevealKey } from '../../../src/shop/licenses/license-key.rules.ts';
import type { Answer } from '../../harness/answer.ts';
import { seed, times } from '../../harness/seed.ts';
import { type Shop, startShop } from '../../harness/shop.ts';
import { describedIn } from '../../prove/described.ts';
import {
  asQuery,
  check,
  type HostileRequest,
  remember,
  requestArbitrary,
  resolve,
} from '../../prove/hostile-requests.ts';

// Requests made from the OpenAPI document, mostly almost right. Whatever is sent: no 5xx, no
// undeclared code or field, and what is stored is exactly what was answered with 200.
const REQUESTS = times('HOSTILE_REQUESTS', 1_000, 40_000);
const SEED = seed('HOSTILE_SEED');
const IN_FLIGHT = 16;
const NO_DRESS = { method: undefined, headers: {}, query: '' };
const isFailure = (line: string) => line.includes('"event":"failure"');

let shop: Shop;
before(async () => {
  shop = await startShop();
});

test(`${REQUESTS} generated requests: never a 5xx, an undeclared field or a stored trace`, async () => {
  console.log(`seed ${SEED}: HOSTILE_SEED=${SEED} repeats these requests`);
  const document = (await shop.send({ method: 'GET', path: '/openapi.json' })).body;
  const requests = fc.sample(requestArbitrary(describedIn(document)), {
    numRuns: REQUESTS,
    seed: SEED,
  });
  const succeeded: { path: string; body: Record<string, unknown> }[] = [];
  const statuses: Record<number, number> = {};
  let next = 0;
  const worker = async () => {
    while (next < requests.length) {
      const request = requests[next++];
      if (!request) return;
      const answer = await send(request);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status === 500) console.error(shop.log_lines.findLast(isFailure));
      check({ ...request, dress: NO_DRESS }, answer);
      if (answer.status !== 200) continue;
      remember(answer.body);
      if (request.operation.method !== 'GET') {
        succeeded.push({ path: request.operation.path, body: answer.body });
      }
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  console.log(`statuses ${JSON.stringify(statuses)}`);
  assert.ok(
    (statuses[200] ?? 0) > REQUESTS / 20,
    'enough requests must be right to mean something',
  );
  assert.ok((statuses[400] ?? 0) > REQUESTS / 20);
  await account(succeeded);
});

function send({ operation, input, raw, in_body }: HostileRequest): Promise<Answer> {
  const { method, path } = operation;
  const resolved = resolve(input) as Record<string, unknown>;
  if (raw === undefined) {
    const is_in_body = in_body || asQuery(resolved) === undefined;
    return shop.call(`${method} ${path}`, resolved, { in_body: is_in_body });
  }
  const headers = { 'x-api-key': shop.api_key, 'content-type': 'application/json' };
  return shop.send({ method, path, headers }, raw);
}

// What these answer is no record of an event: the customer's, the session's or the payment's is.
const UNTOLD = [
  '/create-customer-billing',
  '/revoke-portal-links',
  '/update-store-settings',
  '/update-tax-settings',
  '/create-tax-rate',
  '/delete-tax-rate',
  '/send-test-mail',
  '/resend-mail',
  '/update-mail-settings',
  '/update-invoice-settings',
  '/create-checkout',
  '/refund-transaction',
  '/preview-subscription-change',
  '/update-payment-method',
  '/create-card-update',
  '/advance-clock',
  '/validate-license',
  '/activate-license',
  '/deactivate-license',
  '/create-webhook',
  '/update-webhook',
  '/delete-webhook',
  '/get-webhook-secret',
  '/replay-event',
  '/replay-failed-deliveries',
  '/create-api-key',
  '/revoke-api-key',
  '/invite-member',
  '/create-store',
  '/copy-store',
  '/create-note',
  '/delete-note',
  '/create-payment-link',
  '/update-payment-link',
  '/delete-payment-link',
  '/update-member',
  '/remove-member',
];

/** The customer's balance moves without a subscription being told of. */
const asTold = ({ credit, ...record }: Record<string, unknown>): string =>
  JSON.stringify(record.object === 'subscription' ? record : { ...record, credit });

/** Every row comes from an answer with 200, every answer with 200 has its row and its event. */
async function account(
  succeeded: { path: string; body: Record<string, unknown> }[],
): Promise<void> {
  const rows = <Row = Record<string, unknown>>(sql: string) => shop.db.reader(null).all<Row>(sql);
  const answered = (id: string, ...paths: string[]) =>
    new Set(
      succeeded.filter(({ path }) => paths.includes(path)).map(({ body }) => String(body[id])),
    );
  const stored = async (id: string, table: string) =>
    new Set((await rows(`SELECT ${id} FROM ${table}`)).map((row) => String(row[id])));

  assert.deepEqual(
    await stored('product_id', 'products'),
    answered('product_id', '/create-product'),
  );
  assert.deepEqual(
    await stored('discount_id', 'discount_codes'),
    answered('discount_id', '/create-discount-code'),
  );
  const naming = ['/create-customer', '/create-customer-billing', '/create-checkout'];
  const named = answered('customer_id', ...naming);
  named.delete('null'); // Guests: their customer is made when a payment begins.
  const guests = `(SELECT t.customer_id FROM transactions t JOIN checkouts c
    ON c.checkout_session_id = t.checkout_session_id WHERE c.is_guest = 1) of_guests`;
  assert.deepEqual(
    (await stored('customer_id', 'customers')).difference(await stored('customer_id', guests)),
    named.difference(await stored('customer_id', guests)),
  );
  const billed = await stored('customer_id', 'customer_billings');
  const said = answered('customer_id', '/create-customer-billing');
  const paid = answered('customer_id', '/complete-checkout');
  assert.ok(said.isSubsetOf(billed));
  assert.ok(billed.isSubsetOf(said.union(paid)), 'who pays may say who they are');
  assert.deepEqual(
    await stored('checkout_session_id', 'checkouts'),
    answered('checkout_session_id', '/create-checkout'),
  );
  assert.deepEqual(
    await stored('checkout_session_id', `checkouts WHERE status = 'completed'`),
    answered('checkout_session_id', '/complete-checkout'),
  );
  const refunds = await rows(
    `SELECT transaction_id, subscription_id FROM transactions WHERE type = 'refund' AND status = 'paid'`,
  );
  const asked_for = answered('transaction_id', '/refund-transaction');
  const canceled = answered('subscription_id', '/cancel-subscription');
  const unasked = refunds.filter(({ transaction_id }) => !asked_for.has(String(transaction_id)));
  assert.equal(refunds.length - unasked.length, asked_for.size);
  for (const { subscription_id } of unasked) assert.ok(canceled.has(String(subscription_id)));
  assert.deepEqual(
    await stored('checkout_session_id', 'subscriptions'),
    await stored('checkout_session_id', `checkouts WHERE subscription_id IS NOT NULL`),
  );
  await shop.assertRight();
  const links = succeeded.filter(({ path }) => path === '/create-customer-billing').length;
  const revoked = succeeded
    .filter(({ path }) => path === '/revoke-portal-links')
    .reduce((all, { body }) => all + Number(body.revoked), 0);
  assert.equal((await rows('SELECT token_hash FROM portal_links')).length, links - revoked);
  assert.equal((await rows('SELECT idempotency_key FROM idempotency_keys')).length, 0);

  const events = await shop.events();
  assert.deepEqual(
    events.map((event) => event.sequence),
    events.map((_, at) => at + 1),
    'no gaps',
  );
  // As list-events shows them: what is stored has no license keys in it.
  const shown = createRevealKey(openSecrets({ secret: undefined, data_dir: shop.place.data_dir }));
  const told = new Set(
    (await rows<EventRow>('SELECT * FROM events')).map((row) =>
      asTold(showEvent(row, shown).data as Record<string, unknown>),
    ),
  );
  for (const { path, body } of succeeded) {
    if (UNTOLD.includes(path)) continue;
    assert.ok(told.has(asTold(body)), `${path} has no event`);
  }
  for (const product_id of (await stored('product_id', 'products')).keys()) {
    const { body } = await shop.call('GET /get-product', { product_id });
    assert.ok(told.has(JSON.stringify(body)), 'a product is as the last event says');
  }
}
