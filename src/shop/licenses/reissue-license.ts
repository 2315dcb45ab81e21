import { refuseParameter } from '../../platform/core/errors.ts';
import { Default } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { readBrand } from '../store/read-brand.ts';
import { keyPartsText } from './key-part.rules.ts';
import { License, LicenseId } from './license.rules.ts';
import { lockLicense, removeAllInstances, saveLicense } from './license.sql.ts';
import { hashLicenseKey, newKeySeed } from './license-key.rules.ts';
import { licenseAnswer, licenseEvent, withInstances } from './license-record.ts';
import { mailNewKey } from './mail-new-key.ts';

const WHY_NOT = {
  no_address: 'must be left out: the customer has no e-mail address',
  switched_off: 'must be left out: mails about new keys are switched off',
};

export const reissueLicense = operation({
  method: 'POST',
  path: '/reissue-license',
  summary: 'Replace the key of a license',
  description:
    'For a key that got into the wrong hands. The old key stops working at once, and every machine ' +
    'has to be activated again with the new one.',
  scope: 'full',
  input: Type.Object({
    license_id: LicenseId,
    send: Default(
      false,
      Type.Boolean({
        description:
          'Mail the new key to the customer; all or nothing: without an address, refused',
      }),
    ),
  }),
  output: License,
  errors: ['license_not_found'],
  async write({ input, refuse, ...context }) {
    const { tx, emit, audit, now, store } = context;
    const { licensing } = context.services;
    const before = await lockLicense(tx, input.license_id);
    if (!before) throw refuse('license_not_found');
    const { license_id } = before;
    const key_seed = newKeySeed((await readBrand(tx)).license_key_prefix, licensing);
    const license_key = licensing.revealKey(key_seed);
    const key_hash = hashLicenseKey(license_key);
    await removeAllInstances(tx, { license_id, now });
    const row = { ...before, key_seed, key_hash, activation_usage: 0, updated_at: now };
    await saveLicense(tx, row);
    // One that has no entry yet gets one for its new key.
    if (row.search_entry !== null) {
      const parts = keyPartsText({ license_id, license_key }, store, licensing.hashKeyPart);
      await tx.index(parts, row.search_entry);
    }
    const not_sent = input.send ? await mailNewKey(context, row) : undefined;
    if (not_sent) throw refuseParameter('send', WHY_NOT[not_sent]);
    const license = await withInstances(tx, row);
    const after = { activation_usage: 0, license_key: 'a new one' };
    const { activation_usage } = before;
    audit({ target: license_id, before: { activation_usage }, after });
    emit('license.reissued', licenseEvent(license, now));
    return licenseAnswer(licensing, license, now);
  },
});
