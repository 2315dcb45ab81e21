import { customerCell } from './customer-names.ts';
import type { Column } from './list.ts';
import { instantOrNull } from './text.ts';

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

/** By name or address, which `customerNames` reads for a page (`more`). */
export const customerColumn: Column<{ customer_id: string }> = {
  title: 'Customer',
  wraps: true,
  cell: ({ customer_id }, visit, names) => customerCell(visit, customer_id, names),
  csv: ({ customer_id }) => customer_id,
};
