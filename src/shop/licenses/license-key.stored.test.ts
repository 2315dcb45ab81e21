import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards } from '../../../test/harness/cast.ts';
import { startShop } from '../../../test/harness/shop.ts';
import { hashLicenseKey } from './license-key.rules.ts';

const shop = await startShop();

/** In every way it might have been written down. */
const spellings = (license_key: string): string[] => {
  const plain = license_key.replace('KASSA-', '').replaceAll('-', '');
  const bytes = Buffer.from(license_key);
  return [license_key, plain, bytes.toString('base64').slice(0, -4), bytes.toString('hex')].flatMap(
    (text) => [text, text.toLowerCase()],
  );
};

async function assertNowhere(keys: string[]): Promise<void> {
  const places = { database: await shop.everything(), log: shop.log_lines.join('\n') };
  for (const [place, text] of Object.entries(places)) {
    for (const spelling of keys.flatMap(spellings)) {
      assert.ok(!text.includes(spelling), `${spelling} is in the ${place}`);
    }
  }
}

test('no row and no line of the log has a license key, whatever was asked about it and how', async () => {
  const { must, ask, sell, licensedPlan } = await shop.openStore();
  const keys = new Set<string>();
  let count = 0;
  /** Every request twice: the second is answered from what was kept of the first. */
  const once = async (operation: string, input: object) => {
    count += 1;
    const headers = { 'idempotency-key': `request-${count}` };
    const first = await ask(operation, input, headers);
    assert.equal(first.status, 200, first.text);
    const again = await ask(operation, input, headers);
    assert.deepEqual(again.body, first.body, operation);
    for (const [key] of first.text.matchAll(/KASSA(-\w{5}){5}/g)) keys.add(key);
    return first.body;
  };
  for (const product_id of [await sell(), await licensedPlan()]) {
    const session = { product_id, quantity: 2, customer_id: 'ada' };
    const { checkout_session_id } = await once('POST /create-checkout', session);
    const payment = { checkout_session_id, payment_method: cards.pays };
    const { license_keys, transaction_id, subscription_id } = await once(
      'POST /complete-checkout',
      payment,
    );
    const [license_key] = license_keys;
    const named = { license_key, instance_name: 'Laptop', fingerprint: 'print' };
    const { license, instance } = await once('POST /activate-license', named);
    const { instance_id } = instance;
    await once('POST /validate-license', { license_key, instance_id, certificate: true });
    await once('POST /deactivate-license', { license_key, instance_id });
    const { license_id } = license;
    await once('POST /disable-license', { license_id });
    await once('POST /enable-license', { license_id });
    await must('GET /get-checkout', { checkout_session_id });
    await must('GET /get-transactions', { transaction_id });
    await must('GET /list-licenses');
    if (subscription_id) {
      await once('POST /update-subscription', { subscription_id, quantity: 3 });
      await once('POST /pause-subscription', { subscription_id });
    } else await once('POST /refund-transaction', { transaction_id });
    const reissued = await once('POST /reissue-license', { license_id });
    assert.notEqual(reissued.license_key, license_key);
    await must('POST /validate-license', { license_key: reissued.license_key });
  }
  assert.equal(keys.size, 4);
  await assertNowhere([...keys]);
  await shop.restart();
  await assertNowhere([...keys]);
});

test('a row of a license has the hash of its key, and a seed that is not the key', async () => {
  const { newKey, licenseOf, store_id } = await shop.openStore();
  const license_key = await newKey();
  const { license_id } = await licenseOf(license_key);
  const sql =
    'SELECT key_hash, key_seed FROM licenses WHERE store_id = :store_id AND license_id = :license_id';
  const rows = await shop.db
    .reader({ store_id })
    .all<{ key_hash: string; key_seed: string }>(sql, { license_id });
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.key_hash, hashLicenseKey(license_key));
  assert.match(rows[0]?.key_seed ?? '', /^[0-9a-hjkmnp-tv-z]{24}$/);
});
