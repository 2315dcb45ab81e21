import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { type Shop, startShop } from '../../../../test/harness/shop.ts';

// Few words and many products, so that some queries find a handful and others more than are
// ranked in one go; each is compared with a plain reading of the rule.
const WORDS = ['go', 'gopher', 'golang', 'photo', 'photos', 'edit', 'editor', 'pro', 'project'];

interface Known {
  product_id: string;
  name: string;
  description: string;
}

let shop: Shop;
const products: Known[] = [];
before(async () => {
  shop = await startShop();
  const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 });
  const texts = fc.sample(fc.tuple(words, words), { numRuns: 250, seed: 7 });
  for (const [name, description] of texts) {
    const { body } = await shop.call('POST /create-product', {
      name: name.join(' '),
      description: description.join(' '),
      price: 1,
      currency: 'USD',
    });
    products.unshift(body);
  }
});

function expected(query: string[]): string[] {
  const has = (text: string[], is_prefix: boolean) =>
    query.every((word, at) =>
      text.some((one) =>
        is_prefix && at === query.length - 1 ? one.startsWith(word) : one === word,
      ),
    );
  const tier = ({ name, description }: Known) => {
    const title = name.split(' ');
    const all = [...title, ...description.split(' ')];
    return [has(title, false), has(title, true), has(all, false), has(all, true)].indexOf(true);
  };
  const ranked = products.map((product) => ({ product, tier: tier(product) }));
  return ranked
    .filter((one) => one.tier !== -1)
    .sort((a, b) => a.tier - b.tier)
    .map((one) => one.product.product_id);
}

test('every page of any query is as the rule says, whether it finds few or many', async () => {
  const last = fc.constantFrom(...WORDS, 'g', 'ph', 'edi', 'p', 'proj', 'x');
  const queries = fc.sample(
    fc.tuple(
      fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 2 }),
      last,
      fc.constantFrom(7, 20, 100),
    ),
    { numRuns: 60, seed: 11 },
  );
  for (const [words, end, limit] of queries) {
    const query = [...words.filter((word) => word !== end), end];
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { body } = await shop.call('GET /search-products', {
        query: query.join(' '),
        limit,
        cursor,
      });
      found.push(...body.data.map((product: Known) => product.product_id));
      if (!body.has_more) break;
      cursor = body.next_cursor;
    }
    assert.deepEqual(found, expected(query), `${query.join(' ')}, ${limit} a page`);
  }
});
