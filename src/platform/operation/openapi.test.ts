import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import Type, { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { assertRefused, type Shop, startShop } from '../../../test/harness/shop.ts';
import { operations } from '../../sites/api/operations.ts';
import { EVENT_TYPES } from '../core/events.ts';
import { exampleInput, requiredParameters } from './examples.ts';

const all = Object.values(operations).flat();

interface Node {
  [key: string]: unknown;
}

let shop: Shop;
// biome-ignore lint/suspicious/noExplicitAny: the test looks into every corner of the document
let document: any;
before(async () => {
  shop = await startShop();
  document = (await shop.send({ method: 'GET', path: '/openapi.json' })).body;
});

/** Every object in the document, with the path to it. */
function* nodes(value: unknown, path = ''): Generator<{ path: string; node: Node }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { path, node: value as Node };
  for (const [key, inner] of Object.entries(value)) {
    if (!['example', 'examples', 'default', 'value'].includes(key) || path === '/components') {
      yield* nodes(inner, `${path}/${key}`);
    }
  }
}

const inputOf = (path: string) => {
  const name = path.replace(/[/-](.)/g, (_, letter: string) => letter.toUpperCase());
  return whole(document.components.schemas[`${name}Input`]);
};
/** A schema with what it refers to in it. */
// biome-ignore lint/suspicious/noExplicitAny: a part of the document
const whole = (part: any): any => {
  if (Array.isArray(part)) return part.map(whole);
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...rest } = part;
  const own = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, whole(inner)]));
  return typeof $ref === 'string'
    ? { ...whole(document.components.schemas[$ref.split('/').at(-1) ?? '']), ...own }
    : own;
};
const entry = ({ path, method }: { path: string; method: string }) =>
  document.paths[path][method.toLowerCase()];

test('every schema has a name that means something, and every reference leads somewhere', () => {
  const names = Object.keys(document.components.schemas);
  for (const name of names) assert.match(name, /^([A-Z][a-z0-9]+)+$/);
  for (const wrong of ['Undefined', 'Error', 'List', 'Object', 'Answer', 'Input']) {
    assert.ok(!names.includes(wrong), wrong);
  }
  let references = 0;
  for (const { path, node } of nodes(document)) {
    if (typeof node.$ref !== 'string') continue;
    references++;
    const [, , kind = '', name = ''] = node.$ref.split('/');
    assert.ok(document.components[kind]?.[name], `${path} ${node.$ref}`);
  }
  assert.ok(references > 500);
});

test('records and lists are there by reference, never copied', () => {
  for (const operation of all) {
    const { schema } = entry(operation).responses[200].content['application/json'];
    assert.deepEqual(Object.keys(schema), ['$ref'], operation.path);
  }
  for (const { path, node } of nodes(document)) {
    const object = (node.properties as { object?: { const?: string } } | undefined)?.object;
    if (object?.const === undefined) continue;
    assert.match(path, /^\/components\/schemas\/\w+$/, `${object.const} is copied`);
  }
});

test('metadata is a map of text with its limits', () => {
  let found = 0;
  for (const { path, node } of nodes(document)) {
    assert.ok(!('patternProperties' in node), path);
    const { metadata } = (node.properties ?? {}) as { metadata?: Node };
    if (!metadata) continue;
    found++;
    assert.deepEqual(metadata, { $ref: '#/components/schemas/Metadata' }, path);
  }
  const { type, maxProperties, additionalProperties } = document.components.schemas.Metadata;
  assert.deepEqual([type, maxProperties], ['object', 50]);
  assert.deepEqual(additionalProperties, { type: 'string', maxLength: 500 });
  assert.ok(found >= 10);
});

test('every enumeration and constant has a type', () => {
  for (const { path, node } of nodes(document)) {
    if ('enum' in node || 'const' in node) assert.ok('type' in node, path);
    for (const key of Object.keys(node)) assert.ok(!/^~|^documented$/.test(key), `${path}/${key}`);
  }
});

test('a body of GET and DELETE is described like that of POST, and may be left out', () => {
  for (const operation of all) {
    const { requestBody } = entry(operation);
    const names = Object.keys(operation.input.properties);
    assert.equal(requestBody !== undefined, names.length > 0, operation.path);
    if (!requestBody) continue;
    assert.equal(Object.keys(requestBody.content['application/json'].schema)[0], '$ref');
    if (operation.method !== 'POST') assert.ok(!('required' in requestBody), operation.path);
  }
});

test('every answer tells its headers; a 429 has Retry-After, what may be replayed says so', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a part of the document
  const answer = (response: { $ref?: string }): any =>
    response.$ref ? document.components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
  for (const operation of all) {
    const { responses } = entry(operation);
    assert.deepEqual(Object.keys(responses).slice(0, 2), ['200', '400']);
    for (const [status, response] of Object.entries<{ $ref?: string }>(responses)) {
      const names = Object.keys(answer(response).headers);
      const said = `${operation.path} ${status}`;
      assert.ok(names.includes('x-request-id') && names.includes('RateLimit'), said);
      assert.equal(names.includes('Retry-After'), status === '429', said);
      const replayed = operation.keeps_answers && ['200', '400', '404'].includes(status);
      assert.equal(names.includes('Idempotent-Replayed'), replayed, said);
    }
    const examples = Object.keys(answer(responses[400]).content['application/json'].examples);
    assert.equal(examples[0], 'invalid_parameters', operation.path);
  }
  const { value } = document.components.examples.invalid_parameters;
  assert.ok(value.error.details.length > 0);
});

test('no parameter without description, and what they say reads alike', () => {
  const without: string[] = [];
  const look = (name: string, schema: Node): void => {
    const [inner = schema] = (schema.anyOf ?? []) as Node[];
    const description = schema.description ?? inner.description;
    if (typeof description !== 'string') without.push(name);
    else assert.match(description, /^[A-Z0-9`].*[^.\s]$/, `${name}: ${description}`);
    const { properties } = (inner.items as Node | undefined) ?? inner;
    for (const [field, one] of Object.entries(properties ?? {})) look(`${name}.${field}`, one);
  };
  for (const { path } of all) {
    for (const [name, schema] of Object.entries<Node>(inputOf(path)?.properties ?? {})) {
      look(`${path} ${name}`, schema);
    }
  }
  assert.deepEqual(without, []);
});

test('webhooks: every event is described with its record, and an example of it fits', () => {
  assert.deepEqual(Object.keys(document.webhooks), EVENT_TYPES);
  const shown = new Set<string>();
  const named = ({ $ref }: { $ref: string }) =>
    document.components.schemas[$ref.split('/')[3] ?? ''];
  const fieldsOf = (part: Node): string[] => {
    const { allOf = [part], properties } = part.$ref ? named(part as { $ref: string }) : part;
    return properties ? Object.keys(properties) : allOf.flatMap(fieldsOf);
  };
  for (const type of EVENT_TYPES) {
    const { content } = document.webhooks[type].post.requestBody;
    const { schema, example } = content['application/json'];
    const [common, { properties }] = named(schema).allOf;
    assert.deepEqual(common, { $ref: '#/components/schemas/Event' });
    assert.deepEqual(properties.type, { type: 'string', const: type });
    if (!example) {
      assert.ok(shown.has(properties.data.$ref), `${type}: no event has an example of its record`);
      continue;
    }
    shown.add(properties.data.$ref);
    const { data, ...event } = example;
    assert.deepEqual(Object.keys(data), fieldsOf(properties.data), type);
    assert.deepEqual([event.type, event.object], [type, 'event']);
  }
});

test('the examples are good by the document too', () => {
  for (const operation of all) {
    const schema = inputOf(operation.path);
    if (schema) assert.ok(Compile(schema).Check(exampleInput(operation)), operation.path);
  }
});

test('400: what the document refuses is refused', async () => {
  const odd = [
    '',
    ' ',
    'a\nb',
    'A B',
    'ä',
    'x',
    'https:evil',
    'ftp://x.org',
    '2026-13',
    'x'.repeat(2_500),
  ];
  const values = [...odd, 0, -1, 1.5, 1e12, true, ['x'], { a: 1 }];
  let refused = 0;
  for (const operation of all) {
    const schema = inputOf(operation.path);
    for (const name of Object.keys(schema?.properties ?? {})) {
      const documented = Compile(schema.properties[name] as TSchema);
      for (const value of values) {
        if (documented.Check(value)) continue;
        refused++;
        const input = { ...exampleInput(operation), [name]: value };
        const call = `${operation.method} ${operation.path}`;
        const answer = await shop.call(call, input, { in_body: true });
        const said = `${call} ${name} ${JSON.stringify(value).slice(0, 40)} ${answer.text}`;
        // Where a parameter is judged by what it is about, that is looked for first.
        if (call === 'POST /update-webhook' && answer.status === 404) continue;
        assert.equal(answer.status, 400, said);
        assert.match(answer.body.error.code, /^(invalid_parameters|unknown_parameter)$/, said);
        assert.equal(answer.body.error.details[0].param.split('.')[0], name, said);
      }
    }
  }
  assert.ok(refused > 1_000, `${refused} were refused`);
});

test('400: one of several parameters must be sent where the document says so', async () => {
  const choices = all.filter(({ any_of }) => any_of);
  assert.ok(choices.length >= 4);
  for (const operation of choices) {
    const { path, method, any_of = [] } = operation;
    const required_too = Object.fromEntries(
      Object.entries(exampleInput(operation)).filter(([name]) =>
        requiredParameters(operation).includes(name),
      ),
    );
    const { not, anyOf, oneOf } = inputOf(path);
    assert.deepEqual([anyOf, oneOf], [undefined, undefined], 'of these, clients get no types');
    const declared = Compile({ not });
    const [first = '', other = ''] = any_of;
    assert.ok(!declared.Check({}) && any_of.every((name) => declared.Check({ [name]: 1 })), path);
    assert.equal(declared.Check({ [first]: 1, [other]: 1 }), !operation.is_one_of, path);
    const call = `${method} ${path}`;
    for (const nothing of [{}, Object.fromEntries(any_of.map((name) => [name, null]))]) {
      const input = { ...required_too, ...nothing };
      const answer = await shop.call(call, input, { in_body: true });
      assertRefused(answer, 400, 'invalid_parameters', any_of.slice(0, 1));
      assert.match(answer.body.error.message, new RegExp(any_of.join(' or ')));
    }
    const [, second = ''] = any_of;
    const odd = { ...required_too, [second]: [] };
    const wrong = await shop.call(call, odd, { in_body: true });
    assertRefused(wrong, 400, 'invalid_parameters', [second]);
  }
});

test('patterns are in a syntax that every language reads', () => {
  for (const { path, node } of nodes(document)) {
    if (typeof node.pattern !== 'string') continue;
    assert.doesNotThrow(() => new RegExp(String(node.pattern), 'u'), path);
    assert.doesNotMatch(node.pattern, /\\p|\(\?/, `${path} ${node.pattern}`);
  }
  assert.ok(
    Compile(
      Type.String({ pattern: inputOf('/create-customer').properties.customer_id.pattern }),
    ).Check('a b'),
  );
});
