import { listApiKeys } from '../../shop/store/list-api-keys.ts';
import type { Visit } from './visit.ts';

export type SectionName =
  | 'overview'
  | 'payments'
  | 'customers'
  | 'subscriptions'
  | 'licenses'
  | 'invoices'
  | 'products'
  | 'payment-links'
  | 'discount-codes'
  | 'events'
  | 'webhooks'
  | 'mails'
  | 'api-keys'
  | 'audit'
  | 'clock'
  | 'brand'
  | 'checkout-settings'
  | 'taxes'
  | 'invoicing'
  | 'mail'
  | 'provider'
  | 'team'
  | 'backups'
  | 'none';

interface Entry {
  name: SectionName;
  path: string;
  label: string;
  is_shown?(visit: Visit): boolean;
}

/** The map of the dashboard. */
export const MENU: { title: string; entries: Entry[] }[] = [
  {
    title: '',
    entries: [
      { name: 'overview', path: '', label: 'Overview' },
      { name: 'payments', path: '/payments', label: 'Payments' },
      { name: 'customers', path: '/customers', label: 'Customers' },
      { name: 'subscriptions', path: '/subscriptions', label: 'Subscriptions' },
      { name: 'licenses', path: '/licenses', label: 'Licenses' },
      { name: 'invoices', path: '/invoices', label: 'Invoices' },
    ],
  },
  {
    title: 'Catalogue',
    entries: [
      { name: 'products', path: '/products', label: 'Products' },
      { name: 'payment-links', path: '/payment-links', label: 'Payment links' },
      { name: 'discount-codes', path: '/discount-codes', label: 'Discount codes' },
    ],
  },
  {
    title: 'Workshop',
    entries: [
      { name: 'events', path: '/events', label: 'Events' },
      { name: 'webhooks', path: '/webhooks', label: 'Webhooks' },
      { name: 'mails', path: '/mails', label: 'Mails' },
      {
        name: 'api-keys',
        path: '/api-keys',
        label: 'API keys',
        is_shown: ({ may }) => may(listApiKeys),
      },
      { name: 'audit', path: '/audit', label: 'Audit log' },
      {
        name: 'clock',
        path: '/clock',
        label: 'Test clock',
        is_shown: ({ store }) => store.mode === 'test',
      },
    ],
  },
  {
    title: 'Settings',
    entries: [
      { name: 'brand', path: '/brand', label: 'Brand' },
      { name: 'checkout-settings', path: '/checkout-settings', label: 'Rules' },
      { name: 'taxes', path: '/taxes', label: 'Taxes' },
      { name: 'invoicing', path: '/invoicing', label: 'Invoicing' },
      { name: 'mail', path: '/mail', label: 'Mail' },
      { name: 'provider', path: '/provider', label: 'Payment provider' },
      { name: 'team', path: '/team', label: 'Team' },
      { name: 'backups', path: '/backups', label: 'Backups' },
    ],
  },
];
