import { type Html, html } from '../../platform/core/html.ts';
import type { Known } from './known.ts';
import type { Column } from './list.ts';
import { emailText, instantOrNull, when } from './text.ts';
import type { Visit } from './visit.ts';

type Of<Name extends string, Value> = { [name in Name]: Value };

/** A day, in words; in the CSV the instant. */
export const dayColumn = <Name extends string>(
  title: string,
  name: Name,
): Column<Of<Name, string | null>> => ({
  title,
  cell: ({ [name]: at }, { words }) => at && words.day(at),
  csv: (row) => row[name],
});

/** When it was, as people say it; second in each list. In the CSV the instant. */
export const whenColumn = <Name extends string>(
  title: string,
  name: Name,
): Column<Of<Name, string>> => ({
  ...{ title, place: 'when' },
  cell: ({ [name]: at }, visit) => when(visit, at),
  csv: (row) => row[name],
});

/** An instant, to the minute. */
export const instantColumn = <Name extends string>(
  title: string,
  name: Name,
): Column<Of<Name, string | null>> => ({
  title,
  cell: (row) => instantOrNull(row[name]),
  csv: (row) => row[name],
});

/** What stands in the record, as it is. */
export const plainColumn = <Name extends string>(
  title: string,
  name: Name,
): Column<Of<Name, string | null>> => ({
  title,
  cell: (row) => row[name],
  csv: (row) => row[name],
});

/** In the CSV alone. */
export const csvColumn = <Name extends string>(
  title: string,
  name: Name,
): Column<Of<Name, string | number | null>> => ({ title, csv: (row) => row[name] });

type OfCustomer = { customer_id: string };

/** What a customer is called: by name, by address, or by the identifier that there always is. */
export function customerName(known: Known, customer_id: string): string {
  const { name, email } = known.customers.get(customer_id) ?? { name: null, email: null };
  return name || email || customer_id;
}

/** The name, with what the row leads to behind it, and the address under it. */
function customerLines(known: Known, customer_id: string, at: string): Html {
  const name = customerName(known, customer_id);
  const email = known.customers.get(customer_id)?.email;
  return html`<a href="${at}">${emailText(name)}</a>${
    email && email !== name && html`<span class="below quiet" title="${email}">${email}</span>`
  }`;
}

/** Who: the name leads to the page of the row, and so does the whole row. */
export const whoColumn = <Row extends OfCustomer>(
  at: (row: Row, visit: Visit) => string,
): Column<Row> => ({
  ...{ title: 'Customer', place: 'who', wraps: true },
  cell: (row, visit, known) => customerLines(known, row.customer_id, at(row, visit)),
  csv: ({ customer_id }, known) => known.customers.get(customer_id)?.name ?? null,
});

/** Of the customer, in the CSV alone: how a bookkeeper knows them. */
export const customer_csv_columns: readonly Column<OfCustomer>[] = [
  {
    title: 'E-mail',
    csv: ({ customer_id }, known) => known.customers.get(customer_id)?.email ?? null,
  },
  {
    title: 'Country',
    csv: ({ customer_id }, known) => known.customers.get(customer_id)?.country ?? null,
  },
  csvColumn('Customer identifier', 'customer_id'),
];
