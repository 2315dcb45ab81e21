import assert from 'node:assert/strict';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { Store, showStore } from './store.rules.ts';
import { findStore } from './store.sql.ts';

export const getStore = operation({
  method: 'GET',
  path: '/get-store',
  summary: 'Get the store: its name, and how it shows itself to buyers',
  scope: 'read',
  input: Type.Object({}),
  output: Store,
  errors: [],
  async read({ reader, services }) {
    const store = await findStore(reader);
    assert(store, 'a key belongs to a store');
    return showStore(store, services.base_url);
  },
});
