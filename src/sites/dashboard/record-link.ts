import { type Html, html } from '../../platform/core/html.ts';
import type { Visit } from './visit.ts';

/** Where the pages of records are, by the beginning of their identifiers. */
const PAGES: Record<string, string> = {
  prod: 'products',
  sub: 'subscriptions',
  txn: 'payments',
  inv: 'invoices',
  lic: 'licenses',
  disc: 'discount-codes',
  link: 'payment-links',
  wh: 'webhooks',
  del: 'deliveries',
  evt: 'events',
  mail: 'mails',
};

/** An identifier of this store, with the way to its page if it has one. */
export function recordLink({ address }: Pick<Visit, 'address'>, id: string): Html {
  const [, kind = ''] = /^([a-z]+)_[0-9a-z]{28}$/.exec(id) ?? [];
  const page = Object.hasOwn(PAGES, kind) ? PAGES[kind] : undefined;
  return page === undefined
    ? html`<code>${id}</code>`
    : html`<a href="${address}/${page}/${id}"><code>${id}</code></a>`;
}

/**
 * Where a customer's page is. Browsers take `.` and `..` for folders, encoded or not, but not with
 * a blank behind, which no identifier of a customer ends with.
 */
export function customerAddress({ address }: Pick<Visit, 'address'>, id: string): string {
  const is_folder = id === '.' || id === '..';
  return `${address}/customers/${encodeURIComponent(id)}${is_folder ? '%20' : ''}`;
}

export const customerLink = (visit: Pick<Visit, 'address'>, customer_id: string): Html =>
  html`<a href="${customerAddress(visit, customer_id)}">
  <code>${customer_id}</code></a>`;

/** For the page of a record: who changed it, and when. */
export const auditLink = ({ address }: Pick<Visit, 'address'>, id: string): Html =>
  html`<a href="${address}/audit?target=${encodeURIComponent(id)}">Who changed it</a>`;
