import Type from 'typebox';
import { Default, Id, Nullable, OneOf } from '../core/fields.ts';
import { operation } from '../operation/operation.ts';
import { hasPlace } from './has-place.ts';
import {
  Certificate,
  INSTANCES_SHOWN,
  Instance,
  type InstanceRow,
  License,
  LicenseKeyInput,
  verdict,
} from './license.rules.ts';
import { findInstance, findInstanceByFingerprint, findLicenseByKey } from './license.sql.ts';
import { hashKey, readKey } from './license-key.rules.ts';
import { instanceAnswer, licenseAnswer } from './license-record.ts';
import { certificateOf } from './licensing.ts';

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
    instance_id: Type.Optional(Id('inst_1tq3v9w0e00h4rk6m2x8pz7ycn5')),
    fingerprint: Type.Optional(Id('9f2c61d0', 'What the machine was activated with')),
    certificate: Default(false, Type.Boolean()),
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
  // Nothing is written: when an instance was seen is kept apart (see last-seen.ts).
  async read({ input, reader, limit, store, now, services, refuse }) {
    const { licensing } = services;
    const license_key = readKey(input.license_key);
    if (license_key === undefined) throw refuse('license_key_mistyped');
    const key_hash = hashKey(license_key);
    limit(key_hash);
    const license = await findLicenseByKey(reader, key_hash);
    if (!license) throw refuse('license_not_found');

    const { row, instances } = license;
    const { license_id } = row;
    const named = await namedInstance();
    const has_place = !named || (await hasPlace(reader, row, named));
    const code = verdict(row, named, { has_place, now });
    const valid = code === 'valid';
    if (named && valid) licensing.note(store.store_id, named, now);
    const certificate =
      named && valid && input.certificate
        ? await certificateOf({ reader, store, now, services }, row, named)
        : null;
    return {
      valid,
      code,
      license: licenseAnswer(licensing, license, now, license_key),
      instance: named ? instanceAnswer(licensing, named) : null,
      certificate,
    };

    /** Undefined when none is named, null when there is none (any more). */
    async function namedInstance(): Promise<InstanceRow | null | undefined> {
      const { instance_id, fingerprint } = input;
      if (instance_id === undefined && fingerprint === undefined) return undefined;
      const found =
        instances.find(isNamed) ??
        (instances.length < INSTANCES_SHOWN
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
      // One that was activated without a fingerprint has none to be compared.
      const fits =
        fingerprint === instance.fingerprint ||
        (instance.fingerprint === null && input.instance_id !== undefined);
      return instance_id === instance.instance_id && fits;
    }
  },
});
