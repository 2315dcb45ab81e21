import { InstanceId } from '../core/record-ids.ts';
import { Type } from '../core/schema.ts';
import { operation } from '../operation/operation.ts';
import { countDeactivation, License, LicenseKeyInput, usageOf } from './license.rules.ts';
import { freeSeat, lockLicenseByKey, removeInstance, wasRemoved } from './license.sql.ts';
import { hashLicenseKey, parseLicenseKey } from './license-key.rules.ts';
import { licenseAnswer, licenseEvent, withInstances } from './license-record.ts';

export const deactivateLicense = operation({
  method: 'POST',
  path: '/deactivate-license',
  summary: 'Stop using a license on a machine',
  description: 'Frees its seat. Doing it again is 200, unchanged.',
  scope: 'license',
  input: Type.Object({
    license_key: LicenseKeyInput,
    instance_id: InstanceId,
  }),
  output: Type.Object({ deactivated: Type.Literal(true), license: License }),
  errors: ['license_not_found', 'license_key_mistyped', 'instance_not_found'],
  async write({ input, tx, emit, note, limit, now, refuse, services: { licensing } }) {
    const license_key = parseLicenseKey(input.license_key);
    if (license_key === undefined) throw refuse('license_key_mistyped');
    const key_hash = hashLicenseKey(license_key);
    limit(key_hash);
    const before = await lockLicenseByKey(tx, key_hash);
    if (!before) throw refuse('license_not_found');
    const { license_id } = before;
    const { instance_id } = input;
    const ends = (await removeInstance(tx, { license_id, instance_id, now })) === 1;
    if (!ends && !(await wasRemoved(tx, { license_id, instance_id }))) {
      throw refuse('instance_not_found');
    }
    if (ends) await freeSeat(tx, { license_id, now });
    const row = ends ? countDeactivation(before, now) : before;
    const license = await withInstances(tx, row);
    if (ends) {
      note({ target: license_id, before: usageOf(before), after: usageOf(row) });
      emit('license.deactivated', licenseEvent(license, now));
    }
    return {
      deactivated: true as const,
      license: licenseAnswer(licensing, license, now, license_key),
    };
  },
});
