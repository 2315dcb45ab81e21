import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';
import { GUIDES } from './guide-link.ts';

test('200: the guide of every section of the dashboard is there, with the heading it leads to', async () => {
  const shop = await startShop();
  for (const guide of new Set(Object.values(GUIDES))) {
    const [page = '', id] = guide.split('#');
    const { status, text } = await shop.send({ method: 'GET', path: `/docs/${page}` });
    assert.equal(status, 200, guide);
    if (id !== undefined) assert.ok(text.includes(`<h2 id="${id}">`), guide);
  }
});
