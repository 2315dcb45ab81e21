import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import type { Customer } from '../../../shop/customers/customer.rules.ts';
import type { listBestCustomers } from '../../../shop/insight/metrics/list-best-customers.ts';
import type { License } from '../../../shop/licenses/license.rules.ts';
import type { Mail } from '../../../shop/mails/mail.rules.ts';
import { resendMail } from '../../../shop/mails/resend-mail.ts';
import type { getPaymentMethod } from '../../../shop/money/payments/get-payment-method.ts';
import type { Subscription } from '../../../shop/subscriptions/subscription.rules.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { card, chip, facts } from '../layout.ts';
import { licenseChip } from '../licenses/license-text.ts';
import { priceText } from '../products/product-choices.ts';
import { statusChip } from '../subscriptions/subscription-text.ts';
import { instant } from '../text.ts';
import type { Visit } from '../visit.ts';
import { mailName } from './activity-text.ts';

export type ShownCustomer = Static<typeof Customer>;
type SavedCard = Static<(typeof getPaymentMethod)['output']>['card'];

interface Page<One> {
  data: readonly One[];
  has_more: boolean;
}

const allOf = ({ address }: Visit, section: string, customer_id: string): Html =>
  html`<a href="${address}/${section}?customer_id=${encodeURIComponent(customer_id)}">All</a>`;

/** `€12.00 credit`, or what is owed. */
export const balanceText = ({ balances }: ShownCustomer, { words }: Visit): string =>
  Object.entries(balances)
    .map(([currency, amount]) =>
      amount < 0
        ? `${words.amount(-amount, currency)} owed`
        : `${words.amount(amount, currency)} credit`,
    )
    .join(', ');

export function detailsCard({ words }: Visit, customer: ShownCustomer): Html {
  const { billing, email, email_bounced_at: bounced, country } = customer;
  const address = billing?.address;
  const lines = address && [
    ...[address.line1, address.line2],
    [address.postal_code, address.city, address.state].filter(Boolean).join(' '),
    address.country && words.countryName(address.country),
  ];
  return card(
    'Details',
    facts([
      ['Name', customer.name],
      ['E-mail', email],
      ['Mails', bounced && html`${chip('bad', 'Refused')} since ${instant(bounced)}`],
      ['Country', country && words.countryName(country)],
      ['Language', customer.language],
      ['Company', billing?.company],
      ['Bills to', billing?.email !== email && billing?.email],
      ['Phone', billing?.phone],
      ['Tax number', billing?.tax_id],
      [
        'Address',
        lines &&
          html`${lines.filter(Boolean).map((line, at) => html`${at > 0 && html`<br>`}${line}`)}`,
      ],
      ['Since', words.day(customer.created_at)],
      ['Identifier', html`<code>${customer.customer_id}</code>`],
      ...Object.entries(customer.metadata),
    ]),
  );
}

type Bought = Static<typeof listBestCustomers.output>['data'][number];

/** What a customer has brought since the first payment, without what went back. */
const boughtText = (bought: readonly Bought[], { words }: Visit): string =>
  bought
    .map(({ net_sales, currency, payments }) => {
      const count = payments === 1 ? 'one payment' : `${words.number(payments)} payments`;
      return `${words.amount(net_sales, currency)} in ${count}`;
    })
    .join(', ');

export function moneyCard(
  visit: Visit,
  customer: ShownCustomer,
  { saved, bought }: { saved: SavedCard; bought: readonly Bought[] },
): Html {
  const { now } = visit;
  const { exp_month = null, exp_year = null } = saved ?? {};
  const is_known = exp_month !== null && exp_year !== null;
  const is_over = is_known && Date.UTC(exp_year, exp_month) <= now;
  const brand = saved && saved.brand.charAt(0).toUpperCase() + saved.brand.slice(1);
  const expiry = is_known && `${String(exp_month).padStart(2, '0')}/${exp_year}`;
  return card(
    'Money',
    facts([
      ['Bought', boughtText(bought, visit)],
      ['Balance', balanceText(customer, visit) || 'Nothing'],
      [
        'Card',
        saved
          ? html`${brand} •••• ${saved.last4}${expiry && html`, until ${expiry}`}
          ${is_over && chip('bad', 'Expired')}`
          : 'None saved',
      ],
      ['Payments', allOf(visit, 'payments', customer.customer_id)],
    ]),
  );
}

/** Keys whole, to be read out or copied, with the devices that use them. */
export const licensesCard = (
  visit: Visit,
  { data, has_more }: Page<Static<typeof License>>,
  customer_id: string,
): Html | false =>
  data.length > 0 &&
  card(
    'License keys',
    html`<ul class="rows">${data.map((one) => {
      const devices = one.instances.map(({ instance_name }) => instance_name).join(', ');
      const { activation_usage: used, activation_limit: most } = one;
      return html`<li><div><a href="${visit.address}/licenses/${one.license_id}">
    <code class="key">${one.license_key}</code></a>
    <div class="quiet">${devices || 'No device'}
    · ${used}${most !== null && html` of ${most}`} in use${
      one.expires_at && html` · until ${visit.words.day(one.expires_at)}`
    }</div></div>
    ${licenseChip(one)}</li>`;
    })}</ul>`,
    has_more && allOf(visit, 'licenses', customer_id),
  );

export const subscriptionsCard = (
  visit: Visit,
  { data, has_more }: Page<Static<typeof Subscription>>,
  customer_id: string,
): Html | false =>
  data.length > 0 &&
  card(
    'Subscriptions',
    html`<ul class="rows">${data.map((one) => {
      const { plan, quantity, current_period_end: end } = one;
      const price = priceText(visit, {
        price: plan.price * quantity,
        currency: plan.currency,
        billing_interval: plan.interval,
        billing_interval_count: plan.interval_count,
      });
      return html`<li><div><a href="${visit.address}/subscriptions/${one.subscription_id}">
    ${plan.name}${quantity > 1 && html` × ${quantity}`}</a>
    <div class="quiet">${price}${
      one.status !== 'canceled' &&
      html` · ${one.cancel_at_period_end ? 'ends' : 'renews'} ${visit.words.day(end)}`
    }</div></div>
    ${statusChip(one)}</li>`;
    })}</ul>`,
    has_more && allOf(visit, 'subscriptions', customer_id),
  );

/** The latest mails, each with a button that sends it again. */
export const mailsCard = (
  visit: Visit,
  { data }: Page<Static<typeof Mail>>,
  address: string,
): Html | false =>
  data.length > 0 &&
  card(
    'Mails',
    html`<ul class="rows">${data.map(
      (one) => html`<li><div><a href="${visit.address}/mails/${one.mail_id}">
    Mail ${mailName(one.kind)}</a>
    <div class="quiet">${one.status}, ${instant(one.created_at)}</div></div>
    ${
      visit.may(resendMail) &&
      html`<form method="post" action="${address}/resend">${attemptField()}
      <input type="hidden" name="mail_id" value="${one.mail_id}">
      <button class="button second small">Send again<span class="hidden">:
      mail ${mailName(one.kind)}, ${one.created_at}</span></button></form>`
    }</li>`,
    )}</ul>`,
  );
