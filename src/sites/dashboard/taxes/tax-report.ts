import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { isoInstant } from '../../../platform/core/time.ts';
import type { PageAnswer, PageRequest } from '../../../platform/http/page.ts';
import { getTaxReport } from '../../../shop/money/transactions/get-tax-report.ts';
import type { TaxReport } from '../../../shop/tax/tax-report-record.rules.ts';
import { route } from '../../shared/router.ts';
import { plainColumn } from '../columns.ts';
import { csvAnswer } from '../csv.ts';
import { field } from '../field.ts';
import { type Filled, filledWith, inputs, pair, part, sendForm } from '../form.ts';
import { card, dashboardPage } from '../layout.ts';
import { type Column, rowsTable } from '../list.ts';
import type { Handler, Visit } from '../visit.ts';

type Report = Static<typeof TaxReport>;
type Row = Report['rows'][number];

const FIELDS = {
  from: field.text({ label: 'First day', type: 'date' }),
  to: field.text({ label: 'Last day', type: 'date' }),
  euro_rates: field.optionalText({
    label: 'Rates of the European Central Bank',
    hint: 'For the One-Stop-Shop, units for one euro: USD:1.0875,GBP:0.8412',
  }),
};

const KINDS: Record<Row['kind'], string> = {
  charged: 'Charged',
  reverse_charge: 'Reverse charge',
  zero: 'Zero rate',
  exempt: 'Exempt',
  not_registered: 'Not registered there',
  out_of_scope: 'Not taxed there',
};

const columns: Column<Row>[] = [
  {
    title: 'Country',
    cell: ({ country }: Row, { words }) =>
      country === null ? 'Unknown' : words.countryName(country),
    csv: ({ country }) => country,
  },
  plainColumn('Region', 'region'),
  {
    title: 'Kind',
    cell: ({ kind }) => KINDS[kind],
    csv: ({ kind }) => kind,
  },
  {
    title: 'Tax',
    cell: ({ name, rate }) => name && `${name} ${rate} %`,
    csv: ({ name }) => name,
  },
  { title: 'Rate', cell: ({ rate_type }) => rate_type, csv: ({ rate }) => rate },
  plainColumn('Scheme', 'scheme'),
  plainColumn('Corrects', 'corrects_quarter'),
  {
    title: 'Net',
    cell: ({ net, currency }: Row, { words }) => words.amount(net, currency),
    csv: ({ net }) => net,
    is_number: true,
  },
  {
    title: 'Tax paid',
    cell: ({ tax, currency }: Row, { words }) => words.amount(tax, currency),
    csv: ({ tax }) => tax,
    is_number: true,
  },
  plainColumn('Currency', 'currency'),
];

/** The quarter before the one that it is now. */
function lastQuarter(now: number): { from: string; to: string } {
  const day = new Date(now);
  const first = Math.floor(day.getUTCMonth() / 3) * 3;
  const at = (month: number, date: number) =>
    isoInstant(Date.UTC(day.getUTCFullYear(), month, date)).slice(0, 10);
  return { from: at(first - 3, 1), to: at(first, 0) };
}

const readReport = (visit: Visit, form: ReadonlyMap<string, string>, oss_csv: boolean) =>
  sendForm(
    { fields: FIELDS, sent: { form }, refused: 'There is no such report' },
    async ({ from, to, euro_rates }) =>
      visit.ask(getTaxReport, { from, to, oss_csv, ...(euro_rates !== null && { euro_rates }) }),
  );

const reportPage = (visit: Visit, filled: Filled, report?: Report): PageAnswer =>
  dashboardPage(visit, {
    title: 'Tax report',
    section: 'taxes',
    refusal: filled.refusal,
    main: html`<form class="form" action="${visit.address}/taxes/report" novalidate>
${part(
  'Period',
  pair(inputs(FIELDS, filled, ['from', 'to'])),
  inputs(FIELDS, filled, ['euro_rates']),
)}
<div class="actions"><button class="button">Show</button>
<button class="button second" formaction="${visit.address}/taxes/report.csv">Download CSV</button>
<button class="button second" formaction="${visit.address}/taxes/oss.csv">
Download One-Stop-Shop return</button></div></form>
${report && shown(visit, report)}`,
  });

const NOTHING = 'Nothing was sold and nothing given back in this period.';

const shown = (visit: Visit, { rows, from, to }: Report): Html =>
  card(
    `${visit.words.day(from)} to ${visit.words.day(to)}`,
    rowsTable(visit, { title: 'Taxes', columns, empty: NOTHING }, rows),
  );

const show: Handler = async (visit, request) => {
  const query = request.readQuery();
  const form = query.has('from') ? query : filledWith(FIELDS, lastQuarter(visit.now)).typed;
  const sent = await readReport(visit, form, false);
  if ('again' in sent) return reportPage(visit, sent.again);
  return reportPage(visit, { typed: form, problems: new Map(), refusal: undefined }, sent.done);
};

const nameOf = (request: PageRequest): string => {
  const days = ['from', 'to'].map((name) => request.readQuery().get(name) ?? '');
  return days
    .join('-')
    .replaceAll(/[^\d-]/g, '')
    .slice(0, 30);
};

const download: Handler = async (visit, request) => {
  const sent = await readReport(visit, request.readQuery(), false);
  if ('again' in sent) return reportPage(visit, sent.again);
  const { rows } = sent.done;
  return csvAnswer({
    name: `taxes-${nameOf(request)}`,
    columns,
    readPage: async () => ({ data: rows, next_cursor: null }),
  });
};

const downloadReturn: Handler = async (visit, request) => {
  const sent = await readReport(visit, request.readQuery(), true);
  if ('again' in sent) return reportPage(visit, sent.again);
  return {
    status: 200,
    type: 'text/csv; charset=utf-8',
    body: sent.done.oss_csv ?? '',
    headers: {
      'Content-Disposition': `attachment; filename="oss-${nameOf(request)}.csv"`,
      'Cache-Control': 'no-store',
    },
  };
};

export const taxReportRoutes = [
  route('/taxes/report', { GET: show }),
  route('/taxes/report.csv', { GET: download }),
  route('/taxes/oss.csv', { GET: downloadReturn }),
];
