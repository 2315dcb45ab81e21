import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import { startShop } from '../../../test/harness/shop.ts';
import type { License } from './license.rules.ts';
import type { LicenseWithInstances } from './license.sql.ts';
import { licenseAnswer, licenseEvent } from './license-record.ts';

const AFTER = {
  minute: '2026-11-14T09:31:00.000Z',
  hour: '2026-11-14T10:31:00.000Z',
};

/** A license on two machines, in a service that has just begun: nothing is written meanwhile. */
async function twoMachines() {
  const shop = await startShop();
  const store = await shop.openStore();
  const license_key = await store.newKey();
  const { instance: one } = await store.activate(license_key, 'One');
  const { instance: two } = await store.activate(license_key, 'Two');
  return { shop, ...store, license_key, one, two };
}

test('200: last_validated_at follows each validation of the instance, and of no other', async () => {
  const { shop, validate, advance, license_key, one, two } = await twoMachines();
  await advance('PT1M');
  const before = await shop.everything();
  const answer = await validate(license_key, { instance_id: one.instance_id });
  const seen = { ...one, last_validated_at: AFTER.minute };
  assert.deepEqual(answer.instance, seen);
  assert.deepEqual(answer.license.instances, [two, seen]);
  assert.equal(answer.license.updated_at, answer.license.created_at);
  assert.equal(await shop.everything(), before, 'a validation is no durable write');
  assert.deepEqual((await validate(license_key)).license.instances, [two, seen]);
});

test('200: last_validated_at is still there after the service was stopped and started', async () => {
  const { shop, validate, advance, license_key, one, two } = await twoMachines();
  await advance('PT1M');
  await validate(license_key, { instance_id: one.instance_id });
  await advance('PT1H');
  await validate(license_key, { instance_id: two.instance_id });
  await shop.restart();
  assert.deepEqual((await validate(license_key)).license.instances, [
    { ...two, last_validated_at: AFTER.hour },
    { ...one, last_validated_at: AFTER.minute },
  ]);
  const rows = await shop.db
    .reader(null)
    .all<{ at: number }>('SELECT last_validated_at AS at FROM license_instances ORDER BY at');
  assert.deepEqual(
    rows.map(({ at }) => new Date(at).toISOString()),
    [AFTER.minute, AFTER.hour],
  );
});

test('200: last_validated_at stays when the answer is no, or when no instance is named', async () => {
  const { must, validate, advance, license_key, one, two } = await twoMachines();
  const { license_id } = (await validate(license_key)).license;
  await advance('PT1M');
  await validate(license_key);
  await validate(license_key, { instance_id: 'inst_nothing' });
  await must('POST /disable-license', { license_id });
  await validate(license_key, { instance_id: one.instance_id });
  assert.deepEqual((await validate(license_key)).license.instances, [two, one]);
});

test('200: last_validated_at is exact to the minute: sooner it is not noted again', async () => {
  const { validate, advance, license_key, one } = await twoMachines();
  const { instance_id } = one;
  await advance('PT59.999S');
  assert.deepEqual((await validate(license_key, { instance_id })).instance, one);
  await advance('PT0.001S');
  const { instance } = await validate(license_key, { instance_id });
  assert.equal(instance.last_validated_at, AFTER.minute);
});

test('200: last_validated_at is the same in every answer that shows the instance', async () => {
  const { must, validate, activate, deactivate, advance, license_key, one, two } =
    await twoMachines();
  await advance('PT1M');
  const seen = { ...one, last_validated_at: AFTER.minute };
  await validate(license_key, { instance_id: one.instance_id });
  const { data } = await must('GET /list-licenses');
  assert.deepEqual(data[0].instances, [two, seen], 'list-licenses');
  const { license_id } = data[0];
  for (const path of ['/disable-license', '/enable-license']) {
    const { instances } = await must(`POST ${path}`, { license_id });
    assert.deepEqual(instances, [two, seen], path);
  }
  const left = await deactivate(license_key, two.instance_id);
  assert.deepEqual(left.license.instances, [seen], 'deactivate-license');
  const { license, instance } = await activate(license_key, 'Three');
  assert.deepEqual(license.instances, [instance, seen], 'activate-license');
});

test('an answer that does not say when its instances were last seen does not compile', () => {
  const refused = [
    // @ts-expect-error: what an event keeps of a license is not what is answered.
    (license: LicenseWithInstances): Static<typeof License> => licenseEvent(license, 0),
    // @ts-expect-error: no answer is made without what knows when instances were last seen.
    (license: LicenseWithInstances) => licenseAnswer({ revealKey: () => '' }, license, 0),
  ];
  assert.equal(refused.length, 2);
});
