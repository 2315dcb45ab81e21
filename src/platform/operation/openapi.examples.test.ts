import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Compile } from 'typebox/schema';
import { startShop } from '../../../test/harness/shop.ts';
import { SENT_EVENTS } from '../../shop/events/event-records.ts';
import { CURRENCY_DECIMALS } from '../core/currencies.ts';

// The examples are what people see first, and what mock servers answer: they fit together.

// biome-ignore lint/suspicious/noExplicitAny: the test looks into every corner of the document
type Json = any;

let document: Json;
let text: string;
before(async () => {
  const shop = await startShop();
  ({ body: document, text } = await shop.send({ method: 'GET', path: '/openapi.json' }));
});

function* records(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const inner of Object.values(value)) yield* records(inner);
}

const contents = (): Json[] => [...records(document)].filter((one) => one.schema && one.example);
const examples = (): Json[] => [
  ...contents().map(({ example }) => example),
  ...Object.values<Json>(document.components.examples).map(({ value }) => value),
];
const all = (): Json[] => examples().flatMap((example) => [...records(example)]);

const cents = (amount: number): number => Math.round(amount * 100);
const sum = (amounts: number[]): number => cents(amounts.reduce((one, more) => one + more, 0));

test('the document stays small enough to be read by a program that is not patient', () => {
  const of_each = text.length / Object.keys(document.paths).length;
  assert.ok(of_each < 4_750, `${of_each} bytes for an operation`);
});

test('amounts of examples add up: lines, discount, tax, and the tax by kind', () => {
  let found = 0;
  for (const record of all().filter((one) => one.tax_breakdown)) {
    found++;
    const { subtotal, discount, tax, balance_change, total, tax_breakdown, lines } = record;
    const charged = record.object === 'checkout_session' ? 0 : balance_change;
    assert.equal(cents(total), sum([subtotal, -discount, tax, charged]), JSON.stringify(record));
    assert.equal(sum(tax_breakdown.map((row: Json) => row.tax)), cents(tax));
    for (const row of tax_breakdown) {
      assert.ok(Math.abs((row.net * row.rate) / 100 - row.tax) < 0.01, JSON.stringify(row));
      assert.deepEqual([row.kind, row.note, row.corrects], ['charged', null, null]);
    }
    if (!lines) continue;
    assert.equal(sum(lines.map((line: Json) => line.amount)), cents(total), JSON.stringify(record));
    assert.equal(sum(lines.map((line: Json) => line.tax)), cents(tax));
  }
  assert.ok(found > 10, `${found}`);
});

test('a cursor of an example has the form of a cursor, and periods end after they begin', () => {
  const cursors = all().flatMap(({ next_cursor }) => next_cursor ?? []);
  assert.ok(cursors.length > 10);
  for (const cursor of cursors) {
    assert.ok(Array.isArray(JSON.parse(Buffer.from(cursor, 'base64url').toString())), cursor);
  }
  const ordered = [
    ['current_period_start', 'current_period_end'],
    ['period_start', 'period_end'],
    ['created_at', 'expires_at'],
    ['from', 'to'],
  ] as const;
  for (const record of all()) {
    for (const [first, last] of ordered) {
      if (!record[first] || !record[last]) continue;
      assert.ok(record[first] <= record[last], `${first} ${JSON.stringify(record)}`);
      if (first !== 'from') assert.notEqual(record[first], record[last], JSON.stringify(record));
    }
  }
});

test('an event in an example has a whole record, as its type says', () => {
  const events = all().filter(({ object }) => object === 'event');
  assert.ok(events.length > 10);
  const types = new Map(Object.entries(SENT_EVENTS.types));
  for (const { type, data } of events) {
    const { record } = types.get(type) ?? {};
    assert.ok(record && Compile(record).Check(data), `${type} ${JSON.stringify(data)}`);
  }
});

test('the example of what an operation does shows it done', () => {
  const statuses = {
    '/archive-product': 'archived',
    '/cancel-subscription': 'canceled',
    '/complete-checkout': 'completed',
    '/expire-checkout': 'expired',
    '/pause-subscription': 'paused',
    '/disable-license': 'disabled',
  };
  for (const [path, status] of Object.entries(statuses)) {
    const { example } = document.paths[path].post.responses[200].content['application/json'];
    assert.equal(example.status, status, path);
  }
});

test('every currency is one of the list, which the document has once', () => {
  const codes = Object.keys(CURRENCY_DECIMALS).sort();
  assert.deepEqual(document.components.schemas.Currency.enum, codes);
  const fields = [...records(document.components.schemas)]
    .flatMap(({ properties }) => Object.entries<Json>(properties ?? {}))
    .filter(([name, one]) => name === 'currency' && typeof one === 'object');
  assert.ok(fields.length > 10);
  for (const [, one] of fields) {
    const { $ref } = one.anyOf?.[0] ?? one;
    assert.equal($ref, '#/components/schemas/Currency', JSON.stringify(one));
  }
  assert.equal(text.split('"AED","AFN"').length, 2);
});

test('what any request may be refused for is described once, not with each operation', () => {
  const { BadRequest, BadRequestReplayable } = document.components.responses;
  const codes = Object.keys(BadRequest.content['application/json'].examples);
  assert.ok(codes.includes('invalid_json') && codes.includes('https_required'));
  assert.ok(BadRequestReplayable.description.includes('`idempotency_key_reused`'));
  const of_operations = JSON.stringify(document.paths);
  for (const code of codes.slice(1)) assert.ok(!of_operations.includes(`"${code}"`), code);
  const { description } = document.paths['/create-checkout'].post.responses[400];
  assert.match(description, /^`product_unavailable`, .* or as `BadRequestReplayable`$/);
});
