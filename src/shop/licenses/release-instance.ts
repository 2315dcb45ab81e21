import { InstanceId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { freePlace } from './free-place.ts';
import { License, LicenseId } from './license.rules.ts';
import { lockLicense } from './license.sql.ts';
import { licenseAnswer } from './license-record.ts';

export const releaseInstance = operation({
  method: 'POST',
  path: '/release-instance',
  summary: 'Free the place of a machine, without the key',
  description:
    'What deactivate-license does, for you instead of the application: it needs no key, so it works ' +
    'where a key cannot be shown any more. Doing it again is 200, unchanged.',
  scope: 'full',
  input: Type.Object({ license_id: LicenseId, instance_id: InstanceId }),
  output: License,
  errors: ['license_not_found', 'instance_not_found'],
  async write(context) {
    const { input, tx, now, refuse, services } = context;
    const before = await lockLicense(tx, input.license_id);
    if (!before) throw refuse('license_not_found');
    const license = await freePlace(context, before, input.instance_id);
    if (!license) throw refuse('instance_not_found');
    return licenseAnswer(services.licensing, license, now);
  },
});
