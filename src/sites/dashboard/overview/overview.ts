import { type Html, html } from '../../../platform/core/html.ts';
import { createProduct } from '../../../shop/catalogue/products/create-product.ts';
import { listPaymentLinks } from '../../../shop/checkout/links/list-payment-links.ts';
import { getTransactions } from '../../../shop/money/transactions/get-transactions.ts';
import { filePage } from '../../shared/layout.ts';
import { route } from '../../shared/router.ts';
import { csvAnswer } from '../csv.ts';
import { doneNote } from '../form.ts';
import { readKnown } from '../known.ts';
import { card, dashboardPage } from '../layout.ts';
import { rowsTable } from '../list.ts';
import { payment_columns } from '../payments/payments.ts';
import type { Handler, Visit } from '../visit.ts';
import { attentionList } from './attention.ts';
import { type MonthFigures, readFigures } from './figures.ts';
import { keyFigures } from './kpis.ts';
import { monthAfter, monthBefore, monthName, monthText } from './month.rules.ts';
import {
  checkoutPicture,
  checkoutRows,
  movementPicture,
  movementRows,
  type Rows,
  retentionPicture,
  retentionRows,
  revenuePicture,
  revenueRows,
} from './pictures.ts';
import { READINESS_STYLE, readinessList } from './readiness.ts';

const NOTES = {
  live: 'Your live store is made, and you are in it. What it still needs is listed here.',
};

const LATEST = 8;
const OVERVIEW_STYLE = '/overview.css';

export const overviewStyle = filePage(OVERVIEW_STYLE, new URL('./overview.css', import.meta.url));

/** The first page: what needs a person, how the shop is doing, and what came in last. */
const showOverview: Handler = async (visit, request) => {
  const figures = await readFigures(visit, request);
  const { month, currency } = figures;
  const query = `?month=${monthText(month)}${currency === null ? '' : `&currency=${currency}`}`;
  const csv = (name: string) => `${visit.address}/figures/${name}.csv${query}`;
  const { list, is_first, has_steps, said } = await readinessList(visit);
  return dashboardPage(visit, {
    section: 'overview',
    note: doneNote(request, NOTES),
    files: list === false ? [OVERVIEW_STYLE] : [OVERVIEW_STYLE, READINESS_STYLE],
    actions: choices(visit, figures),
    main: html`${await attentionList(visit, said)}
${is_first && list}
${figures.is_present && today(visit, figures)}
${keyFigures(visit, figures)}
${!is_first && list}
<div class="plots">
${revenuePicture(visit, figures, csv('revenue'))}
${movementPicture(visit, figures, csv('movements'))}
${retentionPicture(figures, csv('retention'))}
${checkoutPicture(visit, figures, csv('checkouts'))}
</div>
${await latestPayments(visit, has_steps)}`,
  });
};

/** Which month, and which currency where there are several. */
function choices({ address }: Visit, { month, is_present, currency, currencies }: MonthFigures) {
  const at = (of: typeof month, in_currency = currency) =>
    `${address}?month=${monthText(of)}${in_currency === null ? '' : `&currency=${in_currency}`}`;
  return html`${
    currencies.length > 1 &&
    html`<nav class="choice" aria-label="Currency">${currencies.map(
      (one) =>
        html`<a href="${at(month, one)}"${one === currency && html` aria-current="true"`}>
        ${one}</a>`,
    )}</nav>`
  }<nav class="choice" aria-label="Month">
  <a href="${at(monthBefore(month))}" rel="prev" aria-label="The month before">←</a>
  <span>${monthName(month)}</span>
  ${
    !is_present &&
    html`<a href="${at(monthAfter(month))}" rel="next" aria-label="The month after">→</a>`
  }
</nav>`;
}

function today({ words }: Visit, { days, currency }: MonthFigures): Html {
  const day = days.at(-1);
  if (!day || currency === null) return html`<p class="quiet">Nothing was sold today.</p>`;
  const { gross_volume, payments, refunded, refunds } = day;
  const paid = payments === 1 ? '1 payment' : `${words.number(payments)} payments`;
  return html`<p><strong>Today</strong> ${words.amount(gross_volume, currency)} in ${paid}${
    refunds > 0 && html`, ${words.amount(refunded, currency)} refunded`
  }</p>`;
}

async function latestPayments(visit: Visit, has_steps: boolean): Promise<Html> {
  const { data } = await visit.ask(getTransactions, { limit: LATEST, declined: false });
  const table = { title: 'Latest payments', columns: payment_columns };
  const rows = rowsTable(visit, table, data, await readKnown(visit, data, ['customers']));
  const all = html`<a class="small" href="${visit.address}/payments">All payments</a>`;
  return card('Latest payments', data.length > 0 ? rows : await noneYet(visit, has_steps), all);
}

async function noneYet(visit: Visit, has_steps: boolean): Promise<Html> {
  const { address, may } = visit;
  const may_need_help = !has_steps && may(createProduct);
  // A live store begins with those of the test store.
  const has_link =
    may_need_help && (await visit.ask(listPaymentLinks, { limit: 1 })).data.length > 0;
  return html`<p>None yet.${
    may_need_help &&
    !has_link &&
    html` To sell, create a <a href="${address}/products/new">product</a>, and then a
  <a href="${address}/payment-links/new">payment link</a> that you can put anywhere.`
  }</p>`;
}

const PICTURES: Record<string, (figures: MonthFigures) => Rows> = {
  revenue: revenueRows,
  movements: movementRows,
  retention: retentionRows,
  checkouts: checkoutRows,
};

/** What a picture shows, as CSV. */
const downloadFigures: Handler<{ picture_csv: string }> = async (
  visit,
  request,
  { picture_csv },
) => {
  const picture = picture_csv.replace('.csv', '');
  const figures = await readFigures(visit, request);
  const { head, rows } = PICTURES[picture]?.(figures) ?? { head: [], rows: [] };
  return csvAnswer<Rows['rows'][number]>({
    name: `${picture}-${monthText(figures.month)}`,
    columns: head.map((title, at) => ({ title, csv: (row) => row[at] ?? null })),
    readPage: async () => ({ data: [...rows], next_cursor: null }),
  });
};

export const overviewRoutes = [
  route('/', { GET: showOverview }),
  route('/figures/:picture_csv', { GET: downloadFigures }),
];
