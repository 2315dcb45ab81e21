import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShop } from '../../../test/harness/shop.ts';

const shop = await startShop();

test('new keys begin with the prefix of the store, and keys from before stay as they are', async () => {
  const { must, sell, buy } = await shop.openStore();
  const product_id = await sell();
  const before = (await buy(product_id)).license_keys[0];
  assert.match(before, /^KASSA(-\w{5}){5}$/);
  await must('POST /update-store', { license_key_prefix: 'lumen' });
  const after = (await buy(product_id)).license_keys[0];
  assert.match(after, /^LUMEN(-\w{5}){5}$/);

  for (const license_key of [before, after]) {
    const { license } = await must('POST /validate-license', { license_key });
    assert.equal(license.license_key, license_key);
  }
  const { data } = await must('GET /list-licenses');
  assert.deepEqual(data.map((one: { license_key: string }) => one.license_key).toSorted(), [
    before,
    after,
  ]);
  const told = await must('GET /list-events', { type: 'license.created' });
  assert.deepEqual(
    told.data.map((event: { data: { license_key: string } }) => event.data.license_key).toSorted(),
    [before, after],
  );

  await must('POST /update-store', { license_key_prefix: 'OTHER' });
  const activated = await must('POST /activate-license', {
    license_key: after.toLowerCase().replaceAll('-', ' '),
    instance_name: 'Laptop',
  });
  assert.equal(activated.license.license_key, after);
  const { license_id } = activated.license;
  const reissued = await must('POST /reissue-license', { license_id });
  assert.match(reissued.license_key, /^OTHER(-\w{5}){5}$/);
});
