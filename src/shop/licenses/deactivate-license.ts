import { InstanceId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { freePlace } from './free-place.ts';
import { License, LicenseKeyInput } from './license.rules.ts';
import { lockLicenseByKey } from './license.sql.ts';
import { hashLicenseKey, parseLicenseKey } from './license-key.rules.ts';
import { licenseAnswer } from './license-record.ts';

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
  async write(context) {
    const { input, tx, limit, now, refuse, services } = context;
    const license_key = parseLicenseKey(input.license_key);
    if (license_key === undefined) throw refuse('license_key_mistyped');
    const key_hash = hashLicenseKey(license_key);
    limit(key_hash);
    const before = await lockLicenseByKey(tx, key_hash);
    if (!before) throw refuse('license_not_found');
    const license = await freePlace(context, before, input.instance_id);
    if (!license) throw refuse('instance_not_found');
    return {
      deactivated: true as const,
      license: licenseAnswer(services.licensing, license, now, license_key),
    };
  },
});
