import { Default, Id, Nullable, OneOf } from '../../platform/core/fields.ts';
import { InstanceId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { hasSeat } from './has-seat.ts';
import {
  Certificate,
  INSTANCES_ANSWERED,
  Instance,
  type InstanceRow,
  License,
  LicenseKeyInput,
  validationCode,
} from './license.rules.ts';
import { findInstance, findInstanceByFingerprint, findLicenseByKey } from './license.sql.ts';
import { hashLicenseKey, parseLicenseKey } from './license-key.rules.ts';
import { instanceAnswer, licenseAnswer } from './license-record.ts';
import { certificateClaims } from './licensing.ts';

export const validateLicense = operation({
  method: 'POST',
  path: '/validate-license',
  summary: 'Ask whether a license may be used',
  description:
    '"No" is an answer: `valid` is false and `code` says why. With `license_key` alone: whether the ' +
    'key is good, activated or not. Name the instance to learn whether this machine may use it; ' +
    '`over_limit`: more machines were activated than the limit allows by now, and this is one of ' +
    'the newest. `certificate: true` asks for a fresh certificate of that instance.',
  scope: 'license',
  input: Type.Object({
    license_key: LicenseKeyInput,
    instance_id: Type.Optional(InstanceId),
    fingerprint: Type.Optional(
      Id('9f2c61d0', 'The fingerprint that the machine was activated with'),
    ),
    certificate: Default(
      false,
      Type.Boolean({ description: 'Also answer a fresh certificate, for use without a network' }),
    ),
  }),
  output: Type.Object({
    valid: Type.Boolean({ examples: [true] }),
    code: OneOf([
      'valid',
      'expired',
      'disabled',
      'not_activated',
      'instance_unknown',
      'over_limit',
    ]),
    license: License,
    instance: Nullable(Instance),
    certificate: Nullable(Certificate),
  }),
  errors: ['license_not_found', 'license_key_mistyped'],
  // Writes nothing: when an instance was last seen is saved later (see last-seen.ts).
  async read({ input, reader, limit, store, now, services, refuse }) {
    const { licensing } = services;
    const license_key = parseLicenseKey(input.license_key);
    if (license_key === undefined) throw refuse('license_key_mistyped');
    const key_hash = hashLicenseKey(license_key);
    limit(key_hash);
    const license = await findLicenseByKey(reader, key_hash);
    if (!license) throw refuse('license_not_found');

    const { row, instances } = license;
    const { license_id } = row;
    const named = await namedInstance();
    const has_seat = !named || (await hasSeat(reader, row, named));
    const code = validationCode(row, named, { has_seat, now });
    const valid = code === 'valid';
    if (named && valid) licensing.noteSeen(store.store_id, named, now);
    const certificate =
      named && valid && input.certificate
        ? await licensing.sign(
            await certificateClaims({ reader, store, now, services }, row, named),
          )
        : null;
    return {
      valid,
      code,
      license: licenseAnswer(licensing, license, now, license_key),
      instance: named ? instanceAnswer(licensing, named) : null,
      certificate,
    };

    /** Undefined when the request names no instance, null when the license does not have it. */
    async function namedInstance(): Promise<InstanceRow | null | undefined> {
      const { instance_id, fingerprint } = input;
      if (instance_id === undefined && fingerprint === undefined) return undefined;
      const found =
        instances.find(isNamed) ??
        (instances.length < INSTANCES_ANSWERED
          ? undefined
          : instance_id === undefined
            ? await findInstanceByFingerprint(reader, {
                license_id,
                fingerprint: fingerprint ?? '',
              })
            : await findInstance(reader, { license_id, instance_id }));
      return found && isNamed(found) ? found : null;
    }

    function isNamed(instance: InstanceRow): boolean {
      const { instance_id = instance.instance_id, fingerprint = instance.fingerprint } = input;
      // An instance that was activated without a fingerprint matches by its instance_id alone.
      const fits =
        fingerprint === instance.fingerprint ||
        (instance.fingerprint === null && input.instance_id !== undefined);
      return instance_id === instance.instance_id && fits;
    }
  },
});
