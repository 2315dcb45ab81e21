import { Refusal } from '../../platform/core/errors.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { releaseInstance } from '../../shop/licenses/release-instance.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { failedPayments } from './alerts.ts';
import { type CustomerRecord, customerOf } from './billing.ts';
import { cardSection } from './card-section.ts';
import { invoicesSection } from './invoices.ts';
import { notFoundPage, portalPage } from './layout.ts';
import { licensesSection } from './licenses.ts';
import type { Range, Section, SectionName } from './lists.ts';
import { paymentsSection } from './payments.ts';
import { addressLines } from './receipt.ts';
import { readSubscriptions, subscriptionsSection } from './subscriptions.ts';
import { type Handler, ownLicense, type Visit } from './visit.ts';

export const showHome: Handler<{ note?: string }> = async (visit, _, { note }) => {
  const { portal } = visit.words;
  const range: Range = { is_home: true };
  const newest = await readSubscriptions(visit, range);
  const subscriptions = await subscriptionsSection(visit, range, newest);
  const licenses = await licensesSection(visit, range);
  const payments = await paymentsSection(visit, range);
  const sections = [subscriptions, licenses, payments];
  const is_empty = sections.every(({ items }) => items.length === 0);
  const customer = await customerOf(visit);
  return portalPage(visit, {
    title: portal.title,
    note,
    is_home: true,
    can_copy: licenses.can_copy === true,
    pictures: subscriptions.pictures ?? [],
    main: html`<h1>${portal.title}</h1>
${await failedPayments(visit, newest)}
<div class="overview">
  <div>
    ${is_empty && nothingYet(visit)}
    ${listSection('subscriptions', portal.subscriptions, subscriptions)}
    ${listSection('licenses', portal.licenses, licenses)}
    ${listSection('payments', portal.payments, { ...payments, more: paperLinks(visit, payments) })}
  </div>
  <div>
    ${balanceSection(visit, customer)}
    ${await cardSection(visit)}
    ${billingSection(visit, customer)}
  </div>
</div>`,
  });
};

const nothingYet = ({ words: { portal }, store }: Visit): Html =>
  html`<section class="panel empty">
  <h2>${portal.nothingBoughtYet}</h2>
  <p class="quiet">${portal.nothingBought(store.name)}</p>
</section>`;

/** A list with a heading; nothing where it is empty. */
const listSection = (name: SectionName, title: string, { items, more }: Section) =>
  items.length > 0 &&
  html`<section class="panel" aria-labelledby="${name}-title">
  <h2 id="${name}-title">${title}</h2>
  <ul class="items">${items}</ul>
  ${more && html`<p class="rests">${more}</p>`}
</section>`;

/** All payments, and all invoices: these have electronic forms, and can be corrected. */
const paperLinks = ({ address, words: { portal } }: Visit, { more }: Section): Html =>
  html`${more} <a class="rest" href="${address}/invoices">${portal.allInvoices}</a>`;

const SECTIONS = {
  subscriptions: subscriptionsSection,
  licenses: licensesSection,
  payments: paymentsSection,
  invoices: invoicesSection,
};

const isSection = (name: string): name is SectionName => Object.hasOwn(SECTIONS, name);

/** All of a list, a page at a time. */
export const showSection: Handler<{ section: string; cursor?: string; note?: string }> = async (
  visit,
  _,
  { section, cursor, note },
) => {
  if (!isSection(section)) return notFoundPage(visit);
  const { portal } = visit.words;
  try {
    const {
      items,
      more,
      can_copy = false,
      pictures = [],
    } = await SECTIONS[section](visit, {
      is_home: false,
      cursor,
    });
    const none = {
      subscriptions: portal.noSubscriptions,
      licenses: portal.noLicenses,
      payments: portal.noPayments,
      invoices: portal.noInvoices,
    };
    const title = portal[section];
    return portalPage(visit, {
      title,
      note,
      can_copy,
      pictures,
      main: html`<div class="panel"><h1>${title}</h1>
${items.length > 0 ? html`<ul class="items">${items}</ul>` : html`<p>${none[section]}</p>`}
${more && html`<p class="rests">${more}</p>`}</div>`,
    });
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
  if (!(await ownLicense(visit, license_id))) return notFoundPage(visit);
  try {
    await visit.ask(releaseInstance, { license_id, instance_id });
    return redirectAfterForm(`${visit.address}/note/device-freed`);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return notFoundPage(visit);
    throw error;
  }
};

/** Credit, and what is owed; nothing where there is neither. */
function balanceSection(visit: Visit, { balances }: CustomerRecord): Html | undefined {
  const { portal, amount } = visit.words;
  const all = Object.entries(balances);
  if (all.length === 0) return undefined;
  const text = (value: number, currency: string) =>
    value > 0
      ? portal.haveCredit(amount(value, currency))
      : portal.oweAmount(amount(-value, currency));
  return html`<section class="panel" aria-labelledby="balance-title">
  <h2 id="balance-title">${portal.balance}</h2>
  ${all.map(([currency, value]) => html`<p>${text(value, currency)}</p>`)}
</section>`;
}

function billingSection(visit: Visit, customer: CustomerRecord): Html {
  const { portal } = visit.words;
  const lines = addressLines(visit, customer);
  const shown = lines.map((line, at) => [at > 0 && html`<br>`, html`<bdi>${line}</bdi>`]);
  return html`<section class="panel" aria-labelledby="billing-title">
  <h2 id="billing-title">${portal.billing}</h2>
  ${lines.length > 0 ? html`<p>${shown}</p>` : html`<p class="quiet">${portal.noBilling}</p>`}
  <p><a class="plain" href="${visit.address}/billing">${portal.updateBilling}</a></p>
</section>`;
}
