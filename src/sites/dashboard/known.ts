import type { Static } from 'typebox';
import { getProduct } from '../../shop/catalogue/products/get-product.ts';
import type { Customer } from '../../shop/customers/customer.rules.ts';
import { getCustomer } from '../../shop/customers/get-customer.ts';
import { listInvoices } from '../../shop/money/invoices/list-invoices.ts';
import type { Visit } from './visit.ts';

type KnownCustomer = Pick<Static<typeof Customer>, 'name' | 'email' | 'country'>;

/** What a table says of records that its rows name by their identifiers alone. */
export interface Known {
  customers: ReadonlyMap<string, KnownCustomer>;
  /** The names of products. */
  products: ReadonlyMap<string, string>;
  /** The numbers of invoices, by their addresses. */
  invoices: ReadonlyMap<string, string>;
}

export const NOTHING_KNOWN: Known = {
  customers: new Map(),
  products: new Map(),
  invoices: new Map(),
};

/** What is looked up for the rows of a page, each record once. */
export async function readKnown(
  visit: Visit,
  rows: readonly object[],
  names: readonly (keyof Known)[],
): Promise<Known> {
  const wants = (name: keyof Known) => names.includes(name);
  const [customers, products, invoices] = await Promise.all([
    wants('customers') ? readCustomers(visit, rows) : NOTHING_KNOWN.customers,
    wants('products') ? readProducts(visit, rows) : NOTHING_KNOWN.products,
    wants('invoices') ? readNumbers(visit, rows) : NOTHING_KNOWN.invoices,
  ]);
  return { customers, products, invoices };
}

async function readCustomers(visit: Visit, rows: readonly object[]) {
  const ids = namedBy(rows, 'customer_id');
  const found = await Promise.all(
    ids.map((customer_id) => visit.ask(getCustomer, { customer_id })),
  );
  return new Map(found.map((one) => [one.customer_id, one]));
}

async function readProducts(visit: Visit, rows: readonly object[]) {
  const ids = namedBy(rows, 'product_id');
  const found = await Promise.all(ids.map((product_id) => visit.ask(getProduct, { product_id })));
  return new Map(found.map(({ product_id, name }) => [product_id, name]));
}

/** A payment names its invoice by its address; the number is what a bookkeeper wants. */
async function readNumbers(visit: Visit, rows: readonly object[]) {
  const with_invoice = rows.filter((row) => textOf(row, 'invoice_url') !== undefined);
  const ids = namedBy(with_invoice, 'transaction_id');
  const found = await Promise.all(
    ids.map((transaction_id) => visit.ask(listInvoices, { transaction_id, limit: 100 })),
  );
  return new Map(found.flatMap(({ data }) => data.map((one) => [one.invoice_url, one.number])));
}

const namedBy = (rows: readonly object[], name: string): string[] => [
  ...new Set(rows.flatMap((row) => textOf(row, name) ?? [])),
];

function textOf(row: object, name: string): string | undefined {
  const value: unknown = Reflect.get(row, name);
  return typeof value === 'string' ? value : undefined;
}
