import { type Html, html } from '../../../platform/core/html.ts';
import { spark } from '../plots/spark.ts';
import type { Visit } from '../visit.ts';
import type { MonthFigures } from './figures.ts';
import { longMonth, monthBefore } from './month.rules.ts';

interface Figure {
  title: string;
  shown: string;
  /** Now and before; null: there is nothing to compare with. */
  now: number | null;
  before: number | null;
  /** In the unit of the figure, or in percent of what it was. */
  is_in_points?: boolean;
  /** Whether less is better. */
  is_cost?: boolean;
  course: readonly number[];
}

/** Four figures, each with its direction since the month before and its course in this one. */
export function keyFigures({ words }: Visit, figures: MonthFigures): Html {
  const { sums, days, days_before, currency, month } = figures;
  const { totals, previous } = sums;
  const amount = (value: number) => (currency === null ? '0' : words.amount(value, currency));
  // The line of a stock goes over two months: within one it hardly moves.
  const both = [...days_before, ...days];
  const list: Figure[] = [
    {
      title: 'Monthly recurring revenue',
      shown: amount(totals.mrr),
      now: totals.mrr,
      before: previous.mrr,
      course: both.map(({ mrr }) => mrr),
    },
    {
      title: 'Net volume',
      shown: amount(totals.net_volume),
      now: totals.net_volume,
      before: previous.net_volume,
      course: running(days.map(({ net_volume }) => net_volume)),
    },
    {
      title: 'Active subscriptions',
      shown: words.number(totals.active_subscriptions),
      now: totals.active_subscriptions,
      before: previous.active_subscriptions,
      course: both.map(({ active_subscriptions }) => active_subscriptions),
    },
    {
      title: 'Customer churn',
      shown: totals.customer_churn_rate === null ? '–' : words.percent(totals.customer_churn_rate),
      now: totals.customer_churn_rate,
      before: previous.customer_churn_rate,
      ...{ is_in_points: true, is_cost: true },
      course: running(days.map(({ customers_churned }) => customers_churned)),
    },
  ];
  const since = figures.is_present
    ? `than on these days of ${longMonth(monthBefore(month))}`
    : `than in ${longMonth(monthBefore(month))}`;
  return html`<section class="kpis" aria-label="Key figures">${list.map(
    (one) => html`<article class="card kpi"><h2>${one.title}</h2>
<p class="figure${sizeOf(one.shown)}">${one.shown}</p>
<p class="delta">${change(one, since)}</p>
${spark(one.course)}</article>`,
  )}</section>`;
}

/** A longer amount is written smaller, so that it stays on one line on a phone. */
const sizeOf = (shown: string): string =>
  shown.length <= 9 ? '' : shown.length <= 11 ? ' long' : ' longer';

const running = (values: readonly number[]): number[] => {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
};

/** In words and by an arrow: not by colour alone. */
function change({ now, before, is_in_points, is_cost }: Figure, since: string): Html {
  const nothing = html`<span class="quiet">Nothing to compare with yet</span>`;
  if (now === null || before === null) return nothing;
  const difference = now - before;
  if (difference === 0) return html`<span class="quiet">As much as ${since.slice(5)}</span>`;
  if (!is_in_points && before <= 0) return nothing;
  const size = is_in_points
    ? `${Math.abs(difference).toFixed(1)} points`
    : `${((Math.abs(difference) / before) * 100).toFixed(1)} %`;
  const is_more = difference > 0;
  const mood = is_more === Boolean(is_cost) ? 'bad' : 'good';
  return html`<span class="${mood}">${is_more ? '▲' : '▼'} ${size}
    ${is_more ? 'more' : 'less'}</span>
  <span class="quiet">${since}</span>`;
}
