import { type Html, html } from '../../../platform/core/html.ts';
import { type Bar, bars } from '../plots/bars.ts';
import { funnel, type Stage } from '../plots/funnel.ts';
import { type Cohort, heatMap } from '../plots/heat-map.ts';
import { plot } from '../plots/plot.ts';
import { type Step, waterfall } from '../plots/waterfall.ts';
import type { Visit } from '../visit.ts';
import type { MonthFigures } from './figures.ts';
import { daysIn, longMonth, monthBefore, monthName, readMonth, shortMonth } from './month.rules.ts';

/** A picture in rows: what its table shows, and its CSV. */
export interface Rows {
  head: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

const TAKEN = 'Refunds and disputes';

/** By day: what was paid, what was given back, and what was paid a month earlier. */
export function revenueRows({ days, days_before, month }: MonthFigures): Rows {
  const earlier = longMonth(monthBefore(month));
  return {
    head: ['Day', 'Paid', TAKEN, `Paid in ${earlier}`],
    rows: days.map(({ start, gross_volume, refunded, disputed }, at) => [
      start,
      gross_volume,
      refunded + disputed,
      days_before[at]?.gross_volume ?? null,
    ]),
  };
}

export function revenuePicture(visit: Visit, figures: MonthFigures, csv: string): Html {
  const { words } = visit;
  const { month, currency, days, days_before, sums } = figures;
  const money = (value: number) => (currency === null ? '' : words.amount(value, currency));
  const round = shortAmount(visit, currency);
  const earlier = longMonth(monthBefore(month));
  const list: Bar[] = Array.from({ length: daysIn(month) }, (_, at) => {
    const day = days[at];
    const back = day ? day.refunded + day.disputed : 0;
    const label = `${at + 1} ${shortMonth(month)}`;
    const paid = day ? money(day.gross_volume) : 'to come';
    return {
      label,
      says: `${label}: ${paid}${back > 0 ? `, ${money(back)} given back` : ''}`,
      parts: [day?.gross_volume ?? 0, -back],
      before: days_before[at]?.gross_volume ?? null,
    };
  });
  return plot({
    name: 'revenue',
    title: 'Revenue by day',
    says:
      `Paid by day in ${monthName(month)}, ${money(sums.totals.gross_volume)} in all, ` +
      `with ${earlier} as a line`,
    legend: html`<span><i class="s1"></i>Paid</span> <span><i class="s2"></i>${TAKEN}</span>
    <span><i class="before"></i>${earlier}</span>`,
    draw: (box, id) => bars(box, { id, list, amount: round }),
    table: shownRows(revenueRows(figures), money),
    csv,
    empty:
      sums.totals.payments === 0 &&
      days_before.every(({ payments }) => payments === 0) &&
      'Nothing was paid in this month or the one before.',
  });
}

const MOVES = [
  ['New', 'mrr_new'],
  ['Upgrades', 'mrr_expansion'],
  ['Back again', 'mrr_reactivation'],
  ['Downgrades', 'mrr_contraction'],
  ['Canceled', 'mrr_churn'],
] as const;

/** From the monthly recurring revenue at the end of the month before to what it is now. */
export function movementRows({ month, sums, days_before }: MonthFigures): Rows {
  const start = days_before.at(-1)?.mrr ?? 0;
  return {
    head: ['What moved it', 'Amount'],
    rows: [
      [`End of ${longMonth(monthBefore(month))}`, start],
      ...MOVES.map(([label, name]) => [label, sums.totals[name]]),
      [longMonth(month), sums.totals.mrr],
    ],
  };
}

export function movementPicture(visit: Visit, figures: MonthFigures, csv: string): Html {
  const { month, currency, sums, days_before } = figures;
  const { words } = visit;
  const money = (value: number) => (currency === null ? '' : words.amount(value, currency));
  const start = days_before.at(-1)?.mrr ?? 0;
  const steps: Step[] = [
    { label: shortMonth(monthBefore(month)), value: start, is_level: true },
    ...MOVES.map(([label, name]) => ({ label, value: sums.totals[name] })),
    { label: shortMonth(month), value: sums.totals.mrr, is_level: true },
  ];
  return plot({
    name: 'movements',
    title: 'What moved MRR',
    says: `Monthly recurring revenue went from ${money(start)} to ${money(sums.totals.mrr)}`,
    is_half: true,
    draw: (box) => waterfall(box, { steps, amount: shortAmount(visit, currency) }),
    table: shownRows(movementRows(figures), money),
    csv,
    empty: start === 0 && sums.totals.mrr === 0 && 'There are no paid subscriptions yet.',
  });
}

export function checkoutRows({ sums: { totals } }: MonthFigures): Rows {
  return {
    head: ['Stage', 'Checkouts'],
    rows: [
      ['Opened', totals.checkouts_opened],
      ['Began to pay', totals.checkouts_begun],
      ['Paid', totals.checkouts_paid],
    ],
  };
}

export function checkoutPicture({ words }: Visit, figures: MonthFigures, csv: string): Html {
  const { rows, head } = checkoutRows(figures);
  const stages: Stage[] = rows.map(([label, count]) => ({
    label: String(label),
    count: Number(count),
  }));
  return plot({
    name: 'checkouts',
    title: 'Checkouts',
    says: stages.map(({ label, count }) => `${label}: ${count}`).join(', '),
    is_half: true,
    draw: (box) => funnel(box, stages),
    table: {
      head,
      rows: stages.map(({ label, count }) => [label, words.number(count)]),
    },
    csv,
    empty: figures.sums.totals.checkouts_opened === 0 && 'No checkout was opened in this month.',
  });
}

export function retentionRows({ cohorts }: MonthFigures): Rows {
  const most = Math.max(0, ...cohorts.map(({ retained }) => retained.length));
  return {
    head: ['Began', 'Subscriptions', ...Array.from({ length: most }, (_, at) => `Month ${at}`)],
    rows: cohorts.map(({ month, subscriptions, retained }) => [
      month,
      subscriptions,
      ...retained.map(({ subscriptions_rate }) => subscriptions_rate),
    ]),
  };
}

/** Retention by the month in which subscriptions began: a picture that is its own table. */
export function retentionPicture(figures: MonthFigures, csv: string): Html {
  const cohorts: Cohort[] = figures.cohorts.flatMap(({ month, subscriptions, retained }) => {
    const of = readMonth(month);
    if (!of || subscriptions === 0) return [];
    const left = retained.map(({ subscriptions_rate }) => (subscriptions_rate ?? 0) / 100);
    return { label: `${shortMonth(of)} ${of.year}`, size: subscriptions, left };
  });
  return html`<section class="card" aria-labelledby="retention-title">
<header><h2 id="retention-title">Retention</h2>
<a class="small" href="${csv}" download>CSV</a></header>
<p class="quiet">How many percent of the subscriptions are still paid for, months later</p>
${
  cohorts.length > 0
    ? heatMap(cohorts)
    : html`<p class="quiet">It is shown when the first subscription has been paid.</p>`
}</section>`;
}

/** For an axis: without decimals, thousands as k. */
function shortAmount({ words }: Visit, currency: string | null) {
  return (value: number): string => {
    if (currency === null) return '';
    const is_long = Math.abs(value) >= 10_000;
    const shown = words.amount(Math.round(is_long ? value / 1000 : value), currency);
    return `${shown.replace(/[.]00$/, '')}${is_long ? 'k' : ''}`;
  };
}

const shownRows = ({ head, rows }: Rows, money: (value: number) => string) => ({
  head,
  rows: rows.map((row) =>
    row.map((value) => (value === null ? '–' : typeof value === 'number' ? money(value) : value)),
  ),
});
