import { Text } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';
import { queryWords } from '../../../platform/core/words.ts';
import { searchRanked } from '../../../platform/db/search.ts';
import { operation } from '../../../platform/operation/operation.ts';
import type { StoreWork } from '../../../platform/operation/work.ts';
import { foldCode } from '../../catalogue/discounts/discount.rules.ts';
import { findDiscountByCode } from '../../catalogue/discounts/discount.sql.ts';
import { productScope, productText } from '../../catalogue/products/product.rules.ts';
import { searchProductRows } from '../../catalogue/products/product.sql.ts';
import { customerScope, customerText, foldEmail } from '../../customers/customer.rules.ts';
import {
  type CustomerWithBilling,
  findCustomer,
  listCustomerRows,
  searchCustomerRows,
} from '../../customers/customer.sql.ts';
import { findLicenseByKey, findLicenseWithInstances } from '../../licenses/license.sql.ts';
import { hashLicenseKey, parseLicenseKey } from '../../licenses/license-key.rules.ts';
import { searchByKeyPart } from '../../licenses/search-by-key-part.ts';
import { findInvoiceByNumber } from '../../money/invoices/invoice.sql.ts';
import { findByReference } from '../../money/transactions/transaction.sql.ts';
import { findById, invoiceHit, paymentHit } from './find-by-id.ts';
import {
  HITS_OF_KIND,
  Hit,
  inOrder,
  lastFourIn,
  NO_WORTH,
  type ShownHit,
  worthOf,
} from './hit.rules.ts';
import { listPaidByCard, type PaidByCard } from './paid-by-card.sql.ts';

export const searchStore = operation({
  method: 'GET',
  path: '/search-store',
  summary: 'Search everything in the store',
  description:
    'Customers by words of their name, address and identifier; records by their identifier; license ' +
    'keys by any four characters of them that follow each other; invoices by number; payments by ' +
    'the last four digits of the card or by the name that the provider gave them; discount codes; ' +
    `products by words of their name. Exact hits first, at most ${HITS_OF_KIND} of a kind.`,
  scope: 'read',
  input: Type.Object({
    query: Text(1, 200, { description: 'What to look for', examples: ['ada@example.com'] }),
  }),
  output: Type.Object({
    object: Type.Literal('search_result'),
    hits: Type.Array(Hit),
  }),
  errors: [],
  example: { query: 'ada@example.com' },
  async read({ input, ...reading }) {
    const query = input.query.trim();
    const found =
      query === '' ? [] : await Promise.all(SEARCHES.map((find) => find(reading, query)));
    return { object: 'search_result' as const, hits: inOrder(found.flat()) };
  },
});

type Reading = Pick<StoreWork, 'reader' | 'store' | 'services'>;
type Search = (reading: Reading, query: string) => Promise<ShownHit[]>;

const byId: Search = ({ reader, services }, query) =>
  findById({ reader, revealKey: services.licensing.revealKey }, query);

const customers: Search = async ({ reader, store }, query) => {
  const known = await findCustomer(reader, query);
  const email = { order: 'newest', entry: Number.MAX_SAFE_INTEGER, limit: HITS_OF_KIND } as const;
  const with_email = await listCustomerRows(reader, foldEmail(query), email);
  const { found } = await searchRanked({
    reader,
    scopes: [customerScope(store.number)],
    ...queryWords(query),
    limit: HITS_OF_KIND,
    after: undefined,
    find: (where) => searchCustomerRows(reader, { ...where, email_folded: null }),
    text: ({ customer }) => customerText(customer, store.number),
  });
  const hit = ({ customer }: CustomerWithBilling, is_exact: boolean): ShownHit => ({
    kind: 'customer',
    record_id: customer.customer_id,
    label: customer.name || customer.email || customer.customer_id,
    detail: customer.email,
    customer_id: customer.customer_id,
    ...NO_WORTH,
    is_exact,
  });
  return [
    ...(known ? [hit(known, true)] : []),
    ...with_email.map((one) => hit(one, true)),
    ...found.map(({ row }) => hit(row, false)),
  ];
};

const licenses: Search = async ({ reader, store, services: { licensing } }, query) => {
  const hit = (row: { license_id: string; key_seed: string; customer_id: string }) => ({
    kind: 'license' as const,
    record_id: row.license_id,
    label: licensing.revealKey(row.key_seed),
    detail: null,
    customer_id: row.customer_id,
    ...NO_WORTH,
  });
  const whole = parseLicenseKey(query);
  if (whole !== undefined) {
    const found = await findLicenseByKey(reader, hashLicenseKey(whole));
    return found ? [{ ...hit(found.row), is_exact: true }] : [];
  }
  const all = { filter: {}, before_entry: Number.MAX_SAFE_INTEGER, limit: HITS_OF_KIND };
  const { rows } = await searchByKeyPart({ reader, store, licensing, part: query, ...all });
  const found = await Promise.all(
    rows.map(({ license_id }) => findLicenseWithInstances(reader, license_id)),
  );
  return found.flatMap((one) => (one ? { ...hit(one.row), is_exact: false } : []));
};

const payments: Search = async ({ reader, store, services }, query) => {
  const provider = services.gatewayOf(store)?.provider;
  const named =
    provider === undefined || !/^\w{3,255}$/.test(query)
      ? undefined
      : await findByReference(reader, { provider, reference: query });
  const last_four = lastFourIn(query);
  const of_card =
    last_four === undefined ? [] : await listPaidByCard(reader, { last_four, limit: HITS_OF_KIND });
  const hit = (row: PaidByCard, is_exact: boolean): ShownHit => ({
    kind: 'transaction',
    record_id: row.transaction_id,
    is_exact,
    ...paymentHit(row),
  });
  return [...(named ? [hit(named, true)] : []), ...of_card.map((row) => hit(row, false))];
};

const invoices: Search = async ({ reader }, query) => {
  const found =
    (await findInvoiceByNumber(reader, query)) ??
    (await findInvoiceByNumber(reader, query.toUpperCase()));
  return found
    ? [{ kind: 'invoice', record_id: found.invoice_id, is_exact: true, ...invoiceHit(found) }]
    : [];
};

const discounts: Search = async ({ reader }, query) => {
  const found = await findDiscountByCode(reader, foldCode(query));
  return found
    ? [
        {
          kind: 'discount_code',
          record_id: found.discount_id,
          label: found.code,
          detail: null,
          customer_id: null,
          ...NO_WORTH,
          is_exact: true,
        },
      ]
    : [];
};

const products: Search = async ({ reader, store }, query) => {
  const { found } = await searchRanked({
    reader,
    scopes: [productScope(store.number, 'active'), productScope(store.number, 'archived')],
    ...queryWords(query),
    limit: HITS_OF_KIND,
    after: undefined,
    find: (where) => searchProductRows(reader, { currency: null, billing_type: null, ...where }),
    text: (row) => productText(row, store.number),
  });
  return found.map(({ row }) => ({
    kind: 'product' as const,
    record_id: row.product_id,
    label: row.name,
    detail: row.status,
    customer_id: null,
    ...worthOf(row.price_minor, row.currency, row.created_at),
    is_exact: row.name.toLowerCase() === query.toLowerCase(),
  }));
};

const SEARCHES: Search[] = [byId, customers, licenses, payments, invoices, discounts, products];
