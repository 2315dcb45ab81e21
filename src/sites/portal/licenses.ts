import { type Html, html } from '../../platform/core/html.ts';
import { instancesOverLimit } from '../../shop/licenses/license.rules.ts';
import { listLicenses } from '../../shop/licenses/list-licenses.ts';
import { listInput, type Range, restLink, type Section } from './lists.ts';
import { chip } from './status.ts';
import { type LicenseRecord, productOf, type Visit } from './visit.ts';

export async function licensesSection(visit: Visit, range: Range): Promise<Section> {
  const list = await visit.ask(listLicenses, listInput(visit, range));
  const items: Html[] = [];
  for (const one of list.data) items.push(await licenseItem(visit, one));
  const { next_cursor } = list;
  const more = restLink(visit, 'licenses', { range, next_cursor });
  return { items, more, can_copy: items.length > 0 };
}

const MOODS = { inactive: 'over', active: 'good', expired: 'bad', disabled: 'bad' } as const;

/** A key to copy, and the devices it is used on; the button is shown by the script behind it. */
async function licenseItem(visit: Visit, license: LicenseRecord): Promise<Html> {
  const { portal } = visit.words;
  const { license_id, license_key, instances, status } = license;
  const { name } = await productOf(visit, license.product_id);
  const beyond = instancesOverLimit(license);
  return html`<li>
  <h3><bdi>${name}</bdi> ${chip(MOODS[status], portal.licenseStatus[status])}</h3>
  <p class="key">
    <code id="${license_id}" dir="ltr">${license_key}</code>
    <button class="plain" type="button" data-copy="${license_id}" data-copied="${portal.copied}"
      data-select="${portal.pressToCopy}" aria-label="${portal.copyKeyOf(name)}"
      hidden>${portal.copy}</button>
  </p>
  <p class="quiet copied" id="${license_id}-status" role="status"></p>
  <p class="quiet">${validity(visit, license)} ${devicesText(visit, license)}</p>
  ${beyond > 0 && html`<p class="warn">${portal.devicesOverLimit(beyond)}</p>`}
  ${
    instances.length > 0 &&
    html`<ul class="devices">${instances.map((one, at) =>
      deviceItem(visit, license_id, { ...one, is_beyond: at < beyond }),
    )}</ul>`
  }
</li>`;
}

function validity({ words: { portal, day } }: Visit, license: LicenseRecord): string | undefined {
  const { status, expires_at } = license;
  if (expires_at === null || status === 'disabled') return undefined;
  return status === 'expired'
    ? portal.expiredOn(day(expires_at))
    : portal.validUntil(day(expires_at));
}

const devicesText = (
  { words: { portal } }: Visit,
  { activation_usage: used, activation_limit: limit }: LicenseRecord,
): string => (limit === null ? portal.devicesUsed(used) : portal.devicesUsedOf({ used, limit }));

interface Device {
  instance_id: string;
  instance_name: string;
  activated_at: string;
  /** The newest devices have no seat; the list shows the newest first. */
  is_beyond: boolean;
}

function deviceItem(visit: Visit, license_id: string, device: Device): Html {
  const { portal, day } = visit.words;
  const { instance_id, instance_name, is_beyond } = device;
  return html`<li>
  <span class="name"><span dir="auto">${instance_name}</span>
    <span class="quiet">${portal.deviceSince(day(device.activated_at))}</span>
    ${is_beyond && chip('warn', portal.deviceOverLimit)}</span>
  <form method="post" action="${visit.address}/free-device">
    <input type="hidden" name="license_id" value="${license_id}">
    <input type="hidden" name="instance_id" value="${instance_id}">
    <button class="plain"
      aria-label="${portal.deactivateDevice(instance_name)}">${portal.deactivate}</button>
  </form>
</li>`;
}
