import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { disable, License, LicenseId } from './license.rules.ts';
import { lockLicense, saveLicense } from './license.sql.ts';
import { announceChange, licenseAnswer, withInstances } from './license-record.ts';
import type { LicenseWithSubscription } from './license-row.rules.ts';

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
  answer_example: { status: 'disabled' },
  async write(context) {
    const { input, tx, now, refuse, services } = context;
    const before = await lockLicense(tx, input.license_id);
    if (!before) throw refuse('license_not_found');
    const row = asDisabled(before, now);
    if (row !== before) await saveLicense(tx, row);
    const license =
      before.disabled_at === null
        ? await announceChange(context, before, row, 'license.disabled')
        : await withInstances(tx, row);
    return licenseAnswer(services.licensing, license, now);
  },
});

function asDisabled(license: LicenseWithSubscription, now: number): LicenseWithSubscription {
  if (license.disabled_at === null) return disable(license, 'seller', now);
  // What a plan without licenses has disabled stays so with the next plan, too.
  return license.disabled_reason === 'plan' ? { ...license, disabled_reason: 'seller' } : license;
}
