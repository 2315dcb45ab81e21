import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { dayOf, dayText } from '../../../shop/figures/day.rules.ts';
import type { Dimension } from '../../../shop/figures/figure-change.rules.ts';
import { getMetrics } from '../../../shop/insight/metrics/get-metrics.ts';
import { card, facts } from '../layout.ts';
import { type Bar, bars } from '../plots/bars.ts';
import { plot } from '../plots/plot.ts';
import type { Visit } from '../visit.ts';
import { groupsTable } from './sales.ts';

type Metrics = Static<typeof getMetrics.output>;

const DAYS = 30;
/** Of each kind so many are shown; the page of sales has the others. */
const SHOWN = 5;

const lastDays = ({ now }: Visit) => ({
  from: dayText(dayOf(now) - DAYS + 1),
  to: dayText(dayOf(now)),
});

/** What a product has earned in the last thirty days, and where its buyers came from. */
export async function productSales(visit: Visit, product_id: string): Promise<Html> {
  const of = { product_id, ...lastDays(visit) };
  const [country, link, code] = await Promise.all(
    (['country', 'link', 'code'] as const).map(async (group_by) => ({
      by: group_by,
      found: await visit.ask(getMetrics, { ...of, group_by }),
    })),
  );
  if (!country || country.found.currency === null) return html``;
  const { currency } = country.found;
  return html`${soldCard(visit, country.found)}
<div class="plots">${soldByDay(visit, country.found, currency)}${[country, link, code].map(
    (one) => {
      const groups = one?.found.groups ?? [];
      if (!one || groups.length === 0) return '';
      const shown = { by: one.by, currency, groups: groups.slice(0, SHOWN), is_short: true };
      return card(TITLES[one.by], groupsTable(visit, shown));
    },
  )}</div>`;
}

const TITLES: Record<Dimension, string> = {
  product: 'Products',
  country: 'Where buyers are',
  code: 'Discount codes',
  link: 'Payment links',
};

const netOf = ({ gross_volume, refunded, disputed }: Metrics['totals'] | Metrics['previous']) =>
  Math.round((gross_volume - refunded - disputed) * 1000) / 1000;

function soldCard({ words }: Visit, { totals, previous, currency }: Metrics): Html {
  if (currency === null) return html``;
  const money = (value: number) => words.amount(value, currency);
  const before = (text: string) => html` <span class="quiet">${text} in the days before</span>`;
  return card(
    'The last 30 days',
    facts([
      ['Sold', html`${words.number(totals.payments)}${before(words.number(previous.payments))}`],
      ['Net sales', html`${money(netOf(totals))}${before(money(netOf(previous)))}`],
      ['Refunded', html`${money(totals.refunded)}${before(money(previous.refunded))}`],
      [
        'Paid of checkouts',
        totals.checkout_conversion_rate !== null && `${totals.checkout_conversion_rate} %`,
      ],
    ]),
  );
}

function soldByDay(visit: Visit, { series }: Metrics, currency: string): Html {
  const { words } = visit;
  const list: Bar[] = series.map(({ start, payments }) => ({
    label: start.slice(5),
    says: `${words.day(start)}: ${words.number(payments)} sold`,
    parts: [payments, 0],
    before: null,
  }));
  const most = Math.max(0, ...series.map(({ payments }) => payments));
  return plot({
    name: 'sold',
    title: 'Sold by day',
    says: `Payments by day in the last ${DAYS} days, at most ${words.number(most)}`,
    draw: (box, id) =>
      bars(box, {
        id,
        list,
        amount: (value) => (Number.isInteger(value) ? words.number(value) : ''),
      }),
    table: {
      head: ['Day', 'Sold', 'Net sales'],
      rows: series.map((day) => [
        day.start,
        words.number(day.payments),
        words.amount(day.gross_volume - day.refunded - day.disputed, currency),
      ]),
    },
    empty: most === 0 && 'Nothing was sold in these days.',
  });
}

/** What was sold with a code or through a link in the last thirty days, and in those before. */
export async function originSales(
  visit: Visit,
  group_by: Dimension,
  origin: string,
): Promise<Html | false> {
  const { groups, currency } = await visit.ask(getMetrics, {
    ...{ group_by, origin },
    ...lastDays(visit),
  });
  if (currency === null) return false;
  const shown = { by: group_by, currency, groups: groups ?? [] };
  return card('Sold in the last 30 days', groupsTable(visit, shown));
}
