import assert from 'node:assert/strict';
import Type from 'typebox';
import { isChanged } from '../core/changes.ts';
import { operation } from '../operation/operation.ts';
import { mergeBrand } from './brand.rules.ts';
import { brandChange, Store, showStore, store_change_fields } from './store.rules.ts';
import { lockStore, saveStore } from './store.sql.ts';

export const updateStore = operation({
  method: 'POST',
  path: '/update-store',
  summary: 'Change the name of the store, and how it shows itself to buyers',
  description:
    'What is not sent stays, and null removes. Pages, invoices and mails show it from now on. ' +
    'Nothing new is 200, unchanged.',
  scope: 'full',
  input: Type.Object(store_change_fields),
  output: Store,
  errors: [],
  example: { accent_color: '#5b4bdb', support_email: 'help@example.com' },
  async write({ input, tx, now, emit, services }) {
    const before = await lockStore(tx);
    assert(before, 'a key belongs to a store');
    const brand = mergeBrand(before.brand, brandChange(input));
    const after = { ...before, name: input.name ?? before.name, brand, updated_at: now };
    if (!isChanged(before, after)) return showStore(before, services.base_url);
    await saveStore(tx, after);
    const record = showStore(after, services.base_url);
    emit('store.updated', record);
    return record;
  },
});
