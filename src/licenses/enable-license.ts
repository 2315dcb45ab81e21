import Type from 'typebox';
import { operation } from '../operation/operation.ts';
import { enabled, License, LicenseId } from './license.rules.ts';
import { lockLicense, saveLicense } from './license.sql.ts';
import { licenseAnswer, licenseEvent, withInstances } from './license-record.ts';

export const enableLicense = operation({
  method: 'POST',
  path: '/enable-license',
  summary: 'Let a disabled license be used again',
  description:
    'Takes back disable-license, and what a full refund did; not what a plan without a license did. Doing it again is 200, unchanged.',
  scope: 'full',
  input: Type.Object({ license_id: LicenseId }),
  output: License,
  errors: ['license_not_found'],
  async write({ input, tx, emit, now, refuse, services: { licensing } }) {
    const before = await lockLicense(tx, input.license_id);
    if (!before) throw refuse('license_not_found');
    // What the plan took away, the plan gives back.
    const changes = before.disabled_at !== null && before.disabled_reason !== 'plan';
    const row = changes ? enabled(before, now) : before;
    if (changes) await saveLicense(tx, row);
    const license = await withInstances(tx, row);
    if (changes) emit('license.enabled', licenseEvent(license, now));
    return licenseAnswer(licensing, license, now);
  },
});
