import assert from 'node:assert/strict';
import { DayInput, Default, Described } from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';
import { parseInstant } from '../../../platform/core/time.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { dayOf } from '../../figures/day.rules.ts';
import { sumTaxes } from '../../figures/tax-sums.sql.ts';
import { ossCsv } from '../../tax/oss-return.rules.ts';
import { taxReport } from '../../tax/tax-report.rules.ts';
import {
  EuroRatesInput,
  parseEuroRates,
  periodProblems,
  rateProblems,
  showReportRow,
  TaxReport,
} from '../../tax/tax-report-record.rules.ts';

export const getTaxReport = operation({
  method: 'GET',
  path: '/get-tax-report',
  summary: 'Add up the taxes of a period',
  description:
    'Payments that were settled from the first to the last day, less refunds and lost disputes, by ' +
    'country, tax, rate, currency and kind. What gives back a sale from before the period is a ' +
    'correction of its quarter. With `oss_csv` and a whole quarter, `oss_csv` of the answer is the ' +
    'text of a CSV file in the shape of a One-Stop-Shop return, in euro: other currencies need the ' +
    'rates that the European Central Bank published for the last day of the quarter.',
  scope: 'read',
  input: Type.Object({
    from: Described('The first day, in UTC', DayInput),
    to: Described('The last day, in UTC', DayInput),
    oss_csv: Default(
      false,
      Type.Boolean({
        description: 'Also answer the CSV file of a One-Stop-Shop return; whole quarters only',
      }),
    ),
    euro_rates: Type.Optional(EuroRatesInput),
  }),
  output: TaxReport,
  errors: [],
  example: { from: '2026-10-01', to: '2026-12-31', oss_csv: true, euro_rates: 'USD:1.0875' },
  check: periodProblems,
  async read({ input, reader, refuse }) {
    const { from, to, oss_csv } = input;
    const [since, until] = [parseInstant(from, 'start'), parseInstant(to, 'end')];
    assert(since !== undefined && until !== undefined, 'days were checked');
    const days = { from, first_day: dayOf(since), last_day: dayOf(until) };
    const rows = taxReport(await sumTaxes(reader, days), { from, to });
    const rates = parseEuroRates(input.euro_rates) ?? {};
    const problems = oss_csv ? rateProblems(rows, rates) : [];
    if (problems.length > 0) throw refuse('invalid_parameters', problems);
    return {
      object: 'tax_report' as const,
      from,
      to,
      rows: rows.map(showReportRow),
      oss_csv: oss_csv ? ossCsv(rows, { from, rates }) : null,
    };
  },
});
