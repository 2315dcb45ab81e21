import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { operations } from '../api/operations.ts';

test('200: /llms.txt has a line for every operation and says how to begin, without a key', async () => {
  const shop = await startShop({ base_url: 'https://shop.example/kassa' });
  const get = (path: string) => shop.send({ method: 'GET', path });
  const { status, text, headers } = await get('/llms.txt');
  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8']);
  const lines = text.split('\n');
  for (const { method, path, summary } of Object.values(operations).flat()) {
    const start = `- [${method} ${path}](https://shop.example/kassa/docs/operations${path})`;
    assert.ok(
      lines.some((line) => line.startsWith(start) && line.endsWith(`: ${summary}`)),
      path,
    );
  }
  for (const path of ['/openapi.json', '/docs', '/mcp']) {
    assert.ok(text.includes(`(https://shop.example/kassa${path})`), path);
  }
  assert.ok(text.includes('x-api-key') && text.startsWith('# Kassa\n\n> '));
  assert.match((await get('/docs/reference')).text, /href="\/kassa\/llms\.txt"/);
});
