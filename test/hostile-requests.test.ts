import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { ERRORS } from '../src/core/errors.ts';
import type { EventRow } from '../src/core/events.ts';
import { showEvent } from '../src/events/event.rules.ts';
import { openSecrets } from '../src/installation/secret.ts';
import { createRevealKey } from '../src/licenses/license-key.rules.ts';
import type { SchemaParts } from '../src/operation/examples.ts';
import { errorCodesOf } from '../src/operation/openapi-errors.ts';
import type { Operation } from '../src/operation/operation.ts';
import { operations } from '../src/operations.ts';
import { TEST_CARDS } from '../src/payments/test-card.rules.ts';
import { type Answer, type Shop, startShop } from './harness.ts';
import { seed, times } from './seed.ts';

// Requests made from the declared schemas, mostly almost right. Whatever is sent: no 5xx, no
// undeclared code or field, and what is stored is exactly what was answered with 200.
const REQUESTS = times('HOSTILE_REQUESTS', 4_000, 40_000);
const SEED = seed('HOSTILE_SEED');
const IN_FLIGHT = 16;

let shop: Shop;
const known: Record<string, string[]> = {
  product_id: [],
  payment_link_id: [],
  customer_id: [],
  code: [],
  discount_id: [],
  checkout_session_id: [],
  transaction_id: [],
  subscription_id: [],
  tax_rate_id: [],
  invoice_id: [],
  mail_id: [],
  cursor: [],
};

before(async () => {
  shop = await startShop();
});

test(`${REQUESTS} generated requests: never a 5xx, an undeclared field or a stored trace`, async () => {
  console.log(`seed ${SEED}: HOSTILE_SEED=${SEED} repeats these requests`);
  const requests = fc.sample(requestArbitrary(), { numRuns: REQUESTS, seed: SEED });
  const succeeded: { path: string; body: Record<string, unknown> }[] = [];
  const statuses: Record<number, number> = {};
  let next = 0;
  const worker = async () => {
    while (next < requests.length) {
      const request = requests[next++];
      if (!request) return;
      const answer = await send(request);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      check(request, answer);
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

interface Request {
  operation: Operation;
  input: Record<string, unknown>;
  raw: string | undefined;
  in_body: boolean;
  pick: number;
}

// Without sales, most operations have nothing to work with.
const SELLING = ['/create-product', '/create-checkout', '/complete-checkout'];
const MORE_SALES = 5;

function requestArbitrary(): fc.Arbitrary<Request> {
  const all = Object.values(operations).flat();
  const selling = all.filter(({ path }) => SELLING.includes(path));
  const more = Array.from({ length: MORE_SALES }, () => selling).flat();
  return fc.constantFrom(...all, ...more).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      input: inputArbitrary(operation),
      raw: seldom(rawArbitrary, undefined),
      in_body: fc.boolean(),
      pick: fc.nat(),
    }),
  );
}

/** Each parameter is good most of the time, so that many requests get through to the handler. */
function inputArbitrary(operation: Operation): fc.Arbitrary<Record<string, unknown>> {
  const good = Object.fromEntries(
    Object.entries(operation.input.properties).map(([name, schema]) => [
      name,
      fc.oneof(
        { arbitrary: goodValue(name, schema), weight: 40 },
        { arbitrary: hostile, weight: 1 },
      ),
    ]),
  );
  const required = (operation.input.required ?? []) as string[];
  return fc
    .tuple(
      fc.record(good, { requiredKeys: required }),
      seldom(fc.dictionary(fc.string(), hostile, { maxKeys: 2 }), {}),
      seldom(fc.constantFrom('', ...Object.keys(good)), undefined),
    )
    .map(([input, extra, dropped]) => {
      const all = { ...input, ...extra };
      if (dropped !== undefined) Reflect.deleteProperty(all, dropped);
      return all;
    });
}

const seldom = <T, N>(arbitrary: fc.Arbitrary<T>, otherwise: N): fc.Arbitrary<T | N> =>
  fc.oneof({ arbitrary, weight: 1 }, { arbitrary: fc.constant(otherwise), weight: 20 });

const KNOWN = (name: string) => fc.nat().map((n) => ({ known: name, n }));

const DAYS = fc.constantFrom('2020-01-01', '2019-02-28', '2026-11-14', '0000-01-01', '9999-12-31');

const SPECIAL: Record<string, fc.Arbitrary<unknown>> = {
  product_id: KNOWN('product_id'),
  customer_id: fc.oneof(KNOWN('customer_id'), fc.stringMatching(/^[A-Za-z0-9_.:@|-]{1,40}$/)),
  discount_id: KNOWN('discount_id'),
  code: fc.oneof(KNOWN('code'), fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/)),
  cursor: KNOWN('cursor'),
  checkout_session_id: KNOWN('checkout_session_id'),
  transaction_id: KNOWN('transaction_id'),
  subscription_id: KNOWN('subscription_id'),
  plan_id: KNOWN('product_id'),
  new_plan_id: KNOWN('product_id'),
  to: fc.constantFrom('2020-01-01', '2026-11-14T09:30:00Z'),
  by: fc.constantFrom('PT1S', 'PT0.01S', 'P0D', '-P1D', 'P1X'),
  coupon_code: fc.oneof(fc.constant(null), KNOWN('code')),
  quantity: fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 5 }), weight: 5 },
    fc.constant(1_000_000),
  ),
  total: fc.constantFrom(undefined, 19.99),
  amount: fc.constantFrom(1, 0.5, 2, 19.99, 1e-3, 999999999.99),
  payment_method: fc.constantFrom(
    ...Object.keys(TEST_CARDS).map((number) => ({
      number,
      exp_month: 12,
      exp_year: 2034,
      cvc: '123',
    })),
    null,
    { number: '4242424242424241', exp_month: 12, exp_year: 2034, cvc: '123' },
  ),
  success_url: fc.webUrl(),
  cancel_url: fc.webUrl(),
  created_from: fc.constantFrom('2026-11-14', '2030-02-28', '1970-01-01T00:00:00Z'),
  created_to: fc.constantFrom('2026-11-14', '9999-12-31', '2027-01-01T00:00:00+02:00'),
  currency: fc.constantFrom('USD', 'jpy', 'BHD', 'EUR', 'CLF'),
  country: fc.constantFrom('DE', 'us', 'JP', 'CA', 'FR', 'ES'),
  region: fc.constantFrom(null, 'QC', 'New York', 'ca-on', 'constructor'),
  postal_code: fc.constantFrom('10115', '35001', 'H2X 1Y4', '𝟗𝟎𝟎𝟎'),
  tax_id: fc.constantFrom(null, 'DE136695976', 'DE136695977', 'FR40303265045', '__proto__'),
  tax_number: fc.constantFrom(null, 'DE136695976', 'EU372000041'),
  since: DAYS,
  until: fc.oneof(fc.constant(null), DAYS),
  from: DAYS,
  rate: fc.constantFrom(0, 8.875, 19, 100, 1e-7, 0.0001),
  tax_rate_id: KNOWN('tax_rate_id'),
  invoice_id: KNOWN('invoice_id'),
  mail_id: KNOWN('mail_id'),
  prefix: fc.constantFrom('INV-', '2027/', 'A', '-', 'A1', '', 'a b', '../'),
  next_number: fc.constantFrom(1, 5, 1000, 2 ** 53, 999_999_999),
  reply_to: fc.emailAddress(),
  euro_rates: fc.constantFrom('USD:1.0875,BHD:0.4', 'JPY:0', 'constructor:1'),
  email: fc.emailAddress(),
  image_url: fc.webUrl(),
  return_url: fc.webUrl(),
  valid_from: fc
    .date({ noInvalidDate: true, min: new Date('1970-01-02'), max: new Date('2090-01-01') })
    .map((d) => d.toISOString()),
  valid_until: fc.constantFrom('2026-11-14', '2030-02-28', '2027-01-01T00:00:00+02:00'),
  price: fc.oneof(
    fc.integer({ min: 0, max: 10_000 }),
    fc.constantFrom(19.99, 0.5, 0.001, 1e-7, 999999999.99),
  ),
  product_ids: fc.oneof(
    fc.constant(null),
    fc.array(KNOWN('product_id'), { minLength: 1, maxLength: 3 }),
  ),
};

function goodValue(name: string, schema: TSchema): fc.Arbitrary<unknown> {
  const special = SPECIAL[name];
  if (special) return special;
  const s = schema as SchemaParts & { maxLength?: number; maximum?: number; required?: string[] };
  if (s.enum) return fc.constantFrom(...s.enum);
  if (s.anyOf?.[0]) return fc.option(goodValue(name, s.anyOf[0]));
  if (s.type === 'integer') return fc.integer({ min: s.minimum ?? 0, max: s.maximum ?? 1000 });
  if (s.type === 'number') return fc.double({ min: 0, max: 100, noNaN: true });
  if (s.type === 'boolean') return fc.boolean();
  if (s.type === 'string')
    return fc.string({
      unit: 'grapheme',
      minLength: 1,
      maxLength: Math.min(60, s.maxLength ?? 20),
    });
  if (s.items) return fc.array(goodValue(name, s.items), { maxLength: 3 });
  if (s.properties) {
    return fc.record(
      Object.fromEntries(
        Object.entries(s.properties).map(([key, inner]) => [key, goodValue(key, inner)]),
      ),
      { requiredKeys: s.required ?? [] },
    );
  }
  return fc.dictionary(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 80 }),
    { maxKeys: 4 },
  );
}

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.constantFrom(
    null,
    true,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '"',
    "'; DROP TABLE products; --",
    '%',
    '../..',
    '-1',
    '1e9',
    -1,
    -0,
    1e21,
    1e-9,
    2 ** 53,
    1.0000001,
    [],
    {},
    [[]],
    'x'.repeat(20_000),
    '$1',
    '<script>',
    '\u202e',
    '💥'.repeat(300),
    '0x10',
    'NaN',
    'null',
    '2026-02-30',
    '9999-99-99',
    '+275760-09-13',
    '-000001-01-01',
  ),
);

/** Bodies that are almost JSON. */
const rawArbitrary = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.string({ unit: 'binary', maxLength: 3 }))
  .map(
    ([json, at, noise]) =>
      json.slice(0, at % (json.length + 1)) + noise + json.slice(at % (json.length + 1)),
  );

function send({ operation, input, raw, in_body }: Request): Promise<Answer> {
  const { method, path } = operation;
  const resolved = resolve(input) as Record<string, unknown>;
  if (raw === undefined) {
    const as_query = Object.entries(resolved).every(
      ([name, value]) => typeof value !== 'object' && `${name}${value}`.isWellFormed(),
    );
    return shop.call(`${method} ${path}`, resolved, { in_body: in_body || !as_query });
  }
  const headers = { 'x-api-key': shop.api_key, 'content-type': 'application/json' };
  return shop.send({ method, path, headers }, raw);
}

/** Identifiers that exist by now take the place of the marks. */
function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== 'object' || value === null) return value;
  if ('known' in value && 'n' in value) {
    const list = known[String(value.known)] ?? [];
    return list[Number(value.n) % Math.max(1, list.length)] ?? 'unknown';
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
}

function remember(body: Record<string, unknown>): void {
  for (const [name, list] of Object.entries(known)) {
    const [listed] = Array.isArray(body.data) ? body.data : [];
    const value = body[name === 'cursor' ? 'next_cursor' : name] ?? listed?.[name];
    if (typeof value === 'string' && list.length < 200) list.push(value);
  }
}

function check({ operation, input, raw }: Request, answer: Answer): void {
  const what = `${operation.path} ${raw ?? JSON.stringify(input)} → ${answer.status} ${answer.text.slice(0, 500)}`;
  if (answer.status === 200) {
    operation.output_check(answer.body);
    return;
  }
  const { error } = answer.body ?? {};
  if (answer.status === 500) {
    const logged = shop.log_lines.findLast((line) => line.includes('"event":"failure"'));
    assert.fail(`${what}\n${logged}`);
  }
  const declared = errorCodesOf(operation).find((code) => code === error?.code);
  assert.ok(declared, `an undeclared code: ${what}`);
  assert.equal(answer.status, ERRORS[declared][0], what);
  assert.deepEqual(
    Object.keys(error),
    ['status', 'code', 'message', 'details', 'request_id'],
    what,
  );
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
