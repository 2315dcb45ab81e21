import { type Html, html } from '../../platform/core/html.ts';
import type { SectionName } from './menu.ts';
import type { Visit } from './visit.ts';

/** The page of the documentation about each section, below /docs. */
export const GUIDES: Record<SectionName, string> = {
  ...{
    none: 'dashboard',
    overview: 'dashboard#overview',
    sales: 'metrics#sales-by-product-country-code-and-link',
    payments: 'payments',
  },
  ...{ customers: 'dashboard#customers', subscriptions: 'subscriptions', licenses: 'licensing' },
  ...{ invoices: 'invoices', products: 'dashboard#products', 'payment-links': 'payment-links' },
  ...{ 'discount-codes': 'dashboard#discount-codes', events: 'webhooks', webhooks: 'webhooks' },
  ...{ mails: 'mail', 'api-keys': 'api', audit: 'audit', clock: 'dashboard#test-clock' },
  ...{ brand: 'brand', 'checkout-settings': 'dashboard#settings', taxes: 'taxes' },
  ...{ invoicing: 'invoices', mail: 'mail', provider: 'payments', team: 'dashboard-access' },
  ...{ backups: 'backups', 'go-live': 'opening#go-live' },
};

/** To what is written about this section. */
export const guideLink = ({ base_path }: Pick<Visit, 'base_path'>, section: SectionName): Html =>
  html`<a class="guide-link" href="${base_path}/docs/${GUIDES[section]}">Guide</a>`;
