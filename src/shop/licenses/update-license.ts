import { isChanged } from '../../platform/core/changes.ts';
import { DateInput, Described, OptionalOrNull } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { parseInstant } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';
import { changedLicense, License, LicenseId, whyNotUpdate } from './license.rules.ts';
import { lockLicense, saveLicense } from './license.sql.ts';
import { announceChange, licenseAnswer, withInstances } from './license-record.ts';

export const updateLicense = operation({
  method: 'POST',
  path: '/update-license',
  summary: 'Change when a license ends, or on how many machines it works',
  description:
    'For goodwill: a later end, or more machines than were bought; these stay allowed when plan or ' +
    'quantity change. The license of a subscription ends with the subscription, and one that is ' +
    'disabled is enabled first. Certificates that machines have are replaced when they next ask.',
  scope: 'full',
  input: Type.Object({
    license_id: LicenseId,
    expires_at: OptionalOrNull(
      Described(
        'When it ends, ISO 8601; a plain date: at the end of that day; null: never',
        DateInput,
      ),
    ),
    activation_limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'On how many machines it works at once: no fewer than were bought',
        examples: [5],
      }),
    ),
  }),
  output: License,
  errors: ['license_not_found', 'license_disabled'],
  answer_example: { activation_limit: 3, expires_at: '2027-12-31T23:59:59.999Z' },
  example: { license_id: 'lic_1tq3v9w0e00h4rk6m2x8pz7ycn5', expires_at: '2027-12-31' },
  async write(context) {
    const { input, tx, now, refuse, services } = context;
    const before = await lockLicense(tx, input.license_id);
    if (!before) throw refuse('license_not_found');
    const { activation_limit } = input;
    const expires_at =
      typeof input.expires_at === 'string'
        ? parseInstant(input.expires_at, 'end')
        : input.expires_at;
    const terms = { activation_limit, expires_at };
    const problems = whyNotUpdate(before, terms, now);
    if (problems.length > 0) throw refuse('invalid_parameters', problems);
    const after = changedLicense(before, terms, now);
    if (!isChanged(before, after)) {
      return licenseAnswer(services.licensing, await withInstances(tx, before), now);
    }
    if (before.disabled_at !== null) throw refuse('license_disabled');
    await saveLicense(tx, after);
    const license = await announceChange(context, before, after, 'license.updated');
    return licenseAnswer(services.licensing, license, now);
  },
});
