import { Refusal } from '../../core/errors.ts';
import { deactivateLicense } from '../../licenses/deactivate-license.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { type Html, html } from '../shared/html.ts';
import { customerOf } from './billing.ts';
import { cardWithExpiry } from './card.ts';
import { invoicesSection } from './invoices.ts';
import { notFoundPage, portalPage } from './layout.ts';
import { licensesSection, paymentsSection, subscriptionsSection } from './lists.ts';
import { addressLines } from './receipt.ts';
import { type Handler, money, ownLicense, type Visit } from './visit.ts';

const TITLE = 'Your purchases';

export const showHome: Handler<{ note?: string }> = async (visit, _, { note }) => {
  const licenses = await licensesSection(visit);
  return portalPage(visit, {
    title: TITLE,
    note,
    is_home: true,
    can_copy: licenses.can_copy,
    main: html`<h1>${TITLE}</h1>
<div class="overview">
  <div>
    ${(await subscriptionsSection(visit)).body}
    ${licenses.body}
    ${(await paymentsSection(visit)).body}
    ${(await invoicesSection(visit)).body}
  </div>
  <div>
    ${await balanceSection(visit)}
    ${await cardSection(visit)}
    ${await billingSection(visit)}
  </div>
</div>`,
  });
};

const SECTIONS = {
  subscriptions: subscriptionsSection,
  licenses: licensesSection,
  payments: paymentsSection,
  invoices: invoicesSection,
};

/** The rest of a list that is too long for the first page. */
export const showMore: Handler<{ section: string; cursor: string }> = async (visit, _, parts) => {
  const section = Object.entries(SECTIONS).find(([name]) => name === parts.section)?.[1];
  try {
    const found = await section?.(visit, parts.cursor);
    if (!found) return notFoundPage(visit);
    const main = html`<h1>${TITLE}</h1>${found.body}`;
    return portalPage(visit, { title: TITLE, can_copy: found.can_copy, main });
  } catch (error) {
    // Not a cursor of this list.
    if (error instanceof Refusal && error.status === 400) return notFoundPage(visit);
    throw error;
  }
};

/** Makes room for another device, on a license of this customer. */
export const freeDevice: Handler = async (visit, { form }) => {
  const [license_id, instance_id] = [form.get('license_id') ?? '', form.get('instance_id') ?? ''];
  if (!/^lic_[0-9a-z]{28}$/.test(license_id) || !/^inst_[0-9a-z]{28}$/.test(instance_id)) {
    return notFoundPage(visit);
  }
  const license = await ownLicense(visit, license_id);
  if (!license) return notFoundPage(visit);
  try {
    const { license_key } = license;
    await visit.ask(deactivateLicense, { license_key, instance_id });
    return redirectAfterForm(`${visit.address}/note/device-freed`);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return notFoundPage(visit);
    throw error;
  }
};

/** Credit, and what is owed; nothing where there is neither. */
async function balanceSection(visit: Visit): Promise<Html | undefined> {
  const { balances } = await customerOf(visit);
  const all = Object.entries(balances);
  if (all.length === 0) return undefined;
  const text = (amount: string, is_credit: boolean) =>
    is_credit
      ? `You have ${amount}. It is used for your next payments.`
      : `You owe ${amount}. It is collected with your next payment.`;
  return html`<section aria-labelledby="balance-title">
  <h2 id="balance-title">Balance</h2>
  ${all.map(
    ([currency, amount]) =>
      html`<p>${text(money(visit, Math.abs(amount), currency), amount > 0)}</p>`,
  )}
</section>`;
}

async function cardSection(visit: Visit): Promise<Html> {
  const card = await cardWithExpiry(visit);
  const change = card ? 'Replace the card' : 'Add a card';
  const { store, services } = visit.work;
  const takes_payments = services.gatewayOf(store) !== undefined;
  return html`<section aria-labelledby="card-title">
  <h2 id="card-title">Card</h2>
  <p>${card ?? 'No card is kept for your payments.'}</p>
  ${takes_payments && html`<p><a href="${visit.address}/card">${change}</a></p>`}
</section>`;
}

async function billingSection(visit: Visit): Promise<Html> {
  const customer = await customerOf(visit);
  return html`<section aria-labelledby="billing-title">
  <h2 id="billing-title">Billing details</h2>
  <p>${addressLines(customer, visit).map((line, at) => [at > 0 && html`<br>`, line])}</p>
  <p><a href="${visit.address}/billing">Change billing details</a></p>
</section>`;
}
