import { type Html, html } from '../../platform/core/html.ts';
import { getCustomer } from '../../shop/customers/get-customer.ts';
import { customerAddress } from './record-link.ts';
import { emailText } from './text.ts';
import type { Visit } from './visit.ts';

/** Names or addresses of customers, by their identifiers. */
export async function customerNames(
  visit: Visit,
  rows: readonly { customer_id: string }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ customer_id }) => customer_id))];
  const found = await Promise.all(
    ids.map(async (customer_id) => visit.ask(getCustomer, { customer_id })),
  );
  return new Map(
    found.map(({ customer_id, name, email }) => [customer_id, email ?? name ?? customer_id]),
  );
}

export const customerCell = (
  visit: Visit,
  customer_id: string,
  names: ReadonlyMap<string, string>,
): Html =>
  html`<a href="${customerAddress(visit, customer_id)}">${emailText(
    names.get(customer_id) ?? customer_id,
  )}</a>`;
