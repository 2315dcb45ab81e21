import { instancesOverLimit } from '../../licenses/license.rules.ts';
import { listLicenses } from '../../licenses/list-licenses.ts';
import { declineMessage } from '../../payments/card.rules.ts';
import { listSubscriptions } from '../../subscriptions/list-subscriptions.ts';
import { nextPayment } from '../../subscriptions/next-payment.ts';
import { getTransactions } from '../../transactions/get-transactions.ts';
import { dayText, quantityText } from '../shared/amounts.ts';
import { type Html, html } from '../shared/html.ts';
import { productOf, readTaxText } from './subscription.ts';
import { nextText, priceText, statusMark, type TaxText } from './subscription-view.ts';
import {
  documentAddress,
  type LicenseRecord,
  money,
  type SubscriptionRecord,
  type TransactionRecord,
  type Visit,
} from './visit.ts';

const LIMIT = 20;

export interface Section {
  body: Html;
  /** Whether there is a key in it to copy. */
  can_copy: boolean;
}

export const listInput = ({ customer_id }: Visit, cursor: string | undefined) => ({
  customer_id,
  limit: LIMIT,
  ...(cursor !== undefined && { cursor }),
});

export const older = ({ address }: Visit, name: string, cursor: string | null) =>
  cursor && html`<p><a href="${address}/${name}/${cursor}">Show older ${name}</a></p>`;

export const itemList = (items: Html[], when_empty: string): Html =>
  items.length > 0
    ? html`<ul class="items">${items}</ul>`
    : html`<p class="quiet">${when_empty}</p>`;

export async function subscriptionsSection(visit: Visit, cursor?: string): Promise<Section> {
  const input = listInput(visit, cursor);
  const list = await visit.ask(listSubscriptions, input);
  const items = [];
  const tax_text = await readTaxText(visit);
  for (const one of list.data) items.push(await subscriptionItem(visit, one, tax_text));
  const body = html`<section aria-labelledby="subscriptions-title">
  <h2 id="subscriptions-title">Subscriptions</h2>
  ${itemList(items, 'You have no subscriptions.')}
  ${older(visit, 'subscriptions', list.next_cursor)}
</section>`;
  return { body, can_copy: false };
}

async function subscriptionItem(
  visit: Visit,
  one: SubscriptionRecord,
  tax_text: TaxText,
): Promise<Html> {
  const next = nextText(visit, one, await nextPayment(visit.work, one.subscription_id));
  const address = `${visit.address}/subscription/${one.subscription_id}`;
  const price = `${priceText(visit, one.plan, tax_text)}${one.quantity > 1 ? ' each' : ''}`;
  return html`<li>
  <h3><a href="${address}">${one.plan.name}${quantityText(one.quantity)}</a></h3>
  ${statusMark(one)}
  <p class="quiet">${price}${next && `. Next payment: ${next}`}</p>
</li>`;
}

export async function licensesSection(visit: Visit, cursor?: string): Promise<Section> {
  const input = listInput(visit, cursor);
  const list = await visit.ask(listLicenses, input);
  const items = [];
  for (const one of list.data) items.push(await licenseItem(visit, one));
  const body = html`<section aria-labelledby="licenses-title">
  <h2 id="licenses-title">License keys</h2>
  ${itemList(items, 'You have no license keys.')}
  ${older(visit, 'licenses', list.next_cursor)}
</section>`;
  return { body, can_copy: items.length > 0 };
}

/** A key to copy, and the devices it is used on; the button is shown by the script behind it. */
async function licenseItem(visit: Visit, license: LicenseRecord): Promise<Html> {
  const { license_id, license_key, instances, activation_usage, activation_limit } = license;
  const { name } = await productOf(visit, license.product_id);
  const places = activation_limit === null ? '' : ` of ${activation_limit}`;
  const beyond = instancesOverLimit(license);
  const is_plural = (activation_limit ?? activation_usage) !== 1;
  const devices = `${activation_usage}${places} device${is_plural ? 's' : ''}`;
  return html`<li>
  <h3>${name}</h3>
  <p class="key">
    <code id="${license_id}">${license_key}</code>
    <button class="plain" type="button" data-copy="${license_id}" hidden>
      Copy<span class="hidden"> the key of ${name}</span>
    </button>
  </p>
  <p class="quiet copied" id="${license_id}-status" role="status"></p>
  <p class="quiet">${stateText(license)}Used on ${devices}.${beyondText(beyond)}</p>
  ${
    instances.length > 0 &&
    html`<ul class="devices">${instances.map((one, at) =>
      deviceItem(visit, license_id, { ...one, is_beyond: at < beyond }),
    )}</ul>`
  }
</li>`;
}

interface Device {
  instance_id: string;
  instance_name: string;
  activated_at: string;
  is_beyond: boolean;
}

function deviceItem(visit: Visit, license_id: string, device: Device): Html {
  const { instance_id, instance_name } = device;
  const beyond = device.is_beyond ? ', over the limit' : '';
  const since = `since ${dayText(device.activated_at)}${beyond}`;
  return html`<li>
  <span>${instance_name} <span class="quiet">${since}</span></span>
  <form method="post" action="${visit.address}/free-device">
    <input type="hidden" name="license_id" value="${license_id}">
    <input type="hidden" name="instance_id" value="${instance_id}">
    <button class="plain">Free this device<span class="hidden"> ${instance_name}</span></button>
  </form>
</li>`;
}

/** The newest devices have no seat; the list shows the newest first. */
function beyondText(beyond: number): string {
  if (beyond === 0) return '';
  const who = beyond === 1 ? 'newest device is' : `${beyond} newest devices are`;
  const what = 'free other devices, or add places';
  return ` The ${who} over the limit and cannot use the license: ${what}.`;
}

function stateText({ status, expires_at }: LicenseRecord): string {
  if (status === 'disabled') return 'Disabled. ';
  if (status === 'expired') return `Expired on ${dayText(expires_at ?? '')}. `;
  return expires_at === null ? '' : `Valid until ${dayText(expires_at)}. `;
}

export async function paymentsSection(visit: Visit, cursor?: string): Promise<Section> {
  const input = listInput(visit, cursor);
  const list = await visit.ask(getTransactions, input);
  const items = list.data.map((one) => paymentItem(visit, one));
  const body = html`<section aria-labelledby="payments-title">
  <h2 id="payments-title">Payments</h2>
  ${itemList(items, 'You have paid nothing yet.')}
  ${older(visit, 'payments', list.next_cursor)}
</section>`;
  return { body, can_copy: false };
}

function paymentItem(visit: Visit, one: TransactionRecord): Html {
  const total = one.type === 'refund' ? -one.total : one.total;
  const day = dayText(one.created_at);
  const which = html`<span class="hidden"> of ${day}, ${one.transaction_id}</span>`;
  return html`<li>
  <p class="row">
    <span>${one.lines[0]?.description ?? TYPES[one.type]}</span>
    <span class="amount">${money(visit, total, one.currency)}</span>
  </p>
  <p class="quiet">
    ${TYPES[one.type]}, ${day}. ${outcomeText(visit, one)}
    ${paperLink(visit, one, which)}
  </p>
</li>`;
}

/** The invoice or credit note where there is one; otherwise what is known of the payment. */
function paperLink(visit: Visit, one: TransactionRecord, which: Html): Html {
  const address = documentAddress(one);
  if (address === undefined) {
    const receipt = `${visit.address}/receipt/${one.transaction_id}`;
    return html`<a href="${receipt}">${RECEIPTS[one.status]}${which}</a>`;
  }
  const gives_back = one.type === 'refund' || one.total < one.balance_change;
  return html`<a href="${address}">${gives_back ? 'Credit note' : 'Invoice'}${which}</a>`;
}

const TYPES = {
  purchase: 'Purchase',
  subscription_start: 'First payment',
  renewal: 'Renewal',
  plan_change: 'Change of plan',
  refund: 'Refund',
};

const RECEIPTS = {
  paid: 'Receipt',
  partially_refunded: 'Receipt',
  refunded: 'Receipt',
  disputed: 'Receipt',
  charged_back: 'Receipt',
  failed: 'Details',
  declined: 'Details',
  pending: 'Details',
};

function outcomeText(visit: Visit, one: TransactionRecord): string {
  if (one.status === 'pending') return 'Under way.';
  if (one.status === 'refunded') return 'Given back.';
  if (one.status === 'partially_refunded') {
    return `${money(visit, one.refunded, one.currency)} given back.`;
  }
  if (one.status === 'failed') return 'Failed: your bank did not take it.';
  if (one.status === 'disputed') return 'Disputed with your bank, which has yet to decide.';
  if (one.status === 'charged_back') return 'Given back by your bank.';
  return one.status === 'declined' ? `Declined. ${declineMessage(one.decline_code ?? '')}` : '';
}
