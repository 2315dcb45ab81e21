import assert from 'node:assert/strict';
import Type from 'typebox';
import { operation } from '../operation/operation.ts';
import { lockStoreSettings, saveStoreSettings } from './store.sql.ts';
import {
  mergeSettings,
  StoreSettings,
  setting_fields,
  showSettings,
} from './store-settings.rules.ts';

export const updateStoreSettings = operation({
  method: 'POST',
  path: '/update-store-settings',
  summary: 'Change the settings of the store',
  description:
    'Settings that are not sent stay. They apply from the next payment on: a failed payment that is ' +
    'already being retried keeps its dates.',
  scope: 'full',
  input: Type.Object(setting_fields),
  output: StoreSettings,
  errors: [],
  example: { retry_days: [1, 3, 5, 7], unpaid_license_days: 1 },
  async write({ input, tx }) {
    const row = await lockStoreSettings(tx);
    assert(row, 'a key belongs to a store');
    const settings = mergeSettings(row.settings, input);
    await saveStoreSettings(tx, settings);
    return showSettings({ ...row, settings });
  },
});
