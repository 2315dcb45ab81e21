import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('200: the settings of a new store are the defaults', async () => {
  const { status, body } = await shop.call('GET /get-store-settings', {});
  assert.equal(status, 200);
  assert.deepEqual(body, {
    object: 'store_settings',
    name: body.name,
    mode: 'test',
    retry_days: [3, 5, 7, 7],
    after_retries: 'cancel',
    past_due_license_days: null,
    unpaid_license_days: 3,
    on_dispute_lost: 'cancel',
    on_fraud_warning: 'ask',
    portal_quantity_changes: true,
    portal_pauses: true,
    cancel_offer: null,
    allowed_origins: [],
    lemon_squeezy_licenses: false,
  });
});
