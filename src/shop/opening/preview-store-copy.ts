import assert from 'node:assert/strict';
import { Described, Instant } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';
import { dashboardOf } from '../store/new-store.rules.ts';
import { findStore } from '../store/store.sql.ts';
import { webhooksFor } from './copy-records.ts';
import { Copied, copy_fields, isTooLarge, Left, StoreMode } from './store-copy.rules.ts';
import { countRecords, listCopies } from './store-copy.sql.ts';

const Copy = Type.Object(
  {
    store_id: Type.String({
      description: 'The store that was made',
      examples: ['store_1tq3v9w0e00h4rk6m2x8pz7ycn5'],
    }),
    name: Type.String({ description: 'As it is called today', examples: ['Lumen Labs'] }),
    dashboard_url: Type.String({
      description: 'Its dashboard',
      examples: ['https://localhost:8443/dashboard/2'],
    }),
    created_at: Instant,
  },
  { title: 'CopyOfStore' },
);

export const previewStoreCopy = operation({
  method: 'GET',
  path: '/preview-store-copy',
  summary: 'See what copy-store would copy, and what it would leave',
  description: 'Nothing is counted beyond 10,001: no larger store can be copied.',
  scope: 'read',
  input: Type.Object(copy_fields),
  output: Type.Object(
    {
      object: Type.Literal('store_copy_preview'),
      mode: StoreMode,
      name: Type.String({ description: 'What it would be called', examples: ['Lumen Labs'] }),
      copied: Described('How many records the new store would begin with', Copied),
      left: Described('How many stay behind', Left),
      is_too_large: Type.Boolean({
        description: 'Whether these are more records than can be copied',
        examples: [false],
      }),
      copies: Type.Array(Copy, {
        description: 'The stores of this mode that were made of this one before',
        examples: [[]],
      }),
    },
    { title: 'StoreCopyPreview' },
  ),
  errors: [],
  async read({ input, reader, services }) {
    const { mode } = input;
    const store = await findStore(reader);
    const counts = await countRecords(reader);
    assert(store && counts, 'a key belongs to a store');
    const { archived_products, left_links, left_codes, ...copied } = counts;
    const { fit, others } = await webhooksFor(reader, mode, services);
    const copies = await listCopies(reader, mode);
    return {
      object: 'store_copy_preview' as const,
      mode,
      name: input.name ?? store.name,
      copied: { ...copied, webhooks: fit.length },
      left: {
        archived_products,
        payment_links: left_links,
        discount_codes: left_codes,
        webhooks: others.length,
      },
      is_too_large: isTooLarge(counts),
      copies: copies.map((one) => ({
        store_id: one.store_id,
        name: one.name,
        dashboard_url: dashboardOf(one, services.base_url),
        created_at: isoInstant(one.created_at),
      })),
    };
  },
});
