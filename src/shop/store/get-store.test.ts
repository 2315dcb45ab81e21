import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('200: a new store has a name, and nothing of its own yet', async () => {
  const { status, body } = await shop.call('GET /get-store', {});
  assert.equal(status, 200);
  assert.match(body.store_id, /^store_[0-9a-z]{28}$/);
  assert.match(body.created_at, /Z$/);
  const { store_id: _id, name: _name, created_at, ...rest } = body;
  assert.deepEqual(rest, {
    object: 'store',
    mode: 'test',
    logo_url: null,
    favicon_url: null,
    accent_color: null,
    support_email: null,
    support_url: null,
    terms_url: null,
    privacy_url: null,
    imprint_url: null,
    refund_url: null,
    portal_url: `${shop.app.base_url}/portal/store/1`,
    storefront_url: `${shop.app.base_url}/store/1`,
    storefront_enabled: false,
    default_currency: null,
    default_language: 'en',
    license_key_prefix: 'KASSA',
    embed_domains: [],
    updated_at: created_at,
  });
});
