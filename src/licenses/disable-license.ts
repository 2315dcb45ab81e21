import { Type } from '../core/schema.ts';
import { operation } from '../operation/operation.ts';
import { disable, License, LicenseId } from './license.rules.ts';
import { lockLicense, saveLicense } from './license.sql.ts';
import { licenseAnswer, licenseEvent, withInstances } from './license-record.ts';

export const disableLicense = operation({
  method: 'POST',
  path: '/disable-license',
  summary: 'Stop a license from being used',
  description:
    'From now on it is no longer valid on any machine. Doing it again is 200, unchanged.',
  scope: 'full',
  input: Type.Object({ license_id: LicenseId }),
  output: License,
  errors: ['license_not_found'],
  async write({ input, tx, emit, note, now, refuse, services: { licensing } }) {
    const before = await lockLicense(tx, input.license_id);
    if (!before) throw refuse('license_not_found');
    const changes = before.disabled_at === null;
    // What a plan without licenses has disabled stays so with the next plan, too.
    const is_of_plan = before.disabled_reason === 'plan';
    const row = changes
      ? disable(before, 'seller', now)
      : { ...before, ...(is_of_plan && { disabled_reason: 'seller' as const }) };
    if (changes || is_of_plan) await saveLicense(tx, row);
    const license = await withInstances(tx, row);
    const record = licenseEvent(license, now);
    if (changes) {
      const was = licenseEvent({ ...license, row: before }, now);
      note({ target: input.license_id, before: was, after: record });
      emit('license.disabled', record);
    }
    return licenseAnswer(licensing, license, now);
  },
});
