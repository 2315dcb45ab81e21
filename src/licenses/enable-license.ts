import { Type } from '../core/schema.ts';
import { operation } from '../operation/operation.ts';
import { enable, License, LicenseId } from './license.rules.ts';
import { lockLicense, saveLicense } from './license.sql.ts';
import { licenseAnswer, licenseEvent, withInstances } from './license-record.ts';

export const enableLicense = operation({
  method: 'POST',
  path: '/enable-license',
  summary: 'Let a disabled license be used again',
  description:
    'Undoes disable-license and the effect of a full refund. A license that was disabled because ' +
    'its plan has no licenses stays disabled. Doing it again is 200, unchanged.',
  scope: 'full',
  input: Type.Object({ license_id: LicenseId }),
  output: License,
  errors: ['license_not_found'],
  async write({ input, tx, emit, note, now, refuse, services: { licensing } }) {
    const before = await lockLicense(tx, input.license_id);
    if (!before) throw refuse('license_not_found');
    const is_disabled = before.disabled_at !== null;
    const lacks_plan = is_disabled && before.lacks_plan === 1;
    const changes = is_disabled && !lacks_plan;
    // The next plan with licenses enables it.
    const row = lacks_plan
      ? { ...before, disabled_reason: 'plan' as const }
      : changes
        ? enable(before, now)
        : before;
    if (is_disabled) await saveLicense(tx, row);
    const license = await withInstances(tx, row);
    const record = licenseEvent(license, now);
    if (changes) {
      const was = licenseEvent({ ...license, row: before }, now);
      note({ target: input.license_id, before: was, after: record });
      emit('license.enabled', record);
    }
    return licenseAnswer(licensing, license, now);
  },
});
