import { Refusal, refuseParameter } from '../../../platform/core/errors.ts';
import { html } from '../../../platform/core/html.ts';
import { parseInstant } from '../../../platform/core/time.ts';
import { getCustomer } from '../../../shop/customers/get-customer.ts';
import { disableLicense } from '../../../shop/licenses/disable-license.ts';
import { enableLicense } from '../../../shop/licenses/enable-license.ts';
import { reissueLicense } from '../../../shop/licenses/reissue-license.ts';
import { releaseInstance } from '../../../shop/licenses/release-instance.ts';
import { updateLicense } from '../../../shop/licenses/update-license.ts';
import type { Action } from '../action.ts';
import { field } from '../field.ts';
import type { Visit } from '../visit.ts';
import { devicesText, keyText, type LicenseRecord } from './license-text.ts';

export const disableAction: Action<LicenseRecord> = {
  operation: disableLicense,
  name: 'disable',
  title: 'Disable the license',
  refused: 'The license was not disabled',
  explain: (_, license) => ({
    text: html`<p>The key <code>${keyText(license)}</code> stops working at once, on
  ${devicesText(license)} devices. Certificates that a device already has work until they end.
  Nothing is refunded. It can be enabled again.</p>`,
    button: 'Disable it',
    is_dangerous: true,
  }),
  act: (visit, { license_id }, _, once) => visit.ask(disableLicense, { license_id }, once),
  done: () => 'disabled',
};

export const enableAction: Action<LicenseRecord> = {
  operation: enableLicense,
  name: 'enable',
  title: 'Enable the license',
  refused: 'The license was not enabled',
  explain: (_, license) => ({
    text: html`<p>The key <code>${keyText(license)}</code> works again, on the devices it had. If it
  was disabled because its purchase was refunded, whoever has it uses it without having paid.</p>`,
    button: 'Enable it',
  }),
  act: (visit, { license_id }, _, once) => visit.ask(enableLicense, { license_id }, once),
  done: () => 'enabled',
};

const reissue_fields = {
  send: field.tick({ label: 'Send the new key to the customer' }),
};

function againText({ activation_usage: devices }: LicenseRecord): string {
  if (devices === 0) return 'and no device was using it';
  const have = devices === 1 ? '1 device has' : `${devices} devices have`;
  return `and ${have} to be activated again with the new one`;
}

const emailOf = async (visit: Visit, { customer_id }: LicenseRecord) =>
  (await visit.ask(getCustomer, { customer_id })).email;

export const reissueAction: Action<LicenseRecord, Partial<typeof reissue_fields>> = {
  operation: reissueLicense,
  name: 'reissue',
  title: 'Create a new key',
  refused: 'No new key was created',
  fields: async (visit, license) =>
    (await emailOf(visit, license)) === null ? {} : reissue_fields,
  filled: () => ({ send: true }),
  async explain(visit, license, { send }) {
    const email = send && (await emailOf(visit, license));
    return {
      text: html`<p>The key <code>${keyText(license)}</code> is replaced: it is unknown from now on,
  ${againText(license)}. ${
    send
      ? html`The new key is mailed to <strong>${email}</strong>`
      : 'You send the new key to the customer'
  }; it is also in their portal. The old key does not come back.</p>`,
      button: send ? 'Create a new key and send it' : 'Create a new key',
      is_dangerous: true,
    };
  },
  act: (visit, { license_id }, { send }, once) =>
    visit.ask(reissueLicense, { license_id, send }, once),
  done: ({ send }) => (send ? 'reissued-sent' : 'reissued'),
};

const extendFields = ({ subscription_id, activation_limit }: LicenseRecord) => ({
  ...(subscription_id === null && {
    expires_at: field.optionalDay({
      label: 'Ends after',
      hint: 'To the end of this day (UTC). Empty: never.',
    }),
  }),
  ...(activation_limit !== null && {
    activation_limit: field.number({
      label: 'Devices',
      hint: 'No fewer than were bought. What you add stays when plan or quantity change.',
    }),
  }),
});

interface Extended {
  expires_at?: string | null;
  activation_limit?: number;
}

/** A day that stands in the field as it is would move the end within it: it is left out. */
function extension(license: LicenseRecord, values: Extended): Extended {
  const { expires_at, activation_limit } = values;
  const is_same = expires_at === (license.expires_at?.slice(0, 10) ?? null);
  return {
    ...(expires_at !== undefined && !is_same && { expires_at }),
    ...(activation_limit !== undefined && { activation_limit }),
  };
}

export const extendAction: Action<LicenseRecord, ReturnType<typeof extendFields>> = {
  operation: updateLicense,
  name: 'extend',
  title: 'Extend the license',
  refused: 'The license was not extended',
  fields: (_, license) => extendFields(license),
  filled: ({ expires_at, activation_limit }) => ({
    expires_at,
    ...(activation_limit !== null && { activation_limit }),
  }),
  intro: (_, { subscription_id }) =>
    subscription_id === null ? '' : 'The license of a subscription ends with the subscription.',
  explain({ words, now }, license, values) {
    const { expires_at, activation_limit: limit } = extension(license, values);
    const day = (at: string | null) => (at === null ? 'never' : `on ${words.day(at)}`);
    const at = typeof expires_at === 'string' ? parseInstant(expires_at, 'end') : undefined;
    if (typeof expires_at === 'string' && at === undefined) {
      throw refuseParameter('expires_at', 'must be a day');
    }
    if (at !== undefined && at <= now) throw refuseParameter('expires_at', 'must be in the future');
    const is_other = limit !== undefined && limit !== license.activation_limit;
    if (expires_at === undefined && !is_other) {
      throw new Refusal('invalid_parameters', [], 'Nothing is to be changed.');
    }
    return {
      text: html`<p>The license <code>${keyText(license)}</code>:</p>
<ul>
  ${
    expires_at !== undefined &&
    html`<li>ends <strong>${day(expires_at)}</strong> instead of ${day(license.expires_at)};</li>`
  }
  ${
    is_other &&
    html`<li>works on <strong>${limit}</strong> devices instead of
  ${license.activation_limit};</li>`
  }
  <li>nothing is charged, and the customer is not told.</li>
</ul>`,
      button: 'Change the license',
    };
  },
  act: (visit, license, values, once) => {
    const { license_id } = license;
    return visit.ask(updateLicense, { license_id, ...extension(license, values) }, once);
  },
  done: () => 'extended',
};

/** A device of a license, named in the address. */
export interface Device {
  license: LicenseRecord;
  instance: Pick<
    LicenseRecord['instances'][number],
    'instance_id' | 'instance_name' | 'last_validated_at'
  >;
}

export const deactivateAction: Action<Device> = {
  operation: releaseInstance,
  name: 'deactivate',
  title: 'Deactivate a device',
  refused: 'The device was not deactivated',
  explain: ({ words }: Visit, { license, instance }) => ({
    text: html`<p><strong>${instance.instance_name}</strong>, last seen on
  ${words.day(instance.last_validated_at)}, does not have the license any more; another device can
  be activated in its place (${devicesText(license)} are in use now). A certificate that it has
  works until it ends. It can be activated again with the key.</p>`,
    button: 'Deactivate it',
    is_dangerous: true,
  }),
  act: (visit, { license: { license_id }, instance: { instance_id } }, _, once) =>
    visit.ask(releaseInstance, { license_id, instance_id }, once),
  done: () => 'deactivated',
};
