import { type Html, html } from '../../platform/core/html.ts';
import type { Visit } from './visit.ts';

const LIMIT = 12;
const LIMIT_AT_HOME = 5;

export type SectionName = 'subscriptions' | 'licenses' | 'payments' | 'invoices';

/** Which part of a list: its beginning, on the first page of the portal, or a page of its own. */
export type Range = { is_home: true } | { is_home: false; cursor: string | undefined };

export interface Section {
  items: Html[];
  /** The way to the rest. */
  more: Html | undefined;
  /** Pictures of products in it. */
  pictures?: string[];
  /** Whether there is a key in it to copy. */
  can_copy?: boolean;
}

export const listInput = ({ customer_id }: Visit, range: Range) => ({
  customer_id,
  limit: range.is_home ? LIMIT_AT_HOME : LIMIT,
  ...(!range.is_home && range.cursor !== undefined && { cursor: range.cursor }),
});

/** From the first page to all of a list, and from a page of it to what is older. */
export function restLink(
  { address, words: { portal } }: Visit,
  name: SectionName,
  { range, next_cursor }: { range: Range; next_cursor: string | null },
): Html | undefined {
  if (next_cursor === null) return undefined;
  const all = {
    subscriptions: portal.allSubscriptions,
    licenses: portal.allLicenses,
    payments: portal.allPayments,
    invoices: portal.allInvoices,
  };
  return range.is_home
    ? html`<a class="rest" href="${address}/${name}">${all[name]}</a>`
    : html`<a class="rest" href="${address}/${name}/${next_cursor}">${portal.older}</a>`;
}
