import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startShop } from '../../../test/harness/shop.ts';
import { operations } from '../api/operations.ts';
import { python, pythonLiteral } from './python-sample.ts';
import { callOf } from './samples.ts';

const run = promisify(execFile);
const shop = await startShop();
const server = shop.app.base_url;
const env = {
  PATH: process.env.PATH,
  KASSA_KEY: shop.api_key,
  SSL_CERT_FILE: join(shop.place.data_dir, 'tls/ca.pem'),
};

const sampleOf = async (name: string): Promise<string> => {
  const { text } = await shop.send({ method: 'GET', path: `/docs/operations/${name}` });
  const [, sample = ''] = /class="python"><code>([\s\S]*?)<\/code>/.exec(text) ?? [];
  return sample.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
};

test('values are written as Python writes them, and identifiers are variables', () => {
  assert.equal(
    pythonLiteral({ a: null, b: true, c: [1, '"'], id: '\0product_id' }),
    '{"a": None, "b": True, "c": [1, "\\""], "id": product_id}',
  );
});

test('samples in Python run as they are copied, where there is a python3', async (context) => {
  const { status: is_missing } = spawnSync('python3', ['--version']);
  if (is_missing !== 0) return context.diagnostic('there is no python3 here');
  const inPython = async (program: string) => {
    const { stdout } = await run('python3', ['-c', `${program}\nprint(json.dumps(answer))`], {
      env,
    });
    return JSON.parse(stdout);
  };
  const product = await inPython(await sampleOf('create-product'));
  const known = `product_id = ${JSON.stringify(product.product_id)}\n`;
  const read = await inPython(known + (await sampleOf('get-product')));
  assert.equal(read.product_id, product.product_id);
  assert.equal((await inPython(await sampleOf('search-products'))).data.length, 1);
  // And Python can read all others.
  const all = Object.values(operations).flat();
  const programs = all.map((operation) => python(callOf(operation), server));
  const check =
    'import json, sys\nfor text in json.load(sys.stdin): compile(text, "sample", "exec")';
  const { status, stderr } = spawnSync('python3', ['-c', check], {
    input: JSON.stringify(programs),
  });
  assert.equal(status, 0, stderr.toString());
});
