import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { startShop } from '../../../test/harness/shop.ts';
import { operations } from '../../sites/api/operations.ts';
import { HOUR_MS } from '../core/time.ts';
import { requiredParameters } from './examples.ts';
import { errorCodesOf } from './openapi-errors.ts';
import { operation } from './operation.ts';

const all = Object.values(operations).flat();
const shop = await startShop();

// Checked by the compiler: where the error is missing, the type check fails.
const declared = operation({
  method: 'GET',
  path: '/example',
  summary: 'An example',
  scope: 'read',
  input: Type.Object({ name: Type.String() }),
  output: Type.Object({ name: Type.String(), inner: Type.Object({ a: Type.Integer() }) }),
  errors: ['product_not_found'],
  async read({ input, refuse }) {
    if (input.name === '') throw refuse('product_not_found');
    // @ts-expect-error an undeclared code does not compile
    if (input.name === 'x') throw refuse('customer_not_found');
    return { name: input.name, inner: { a: 1 } };
  },
});

test('an undeclared or missing field in an answer is an error, at any depth', () => {
  declared.output_check({ name: 'a', inner: { a: 1 } });
  for (const wrong of [
    { name: 'a', inner: { a: 1 }, secret: 'x' },
    { name: 'a', inner: { a: 1, secret: 'x' } },
    { name: 'a', inner: {} },
    { name: 1, inner: { a: 1 } },
    {},
  ]) {
    assert.throws(() => declared.output_check(wrong), /not as declared/);
  }
});

interface Described {
  $ref?: string;
  description?: string;
  content?: Record<string, { examples?: object }>;
}
const nameIn = (ref: string): string => ref.split('/').at(-1) ?? '';

test('/openapi.json: every operation with its parameters, an example, and every error code', async () => {
  const { body: document } = await shop.send({ method: 'GET', path: '/openapi.json' });
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual(Object.keys(document.paths).toSorted(), all.map((one) => one.path).toSorted());
  for (const one of all) {
    const described = document.paths[one.path][one.method.toLowerCase()];
    const names = Object.keys(one.input.properties);
    const { $ref = '' } = described.requestBody?.content['application/json'].schema ?? {};
    const body = document.components.schemas[nameIn($ref)];
    if (names.length > 0) {
      assert.deepEqual(Object.keys(body.properties), names, one.path);
      assert.deepEqual(body.required ?? [], requiredParameters(one));
    }
    const in_query = described.parameters.filter((p: { in: string }) => p.in === 'query');
    assert.deepEqual(
      in_query.map((p: { name: string }) => p.name),
      one.method === 'POST' ? [] : names,
      one.path,
    );
    const { 200: done, ...refused } = described.responses;
    const { example, examples } = done.content['application/json'];
    assert.ok(example ?? document.components.examples[Object.keys(examples)[0] ?? ''], one.path);
    const { responses } = document.components;
    const codesIn = ({ content }: Described) =>
      Object.keys(content?.['application/json']?.examples ?? {});
    const codes = Object.values<Described>(refused).flatMap(({ $ref, ...own }) => {
      if ($ref) return codesIn(responses[nameIn($ref)]);
      const [, shared] = / or as `(\w+)`$/.exec(own.description ?? '') ?? [];
      return [...codesIn(own), ...(shared ? codesIn(responses[shared]) : [])];
    });
    const all = [...new Set(codes)].toSorted();
    assert.deepEqual(all, errorCodesOf(one).toSorted(), one.path);
  }
});

test('the documented example of every operation that makes something works as it stands', async () => {
  for (const path of [
    '/create-product',
    '/create-customer',
    '/create-customer-billing',
    '/create-discount-code',
  ]) {
    const { body: document } = await shop.send({ method: 'GET', path: '/openapi.json' });
    const { example } = document.paths[path].post.requestBody.content['application/json'];
    const answer = await shop.call(`POST ${path}`, example);
    assert.equal(answer.status, 200, answer.text);
  }
});

test('every instant in a store follows its clock, and only in that store', async () => {
  const other = await shop.makeStore('test');
  const ahead_ms = 1_000 * 24 * HOUR_MS;
  await shop.db.write({ store_id: other.store_id }, async (tx) =>
    tx.run('UPDATE stores SET clock_ahead_ms = :ahead_ms WHERE store_id = :store_id', { ahead_ms }),
  );
  const code = { code: 'C', discount_percentage: 5, valid_until: '2027-01-01' };
  const theirs = await shop.call('POST /create-discount-code', code, { key: other.api_key });
  const ours = await shop.call('POST /create-discount-code', code);
  assert.equal(Date.parse(theirs.body.created_at), shop.now + ahead_ms);
  assert.equal(Date.parse(ours.body.created_at), shop.now);
  assert.deepEqual([theirs.body.status, ours.body.status], ['expired', 'active']);
  const moved = shop.db.write(null, async (tx) =>
    tx.run(`UPDATE stores SET mode = 'live' WHERE clock_ahead_ms > 0`),
  );
  await assert.rejects(moved, /check/i, 'a live store has no clock of its own');
});
