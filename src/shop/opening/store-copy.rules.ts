import type { Static } from 'typebox';
import { Default, Described, OneOf } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { ModeInput, NameInput } from '../store/new-store.rules.ts';

/** So many products, links, codes and tax rates are copied at once: others wait for that long. */
export const RECORDS_MAX = 10_000;

export const copy_fields = {
  mode: Default('live', Described('What the new store will be', ModeInput)),
  name: Type.Optional(
    Described('The name of the new store; by default that of this one', NameInput),
  ),
};

const Count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

export const Copied = Type.Object(
  {
    products: Count('Products and plans that are sold, with their identifiers and pictures', 3),
    payment_links: Count('Payment links of these products, with their slugs', 2),
    discount_codes: Count('Discount codes, none of them used yet', 1),
    tax_rates: Count('Tax rates of your own', 0),
    webhooks: Count('Webhooks, switched off and with new secrets', 1),
    members: Count('Members of the team, with their roles. Owners are in every store', 2),
  },
  { title: 'CopiedRecords' },
);

export const Left = Type.Object(
  {
    archived_products: Count('Products that are archived', 1),
    payment_links: Count('Payment links of archived products', 0),
    discount_codes: Count('Discount codes that count for archived products alone', 0),
    webhooks: Count('Webhooks to addresses that only a test store may use', 0),
  },
  { title: 'LeftRecords' },
);

export type CopiedCounts = Static<typeof Copied>;
export type LeftCounts = Static<typeof Left>;

export const isTooLarge = (counts: Omit<CopiedCounts, 'webhooks' | 'members'>): boolean =>
  counts.products + counts.payment_links + counts.discount_codes + counts.tax_rates > RECORDS_MAX;

export const StoreMode = OneOf(['test', 'live'], {
  description: 'What the new store would be',
  examples: ['live'],
});
