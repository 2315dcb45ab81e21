import type { Scene } from './scene.ts';

/** Pages that belong to no session and no customer. */
export const OTHER_SCENES: Scene[] = [
  { name: 'home', url: () => '/', is_english: true },
  { name: 'reference', url: () => '/docs/reference', is_english: true },
  { name: 'docs', url: () => '/docs', is_english: true },
  { name: 'docs-guide', url: () => '/docs/licensing', is_english: true },
  {
    name: 'docs-operation',
    url: () => '/docs/operations/create-product',
    is_english: true,
  },
  { name: 'docs-search', url: () => '/docs?q=refund', is_english: true },
  { name: 'not-found', url: () => '/no-such-page', status: 404 },
  {
    name: 'invoice',
    async url({ store, goods, someone }) {
      const customer_id = await someone();
      const { transaction_id } = await store.buy(goods.editor, { customer_id });
      const { data } = await store.must('GET /get-transactions', { transaction_id });
      return data[0].invoice_url;
    },
  },
];
