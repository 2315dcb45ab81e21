import Type from 'typebox';
import { Id } from '../core/fields.ts';
import { operation } from '../operation/operation.ts';
import { deactivated, License, LicenseKeyInput } from './license.rules.ts';
import { endInstance, givePlace, hasEnded, lockLicenseByKey } from './license.sql.ts';
import { hashKey, readKey } from './license-key.rules.ts';
import { keptRecord, withKey } from './license-record.ts';

export const deactivateLicense = operation({
  method: 'POST',
  path: '/deactivate-license',
  summary: 'Stop using a license on a machine',
  description: 'Frees its place. Doing it again is 200, unchanged.',
  scope: 'license',
  input: Type.Object({
    license_key: LicenseKeyInput,
    instance_id: Id('inst_1tq3v9w0e00h4rk6m2x8pz7ycn5'),
  }),
  output: Type.Object({ deactivated: Type.Literal(true), license: License }),
  errors: ['license_not_found', 'license_key_mistyped', 'instance_not_found'],
  async handle({ input, tx, emit, licensing, limit, now, refuse }) {
    const license_key = readKey(input.license_key);
    if (license_key === undefined) throw refuse('license_key_mistyped');
    const key_hash = hashKey(license_key);
    limit(key_hash);
    const before = await lockLicenseByKey(tx, key_hash);
    if (!before) throw refuse('license_not_found');
    const { license_id } = before;
    const { instance_id } = input;
    const ends = (await endInstance(tx, { license_id, instance_id, now })) === 1;
    if (!ends && !(await hasEnded(tx, { license_id, instance_id }))) {
      throw refuse('instance_not_found');
    }
    if (ends) await givePlace(tx, { license_id, now });
    const row = ends ? deactivated(before, now) : before;
    const kept = await keptRecord(tx, row, now);
    if (ends) emit('license.deactivated', kept);
    return { deactivated: true as const, license: withKey(kept, license_key, licensing) };
  },
});
