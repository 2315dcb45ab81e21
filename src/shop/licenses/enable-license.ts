import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { enable, License, LicenseId } from './license.rules.ts';
import { lockLicense, saveLicense } from './license.sql.ts';
import { announceChange, licenseAnswer, withInstances } from './license-record.ts';
import type { LicenseWithSubscription } from './license-row.rules.ts';

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
  async write(context) {
    const { input, tx, now, refuse, services } = context;
    const before = await lockLicense(tx, input.license_id);
    if (!before) throw refuse('license_not_found');
    const row = asEnabled(before, now);
    if (row !== before) await saveLicense(tx, row);
    const license =
      row.disabled_at === before.disabled_at
        ? await withInstances(tx, row)
        : await announceChange(context, before, row, 'license.enabled');
    return licenseAnswer(services.licensing, license, now);
  },
});

function asEnabled(license: LicenseWithSubscription, now: number): LicenseWithSubscription {
  if (license.disabled_at === null) return license;
  // The next plan with licenses enables it.
  if (license.lacks_plan === 1) return { ...license, disabled_reason: 'plan' };
  return enable(license, now);
}
