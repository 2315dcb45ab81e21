import type { Static } from 'typebox';
import type { Html } from '../../../platform/core/html.ts';
import type { License } from '../../../shop/licenses/license.rules.ts';
import { chip, type States } from '../layout.ts';
import type { Visit } from '../visit.ts';

export type LicenseRecord = Static<typeof License>;

const STATES: States<LicenseRecord['status']> = {
  active: ['good', 'Active'],
  inactive: ['good', 'Never used'],
  expired: ['over', 'Expired'],
  disabled: ['bad', 'Disabled'],
};

export const licenseChip = ({ status }: Pick<LicenseRecord, 'status'>): Html =>
  chip(...STATES[status]);

/** The beginning and the end of the key: enough to tell two apart, and too little to use it. */
export const keyText = ({ license_key }: Pick<LicenseRecord, 'license_key'>): string => {
  const groups = license_key.split('-');
  return `${groups.slice(0, 2).join('-')}-…-${groups.at(-1)}`;
};

/** `2 of 3`. */
export const devicesText = ({
  activation_usage,
  activation_limit,
}: Pick<LicenseRecord, 'activation_usage' | 'activation_limit'>): string =>
  activation_limit === null
    ? String(activation_usage)
    : `${activation_usage} of ${activation_limit}`;

export const licenseAddress = (
  { address }: Pick<Visit, 'address'>,
  { license_id }: Pick<LicenseRecord, 'license_id'>,
): string => `${address}/licenses/${license_id}`;
