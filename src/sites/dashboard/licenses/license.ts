import { Refusal } from '../../../platform/core/errors.ts';
import { type Html, html } from '../../../platform/core/html.ts';
import type { PageRequest } from '../../../platform/http/page.ts';
import { getProduct } from '../../../shop/catalogue/products/get-product.ts';
import { listLicenses } from '../../../shop/licenses/list-licenses.ts';
import { getTransactions } from '../../../shop/money/transactions/get-transactions.ts';
import { copyable } from '../copy.ts';
import { customerCell, customerNames } from '../customer-names.ts';
import { doneNote } from '../form.ts';
import { historyOf } from '../happenings.ts';
import { card, dashboardPage, facts } from '../layout.ts';
import { rowsTable } from '../list.ts';
import { paymentsCard } from '../subscriptions/payments.ts';
import type { Handler, Visit } from '../visit.ts';
import {
  deactivateAction,
  disableAction,
  enableAction,
  extendAction,
  reissueAction,
} from './actions.ts';
import {
  devicesText,
  keyText,
  type LicenseRecord,
  licenseAddress,
  licenseChip,
} from './license-text.ts';

/** There is no operation that gets one license: it is a list of one. */
export async function findLicense(visit: Visit, license_id: string): Promise<LicenseRecord> {
  const { data } = await visit.ask(listLicenses, { license_id, limit: 1 });
  const [license] = data;
  if (!license) throw new Refusal('license_not_found');
  return license;
}

const NOTES = {
  disabled: 'The license is disabled: its key does not work any more.',
  enabled: 'The license works again.',
  reissued: 'The license has a new key. Send it to the customer; the old one is unknown.',
  'reissued-sent': 'The license has a new key, which is mailed to the customer.',
  extended: 'The license was changed.',
  deactivated: 'The device was deactivated.',
};

export const showLicense: Handler<{ license_id: string }> = async (visit, request, parts) => {
  const license = await findLicense(visit, parts.license_id);
  const { transaction_id, customer_id, license_id } = license;
  const { data: payments } = await visit.ask(getTransactions, { transaction_id });
  return dashboardPage(visit, {
    title: keyText(license),
    section: 'licenses',
    note: noteOf(visit, license, request),
    actions: actionLinks(visit, license),
    can_copy: true,
    main: html`<div class="two-thirds">
<div>${card('Key', copyable(visit, { id: 'license-key', text: license.license_key }))}
${devicesCard(visit, license)}
${paymentsCard(visit, { rows: payments, all: `${visit.address}/payments/${transaction_id}` })}
${await historyOf(visit, { customer_id, record_id: license_id })}</div>
<div>${card('License', await factsOf(visit, license))}
${await certificatesCard(visit, license)}</div>
</div>`,
  });
};

function noteOf(visit: Visit, license: LicenseRecord, request: Pick<PageRequest, 'readQuery'>) {
  const text = doneNote(request, NOTES);
  const done = request.readQuery().get('done');
  const can_undo = done === 'disabled' && visit.may(enableAction.operation);
  const at = licenseAddress(visit, license);
  return text && html`${text} ${can_undo && html`<a href="${at}/enable">Enable it again</a>`}`;
}

/** Buttons for what makes sense now and what the role may do. */
function actionLinks(visit: Visit, license: LicenseRecord): Html {
  const at = licenseAddress(visit, license);
  const is_disabled = license.status === 'disabled';
  const offers = [
    { action: extendAction, label: 'Extend…', fits: !is_disabled },
    { action: reissueAction, label: 'New key…', fits: true },
    { action: disableAction, label: 'Disable…', fits: !is_disabled },
    { action: enableAction, label: 'Enable…', fits: is_disabled },
  ];
  return html`${offers.map(
    ({ action, label, fits }) =>
      fits &&
      visit.may(action.operation) &&
      html`<a class="button second small" href="${at}/${action.name}">${label}</a>`,
  )}`;
}

async function factsOf(visit: Visit, license: LicenseRecord): Promise<Html> {
  const { words, address } = visit;
  const { subscription_id: of, customer_id, product_id } = license;
  const { name } = await visit.ask(getProduct, { product_id });
  return facts([
    ['State', licenseChip(license)],
    ['Customer', customerCell(visit, customer_id, await customerNames(visit, [license]))],
    ['Product', html`<a href="${address}/products/${product_id}">${name}</a>`],
    ['Subscription', of && html`<a href="${address}/subscriptions/${of}"><code>${of}</code></a>`],
    ['Devices', devicesText(license)],
    [
      'Ends',
      license.expires_at ? words.day(license.expires_at) : of ? 'With its subscription' : 'Never',
    ],
    ['Issued', words.day(license.created_at)],
    ['Changed', words.day(license.updated_at)],
    ['Identifier', html`<code>${license.license_id}</code>`],
  ]);
}

type Instance = LicenseRecord['instances'][number];

function devicesCard(visit: Visit, license: LicenseRecord): Html {
  const at = licenseAddress(visit, license);
  const { instances, activation_usage } = license;
  const action = {
    title: 'Action',
    is_action: true,
    cell: ({ instance_id }: Instance) =>
      html`<a href="${at}/devices/${instance_id}/deactivate">Deactivate…</a>`,
  };
  const columns = [...DEVICE_COLUMNS, ...(visit.may(deactivateAction.operation) ? [action] : [])];
  const empty = 'It is used on no device.';
  const is_cut = activation_usage > instances.length;
  return card(
    `Devices: ${devicesText(license)}`,
    rowsTable<Instance>(visit, { title: 'Devices', columns, empty }, instances),
    is_cut && html`<span class="quiet">The newest ${instances.length} are shown.</span>`,
  );
}

const DEVICE_COLUMNS = [
  {
    title: 'Device',
    cell: ({ instance_name, fingerprint }: Instance) =>
      html`${instance_name} ${fingerprint && html`<code class="quiet">${fingerprint}</code>`}`,
  },
  {
    title: 'Activated',
    cell: ({ activated_at }: Instance, { words }: Visit) => words.day(activated_at),
  },
  {
    title: 'Last seen',
    cell: ({ last_validated_at }: Instance, { words }: Visit) => words.day(last_validated_at),
  },
];

/** What devices have to work without a network. */
async function certificatesCard(visit: Visit, { product_id }: LicenseRecord): Promise<Html> {
  const { license } = await visit.ask(getProduct, { product_id });
  const days = license?.certificate_days;
  return card(
    'Certificates',
    html`<p>A device that is activated gets a certificate, and works with it without a network for
${days === undefined ? 'as long as the product says' : `up to ${days} days`},
never longer than the license. It asks for a new one by itself.
<a href="${visit.base_path}/.well-known/jwks.json">The keys that check them</a></p>`,
  );
}
