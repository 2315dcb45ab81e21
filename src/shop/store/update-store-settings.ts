import assert from 'node:assert/strict';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { hasCode, lockStoreSettings, saveStoreSettings } from './store.sql.ts';
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
  errors: ['coupon_not_found'],
  example: { retry_days: [1, 3, 5, 7], unpaid_license_days: 1 },
  async write({ input, tx, store, audit, services, refuse }) {
    const { cancel_offer: code } = input;
    if (typeof code === 'string' && !(await hasCode(tx, code.toUpperCase()))) {
      const message = 'is not a discount code of this store';
      throw refuse('coupon_not_found', [{ param: 'cancel_offer', code: 'unknown', message }]);
    }
    const row = await lockStoreSettings(tx);
    assert(row, 'a key belongs to a store');
    const settings = mergeSettings(row.settings, input);
    await saveStoreSettings(tx, settings);
    const record = showSettings({ ...row, settings });
    audit({ target: store.store_id, before: showSettings(row), after: record });
    // Requests of this process find the new settings; others, within half a second.
    services.storeChanged();
    return record;
  },
});
