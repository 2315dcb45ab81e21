import { KeptEmail } from '../../../platform/core/address-fields.ts';
import {
  Currency,
  CurrencyCode,
  Described,
  List,
  Nullable,
  page_parameters,
} from '../../../platform/core/fields.ts';
import { fromMinor } from '../../../platform/core/money.ts';
import { listPage, readCursor } from '../../../platform/core/pagination.ts';
import { CustomerId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { dayOf } from '../../figures/day.rules.ts';
import { chooseCurrency } from './choose-currency.ts';
import { type CustomerSalesRow, listCustomerSales, salesOfCustomer } from './groups.sql.ts';

const BestCustomer = Type.Object({
  object: Type.Literal('customer_sales'),
  customer_id: CustomerId,
  email: Nullable(KeptEmail),
  name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
  currency: CurrencyCode,
  payments: Type.Integer({ description: 'Payments of more than 0', examples: [12] }),
  gross_volume: Type.Number({ description: 'What they paid, with tax', examples: [588] }),
  refunded: Type.Number({ description: 'What was refunded', examples: [49] }),
  disputed: Type.Number({ description: 'What banks took back for disputes', examples: [0] }),
  net_sales: Type.Number({
    description: 'gross_volume - refunded - disputed, since the first payment',
    examples: [539],
  }),
});

const YEAR_DAYS = 365;

export const listBestCustomers = operation({
  method: 'GET',
  path: '/list-best-customers',
  summary: 'List customers by what they have bought, the most first',
  description:
    'Since their first payment, in one currency: amounts of different currencies are never added. ' +
    'With `customer_id`: what this customer has bought, in each currency.',
  scope: 'read',
  input: Type.Object({
    currency: Type.Optional(
      Described('Default: the one with the most payments of the last year', Currency),
    ),
    customer_id: Type.Optional(Described('Only this customer, in each currency', CustomerId)),
    ...page_parameters,
  }),
  output: List(BestCustomer),
  errors: [],
  async read({ input, reader, now }) {
    if (input.customer_id !== undefined) {
      const rows = await salesOfCustomer(reader, input.customer_id);
      return listPage(rows, { ...LISTED, limit: rows.length });
    }
    const to = dayOf(now);
    const of = {
      ...(input.currency !== undefined && { currency: input.currency }),
      product_id: '',
    };
    const { currency } = await chooseCurrency(reader, of, { from: to - YEAR_DAYS, to });
    const { limit, cursor } = input;
    const [before_minor, before] = readCursor(cursor, 'best-customers', [0, '']) ?? [
      Number.MAX_SAFE_INTEGER,
      '',
    ];
    const range = { currency: currency ?? '', before_minor, before, limit: limit + 1 };
    return listPage(await listCustomerSales(reader, range), { ...LISTED, limit });
  },
});

function showCustomerSales(row: CustomerSalesRow) {
  const money = (minor: number) => fromMinor(minor, row.currency);
  return {
    object: 'customer_sales' as const,
    customer_id: row.customer_id,
    email: row.email,
    name: row.name,
    currency: row.currency,
    payments: row.payments,
    gross_volume: money(row.gross_minor),
    refunded: money(row.refunded_minor),
    disputed: money(row.disputed_minor),
    net_sales: money(row.net_minor),
  };
}

const LISTED = {
  list: 'best-customers',
  show: showCustomerSales,
  cursor: ({ net_minor, customer_id }: CustomerSalesRow) => [net_minor, customer_id],
};
