import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { operations } from '../../sites/api/operations.ts';

// What generators of clients need of the document. `npm run try:clients` tries real ones.

// biome-ignore lint/suspicious/noExplicitAny: the test looks into every corner of the document
type Document = any;

let document: Document;
before(async () => {
  const shop = await startShop();
  document = (await shop.send({ method: 'GET', path: '/openapi.json' })).body;
});

const methods = (paths: Document): Document[] =>
  Object.values(paths).flatMap((path) => Object.values(path as object));

test('every operationId is an identifier and the only one of its name', () => {
  const ids: string[] = [...methods(document.paths), ...methods(document.webhooks)].map(
    ({ operationId }) => operationId,
  );
  for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]+$/);
  assert.deepEqual(ids, [...new Set(ids)]);
});

test('every answer, error, body and event is a named component', () => {
  const NAMED = /^#\/components\/schemas\/\w+$/;
  for (const { operationId, responses, requestBody } of methods(document.paths)) {
    for (const [status, found] of Object.entries<Document>(responses)) {
      const response = found.$ref ? document.components.responses[found.$ref.split('/')[3]] : found;
      const { schema } = response.content['application/json'];
      assert.match(schema.$ref ?? '', NAMED, `${operationId} ${status}`);
    }
    if (!requestBody) continue;
    assert.match(requestBody.content['application/json'].schema.$ref ?? '', NAMED, operationId);
  }
  for (const { operationId, requestBody } of methods(document.webhooks)) {
    const { schema, example } = requestBody.content['application/json'];
    assert.match(schema.$ref ?? '', NAMED, operationId);
    if (example) assert.ok(example.type && example.data, `${operationId} has an example`);
  }
});

test('no field of a body has a default: generators would make it one that must be sent', () => {
  let told = 0;
  for (const operation of Object.values(operations).flat()) {
    const { $ref = '' } =
      document.paths[operation.path][operation.method.toLowerCase()].requestBody?.content[
        'application/json'
      ].schema ?? {};
    const schema = document.components.schemas[$ref.split('/')[3]];
    for (const [name, property] of Object.entries(operation.input.properties)) {
      const described = schema.properties[name];
      assert.ok(!('default' in described), `${operation.path} ${name}`);
      if (!('default' in property)) continue;
      assert.ok(!schema.required?.includes(name), `${operation.path} ${name}`);
      if (property.default === null) continue;
      told += 1;
      const words = `efault: ${JSON.stringify(property.default)}`;
      assert.ok(described.description.includes(words), `${operation.path} ${name}`);
    }
  }
  assert.ok(told > 10);
});
