import { listApiKeys } from '../../shop/store/list-api-keys.ts';
import type { Visit } from './visit.ts';

/** The map of the dashboard: what is below each heading, by the first part of its address. */
export const MENU = [
  {
    title: '',
    entries: {
      ...{ overview: 'Overview', sales: 'Sales', payments: 'Payments', customers: 'Customers' },
      ...{ subscriptions: 'Subscriptions', licenses: 'Licenses', invoices: 'Invoices' },
    },
  },
  {
    title: 'Catalogue',
    entries: {
      products: 'Products',
      'payment-links': 'Payment links',
      'discount-codes': 'Discount codes',
    },
  },
  {
    title: 'Developers',
    entries: {
      ...{ events: 'Events', webhooks: 'Webhooks', mails: 'Mails', 'api-keys': 'API keys' },
      ...{ audit: 'Audit log', clock: 'Test clock' },
    },
  },
  {
    title: 'Settings',
    entries: {
      ...{ brand: 'Brand', 'checkout-settings': 'Rules', taxes: 'Taxes', invoicing: 'Invoicing' },
      ...{ mail: 'Mail', provider: 'Payment provider', team: 'Team', backups: 'Backups' },
      'go-live': 'Go live',
    },
  },
];

type NamesOf<Entries> = Entries extends object ? keyof Entries : never;

export type SectionName = NamesOf<(typeof MENU)[number]['entries']> | 'none';

const LABELS = new Map(MENU.flatMap(({ entries }) => Object.entries<string>(entries)));

/** The page that an entry leads to, and what it is called. */
export const sectionPage = ({ address }: Pick<Visit, 'address'>, section: SectionName) => ({
  ...{ at: `${address}/${section}`, name: sectionName(section) },
});

export const sectionName = (section: SectionName): string => LABELS.get(section) ?? '';

export const isShown = ({ may, store, role }: Visit, name: string): boolean =>
  (name !== 'api-keys' || may(listApiKeys)) &&
  (name !== 'clock' || store.mode === 'test') &&
  (name !== 'go-live' || (store.mode === 'test' && role === 'owner'));
