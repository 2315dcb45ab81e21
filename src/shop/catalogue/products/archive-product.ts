import { ProductId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { changedProduct, Product, productText, showProduct } from './product.rules.ts';
import { lockProduct, updateProductRow } from './product.sql.ts';

export const archiveProduct = operation({
  method: 'POST',
  path: '/archive-product',
  summary: 'Take a product off sale',
  description: 'Archived products cannot be bought. Archiving one again changes nothing.',
  scope: 'full',
  input: Type.Object({ product_id: ProductId }),
  output: Product,
  errors: ['product_not_found'],
  answer_example: { status: 'archived' },
  async write({ input, tx, now, store, emit, audit, refuse, services }) {
    const before = await lockProduct(tx, input.product_id);
    if (!before) throw refuse('product_not_found');
    if (before.status === 'archived') return showProduct(before, services.base_url);
    const after = changedProduct(before, { status: 'archived' }, now);
    await updateProductRow(tx, after);
    await tx.index(productText(after, store.number), after.search_entry);
    const record = showProduct(after, services.base_url);
    const was = showProduct(before, services.base_url);
    audit({ target: input.product_id, before: was, after: record });
    emit('product.updated', record);
    return record;
  },
});
