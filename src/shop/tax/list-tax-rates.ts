import { Country, Described, List, page_parameters } from '../../platform/core/fields.ts';
import { listPage, readCursor } from '../../platform/core/pagination.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { showTaxRate, TaxRateRecord } from './tax-rate-record.rules.ts';
import { listTaxRateRows } from './tax-rules.sql.ts';

export const listTaxRates = operation({
  method: 'GET',
  path: '/list-tax-rates',
  summary: 'List the tax rates of your own',
  description:
    'Newest first, also those that hold no more or not yet. Built-in rates are not listed.',
  scope: 'read',
  input: Type.Object({
    country: Type.Optional(Described('Only rates of this country', Country)),
    ...page_parameters,
  }),
  output: List(TaxRateRecord),
  errors: [],
  example: { country: 'US' },
  async read({ input, reader }) {
    const { limit, country } = input;
    const [before] = readCursor(input.cursor, 'tax_rates', ['']) ?? ['z'];
    const listing = { country: country?.toUpperCase() ?? null, before, limit: limit + 1 };
    return listPage(await listTaxRateRows(reader, listing), {
      list: 'tax_rates',
      limit,
      show: showTaxRate,
      cursor: (row) => [row.tax_rate_id],
    });
  },
});
