import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TEST_CARDS } from '../../src/shop/money/payments/test-card.rules.ts';
import type { Answer } from '../harness/answer.ts';
import { anyCharacter } from '../harness/any-character.ts';
import type { Described, Schema } from './described.ts';
import { type Dress, dressArbitrary } from './hostile-dress.ts';

// Requests made from the OpenAPI document, mostly almost right, and what may be answered to them.

/** Identifiers that exist by now. */
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

export interface HostileRequest {
  operation: Described;
  input: Record<string, unknown>;
  raw: string | undefined;
  in_body: boolean;
  /** For who sends requests of every kind. */
  dress: Dress;
}

// Without sales, most operations have nothing to work with.
const SELLING = ['/create-product', '/create-checkout', '/complete-checkout'];
const MORE_SALES = 5;

export function requestArbitrary(all: Described[]): fc.Arbitrary<HostileRequest> {
  const selling = all.filter(({ path }) => SELLING.includes(path));
  const more = Array.from({ length: MORE_SALES }, () => selling).flat();
  const inputs = new Map(all.map((operation) => [operation, inputArbitrary(operation)]));
  return fc.constantFrom(...all, ...more).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      input: inputs.get(operation) ?? fc.constant({}),
      raw: seldom(rawArbitrary, undefined),
      in_body: fc.boolean(),
      dress: dressArbitrary,
    }),
  );
}

/** Each parameter is good most of the time, so that many requests get through to the handler. */
function inputArbitrary({ input }: Described): fc.Arbitrary<Record<string, unknown>> {
  const good = Object.fromEntries(
    Object.entries(input.properties ?? {}).map(([name, schema]) => [
      name,
      fc.oneof(
        { arbitrary: goodValue(name, schema), weight: 40 },
        { arbitrary: hostile, weight: 1 },
      ),
    ]),
  );
  const required = input.required ?? [];
  return fc
    .tuple(
      fc.record(good, { requiredKeys: required }),
      seldom(fc.dictionary(fc.string(), hostile, { maxKeys: 2 }), {}),
      seldom(fc.constantFrom('', ...Object.keys(good)), undefined),
    )
    .map(([chosen, extra, dropped]) => {
      const all = { ...chosen, ...extra };
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

function goodValue(name: string, s: Schema): fc.Arbitrary<unknown> {
  const special = SPECIAL[name];
  if (special) return special;
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
    fc.string({ unit: anyCharacter, maxLength: 80 }),
    { maxKeys: 4 },
  );
}

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
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
  .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.string({ unit: anyCharacter, maxLength: 3 }))
  .map(
    ([json, at, noise]) =>
      json.slice(0, at % (json.length + 1)) + noise + json.slice(at % (json.length + 1)),
  );

/** Identifiers that exist by now take the place of the marks. */
export function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== 'object' || value === null) return value;
  if ('known' in value && 'n' in value) {
    const list = known[String(value.known)] ?? [];
    return list[Number(value.n) % Math.max(1, list.length)] ?? 'unknown';
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
}

/** Notes what an answer has made. */
export function remember(body: Record<string, unknown>): void {
  for (const [name, list] of Object.entries(known)) {
    const [listed] = Array.isArray(body.data) ? body.data : [];
    const value = body[name === 'cursor' ? 'next_cursor' : name] ?? listed?.[name];
    if (typeof value === 'string' && list.length < 200) list.push(value);
  }
}

/** As it would be in a query string, if it can be there. */
export function asQuery(input: Record<string, unknown>): string | undefined {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const is_plain = given.every(
    ([name, value]) => typeof value !== 'object' && `${name}${value}`.isWellFormed(),
  );
  if (!is_plain) return undefined;
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** Throws if this may not be answered to that. */
export function check(
  { operation, input, raw, dress }: HostileRequest,
  { status, body, text }: Pick<Answer, 'status' | 'body' | 'text'>,
): void {
  const what = `${operation.path} ${raw ?? JSON.stringify(input)} ${JSON.stringify(dress)} → ${status} ${text.slice(0, 500)}`;
  if (status >= 500) assert.fail(what);
  // Without a body, or an answer to the browser alone.
  if (dress.method === 'HEAD' || (dress.method === 'OPTIONS' && status === 200)) return;
  try {
    operation.check({ status, body });
  } catch (error) {
    assert.fail(`${error instanceof Error ? error.message : error}: ${what}`);
  }
  if (status !== 200) assert.equal(body.error.status, status, what);
}
