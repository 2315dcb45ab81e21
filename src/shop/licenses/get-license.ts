import { Instant } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';
import { INSTANCES_SHOWN, Instance, License, LicenseId } from './license.rules.ts';
import { findLicenseWithInstances, listEndedInstances } from './license.sql.ts';
import { licenseAnswer } from './license-record.ts';

const EndedInstance = Type.Object(
  { ...Instance.properties, deactivated_at: Instant },
  { title: 'EndedLicenseInstance' },
);

export const getLicense = operation({
  method: 'GET',
  path: '/get-license',
  summary: 'Get a license',
  description: 'With the machines on which it is used, and those on which it was.',
  scope: 'read',
  input: Type.Object({ license_id: LicenseId }),
  output: Type.Object(
    {
      ...License.properties,
      ended_instances: Type.Array(EndedInstance, {
        description: `Machines that were deactivated, newest first, at most ${INSTANCES_SHOWN}`,
        examples: [[]],
      }),
    },
    { title: 'LicenseWithHistory' },
  ),
  errors: ['license_not_found'],
  async read({ input, reader, now, services: { licensing }, refuse }) {
    const license = await findLicenseWithInstances(reader, input.license_id);
    if (!license) throw refuse('license_not_found');
    const ended = await listEndedInstances(reader, input.license_id);
    return {
      ...licenseAnswer(licensing, license, now),
      ended_instances: ended.map((one) => ({
        instance_id: one.instance_id,
        instance_name: one.instance_name,
        fingerprint: one.fingerprint,
        activated_at: isoInstant(one.activated_at),
        last_validated_at: isoInstant(one.last_validated_at),
        deactivated_at: isoInstant(one.deactivated_at),
      })),
    };
  },
});
