import assert from 'node:assert/strict';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { findStoreSettings } from './store.sql.ts';
import { StoreSettings, showSettings } from './store-settings.rules.ts';

export const getStoreSettings = operation({
  method: 'GET',
  path: '/get-store-settings',
  summary: 'Get the settings of the store',
  scope: 'read',
  input: Type.Object({}),
  output: StoreSettings,
  errors: [],
  async read({ reader }) {
    const row = await findStoreSettings(reader);
    assert(row, 'a key belongs to a store');
    return showSettings(row);
  },
});
