import type { Static } from 'typebox';
import { Refusal } from '../../../platform/core/errors.ts';
import { type Html, html } from '../../../platform/core/html.ts';
import type { PageRequest } from '../../../platform/http/page.ts';
import { dayOf, dayText } from '../../../shop/figures/day.rules.ts';
import { DIMENSIONS, type Dimension } from '../../../shop/figures/figure-change.rules.ts';
import { getMetrics } from '../../../shop/insight/metrics/get-metrics.ts';
import { listBestCustomers } from '../../../shop/insight/metrics/list-best-customers.ts';
import { route } from '../../shared/router.ts';
import { csvAnswer } from '../csv.ts';
import { card, dashboardPage } from '../layout.ts';
import { type Column, listRoutesFor, rowsTable } from '../list.ts';
import { customerAddress } from '../record-link.ts';
import type { Handler, Visit } from '../visit.ts';

type Metrics = Static<typeof getMetrics.output>;
type Group = NonNullable<Metrics['groups']>[number];

const DIMENSION_NAMES: Record<Dimension, string> = {
  product: 'Product',
  country: 'Country',
  code: 'Discount code',
  link: 'Payment link',
};

const DAYS = 30;

interface Asked {
  by: Dimension;
  from: string;
  to: string;
  currency: string | undefined;
}

/** What is in the address; the last thirty days where it says nothing. */
function askedFor({ now }: Visit, request: PageRequest): Asked {
  const query = request.readQuery();
  const by = DIMENSIONS.find((one) => one === query.get('by')) ?? 'product';
  const to = query.get('to')?.trim() || dayText(dayOf(now));
  const from = query.get('from')?.trim() || dayText(dayOf(now) - DAYS + 1);
  return { by, from, to, currency: /^[A-Z]{3}$/.exec(query.get('currency') ?? '')?.[0] };
}

const readSales = (visit: Visit, { by, from, to, currency }: Asked): Promise<Metrics> =>
  visit.ask(getMetrics, { group_by: by, from, to, currency });

/** By where they came from, in any days, beside as many before. */
const showSales: Handler = async (visit, request) => {
  const asked = askedFor(visit, request);
  try {
    const found = await readSales(visit, asked);
    return salesPage(visit, asked, found);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    const text = error.details.map(({ param, message }) => `${param}: ${message}`).join('; ');
    return dashboardPage(visit, {
      section: 'sales',
      refusal: { title: 'These days cannot be shown', text },
      main: daysForm(visit, asked, []),
    });
  }
};

const salesPage = (visit: Visit, asked: Asked, found: Metrics) => {
  const { words, address } = visit;
  const { currency, totals, previous, groups } = found;
  const query = addressOf(asked, currency);
  const csv = html`<a class="small" href="${address}/sales.csv${query}" download>CSV</a>`;
  return dashboardPage(visit, {
    section: 'sales',
    files: ['/overview.css'],
    main: html`${daysForm(visit, { ...asked, currency: currency ?? undefined }, found.currencies)}
<nav class="choice" aria-label="By">${DIMENSIONS.map(
      (by) =>
        html`<a href="${address}/sales${addressOf({ ...asked, by }, currency)}"${
          by === asked.by && html` aria-current="true"`
        }>${DIMENSION_NAMES[by]}</a>`,
    )}<a href="${address}/best-customers${
      currency !== null && `?currency=${currency}`
    }">Customer</a></nav>
${
  currency === null
    ? html`<div class="empty">Nothing was sold in these days. What was sold is shown here by
product, country, code and payment link.</div>`
    : html`<p><strong>${words.amount(soldIn(totals), currency)}</strong> in ${words.number(
        totals.payments,
      )} payments from ${asked.from} to ${asked.to}; ${words.amount(soldIn(previous), currency)} in
${words.number(previous.payments)} from ${previous.from} to ${previous.to}.</p>
${card(
  `By ${DIMENSION_NAMES[asked.by].toLowerCase()}`,
  groupsTable(visit, { by: asked.by, currency, groups: groups ?? [] }),
  csv,
)}`
}`,
  });
};

const soldIn = ({ gross_volume, refunded, disputed }: Metrics['totals'] | Metrics['previous']) =>
  Math.round((gross_volume - refunded - disputed) * 1000) / 1000;

function addressOf({ by, from, to }: Asked, currency: string | null): string {
  const of = { by, from, to, ...(currency !== null && { currency }) };
  return `?${new URLSearchParams(of).toString()}`;
}

const daysForm = (
  { address }: Visit,
  { by, from, to, currency }: Asked,
  currencies: string[],
): Html => html`<form class="filters" action="${address}/sales">
<input type="hidden" name="by" value="${by}">
<div><label for="from">From</label><input id="from" name="from" type="date" value="${from}"></div>
<div><label for="to">To</label><input id="to" name="to" type="date" value="${to}"></div>
${
  currencies.length > 1
    ? html`<div><label for="currency">Currency</label>
<select id="currency" name="currency">${currencies.map(
        (one) => html`<option${one === currency && html` selected`}>${one}</option>`,
      )}</select></div>`
    : currency !== undefined && html`<input type="hidden" name="currency" value="${currency}">`
}
<div class="actions"><button class="button small">Show</button></div></form>`;

interface Shown {
  by: Dimension;
  currency: string;
  groups: Group[];
  /** Beside others on a page: without what is on the page of sales. */
  is_short?: boolean;
}

/** What was sold by each, beside the days before; also on the page of a product. */
export function groupsTable(visit: Visit, { by, currency, groups, is_short }: Shown): Html {
  if (groups.length === 0) {
    const way = by === 'code' || by === 'link' ? ` with a ${by}` : '';
    return html`<p class="quiet">Nothing was sold${way} in these days.</p>`;
  }
  const all = columnsOf(by, currency);
  const columns = is_short ? all.filter(({ title }) => !LONG.includes(title)) : all;
  return rowsTable(visit, { title: `By ${DIMENSION_NAMES[by].toLowerCase()}`, columns }, groups);
}

const LONG = ['Paid', 'Given back', 'Before'];

const PAGES: Partial<Record<Dimension, string>> = {
  product: 'products',
  code: 'discount-codes',
  link: 'payment-links',
};

function columnsOf(by: Dimension, currency: string): Column<Group>[] {
  const money = (title: string, of: (group: Group) => number): Column<Group> => ({
    ...{ title, is_number: true, csv: of },
    cell: (group, { words }) => words.amount(of(group), currency),
  });
  return [
    {
      title: DIMENSION_NAMES[by],
      wraps: true,
      cell: (group, visit) => nameOf(visit, by, group),
      csv: ({ name, origin }) => name ?? origin ?? '',
    },
    {
      ...{ title: 'Payments', is_number: true },
      cell: ({ payments }, { words }) => words.number(payments),
      csv: ({ payments }) => payments,
    },
    money('Paid', ({ gross_volume }) => gross_volume),
    money('Given back', ({ refunded, disputed }) => refunded + disputed),
    money('Net sales', ({ net_sales }) => net_sales),
    money('Before', ({ previous }) => previous.net_sales),
  ];
}

function nameOf({ words, address }: Visit, by: Dimension, { origin, name }: Group): Html | string {
  if (by === 'country') return origin === null ? 'Not known' : words.countryName(origin);
  const page = PAGES[by];
  const text = name ?? origin ?? '';
  return page === undefined ? text : html`<a href="${address}/${page}/${origin ?? ''}">${text}</a>`;
}

const downloadSales: Handler = async (visit, request) => {
  const asked = askedFor(visit, request);
  const { currency, groups } = await readSales(visit, asked);
  return csvAnswer<Group>({
    name: `sales-by-${asked.by}-${asked.from.slice(0, 10)}-${asked.to.slice(0, 10)}`,
    columns: columnsOf(asked.by, currency ?? ''),
    readPage: async () => ({ data: groups ?? [], next_cursor: null }),
  });
};

const bestCustomers = listRoutesFor('/best-customers', () => ({
  section: 'sales',
  title: 'Best customers',
  filters: [{ name: 'currency', label: 'Currency' }],
  operation: listBestCustomers,
  columns: [
    {
      title: 'Customer',
      wraps: true,
      cell: ({ customer_id, name, email }, visit) =>
        html`<a href="${customerAddress(visit, customer_id)}">${name ?? email ?? customer_id}</a>`,
      csv: ({ name }) => name,
    },
    { title: 'E-mail', csv: ({ email }) => email },
    {
      ...{ title: 'Payments', is_number: true },
      cell: ({ payments }, { words }) => words.number(payments),
      csv: ({ payments }) => payments,
    },
    {
      ...{ title: 'Paid', is_number: true },
      cell: ({ gross_volume, currency }, { words }) => words.amount(gross_volume, currency),
      csv: ({ gross_volume }) => gross_volume,
    },
    {
      ...{ title: 'Net sales', is_number: true },
      cell: ({ net_sales, currency }, { words }) => words.amount(net_sales, currency),
      csv: ({ net_sales }) => net_sales,
    },
    { title: 'Currency', csv: ({ currency }) => currency },
    { title: 'Customer identifier', csv: ({ customer_id }) => customer_id },
  ],
  empty: 'Customers are listed here by what they have bought since their first payment.',
}));

export const salesRoutes = [
  route('/sales', { GET: showSales }),
  route('/sales.csv', { GET: downloadSales }),
  ...bestCustomers,
];
