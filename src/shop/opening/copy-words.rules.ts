import type { CopiedCounts, LeftCounts } from './store-copy.rules.ts';
import { RECORDS_MAX } from './store-copy.rules.ts';

// What a copy takes and leaves, in the words of the command and of the dashboard.

type Count = keyof CopiedCounts | `archived_products`;

const NAMES: Record<Count, [one: string, many: string]> = {
  products: ['product or plan', 'products and plans'],
  payment_links: ['payment link', 'payment links'],
  discount_codes: ['discount code', 'discount codes'],
  tax_rates: ['tax rate', 'tax rates'],
  webhooks: ['webhook', 'webhooks'],
  members: ['member of the team', 'members of the team'],
  archived_products: ['archived product', 'archived products'],
};

const MORE: { [count in Count]?: string } = {
  webhooks: 'switched off, with new secrets',
  members: 'with their roles',
};

/** Without numbers: the settings, which a copy always has. */
export const ALWAYS_COPIED =
  'Brand, rules, taxes and who sells, invoice texts, mail texts. Mails are switched on.';

export const NEVER_COPIED =
  'Customers, payments, subscriptions, licenses, invoices, mails, API keys, invitations, ' +
  'the payment provider.';

const isCount = (name: string): name is Count => name in NAMES;

/** `3 products and plans`, a line each; nothing of what there is none of. */
export const countedLines = (counts: CopiedCounts | LeftCounts): string[] =>
  Object.entries(counts).flatMap(([name, count]) =>
    isCount(name) && count > 0 ? [lineOf(name, count, 'members' in counts)] : [],
  );

function lineOf(name: Count, count: number, is_copied: boolean): string {
  const [one, many] = NAMES[name];
  const number = count > RECORDS_MAX ? 'more than 10,000' : count.toLocaleString('en');
  const more = is_copied ? MORE[name] : name === 'archived_products' ? undefined : LEFT[name];
  return `${number} ${count === 1 ? one : many}${more === undefined ? '' : `: ${more}`}`;
}

const LEFT: { [count in Count]?: string } = {
  payment_links: 'of archived products',
  discount_codes: 'for archived products alone',
  webhooks: 'to addresses that only a test store may use',
};
