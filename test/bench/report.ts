import { CASES, type Case } from './cases.ts';
import type { DashboardTimes } from './dashboard.ts';
import { CONNECTIONS, type Latency } from './load.ts';
import { type Comparison, othersShare } from './measure.ts';
import { METRICS_P99_MAX_MS, type MetricsFound } from './metrics.ts';
import type { PostgresFound } from './postgres.ts';
import type { Renewals } from './renewals.ts';
import type { StatementTimes } from './statements.ts';
import type { StripePurchases } from './stripe.ts';
import type { Webhooks } from './webhooks.ts';

const P99_MS_MAX = 50;
const MEMORY_MB_MAX = 150;
const START_MS_MAX = 500;
const GROWTH_MAX = 1.3;
const ROWS_LARGE = 1_000_000;

export interface Results {
  at: string;
  machine: { node: string; processor: string; cores: number };
  connections: number;
  comparisons: Comparison[];
  growth: { name: string; growth: number }[];
  memory: { rows: number; peak_mb: number | undefined }[];
  start: { rows: number; first_answer_ms: number }[];
  renewals: Renewals | undefined;
  metrics: MetricsFound | undefined;
  others_share: number;
}

/** How many times more an operation costs in the largest shop than in the smallest. */
export function growthOf(comparisons: Comparison[]): Results['growth'] {
  return CASES.flatMap(({ name }) => {
    const rates = comparisons.filter((one) => one.name === name);
    const [small, big] = [rates[0], rates.at(-1)];
    if (small === undefined || big === undefined || small === big) return [];
    return [{ name, growth: small.requests_per_second / big.requests_per_second }];
  });
}

export function render(results: Results, style: 'plain' | 'markdown'): string {
  const line = (cells: string[][]) => table(cells, style);
  const share = percent(results.others_share);
  const { node, processor, cores } = results.machine;
  return [
    line([OPERATION_HEAD, ...results.comparisons.map((one) => operationRow(one))]),
    line([LIMIT_HEAD, ...limitRows(results)]),
    results.renewals ? renewalsLine(results.renewals) : '',
    results.metrics ? metricsLine(results.metrics) : '',
    results.comparisons.some((one) => one.of_floor !== undefined) ? FLOOR_NOTE : '',
    `Node ${node}, ${cores} × ${processor}, ${results.connections} connections, TLS, closed loop; ` +
      `CPU is the server's, per request. Other programs took ${share} of the processors meanwhile` +
      `${results.others_share > 0.03 ? ': these figures are noisy.' : '.'}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const FLOOR_NOTE =
  'Floor: requests a second if all but the statements of SQLite and bare answers took no time. The ' +
  'statements are those of a server, run again in the same transactions between the rounds.';

/** The result of measureRenewals as a sentence. */
export const renewalsLine = (found: Renewals): string =>
  `${whole(found.subscriptions)} subscriptions due at once: ${whole(found.per_second)} billed a second. ` +
  `A look-up meanwhile: p50 ${found.p50_ms.toFixed(1)} ms, p99 ${found.p99_ms.toFixed(1)} ms, on a new connection each; ` +
  `afterwards p99 ${found.quiet_p99_ms.toFixed(1)} ms.`;

/** The result of measureMetrics as a sentence. */
export const metricsLine = ({ transactions, look_up, ...figures }: MetricsFound): string => {
  const { days, months, product, cohorts } = figures;
  const worst = Math.max(...Object.values(figures).map(({ p99_ms }) => p99_ms));
  return (
    `Figures of ${whole(transactions)} transactions, on a new connection each: 30 days ${timesOf(days)}; ` +
    `12 months ${timesOf(months)}; one product ${timesOf(product)}; cohorts ${timesOf(cohorts)}; ` +
    `a look-up ${timesOf(look_up)}. At most ${METRICS_P99_MAX_MS} ms wanted: ` +
    `${worst <= METRICS_P99_MAX_MS ? 'kept' : 'NOT KEPT'}.`
  );
};

/** The result of measureWebhooks as a sentence. */
export const webhooksLine = ({ waiting, quiet, beside, per_second }: Webhooks): string =>
  `${whole(waiting)} deliveries that wait for a receiver that never answers: ` +
  `a look-up takes p50 ${beside.p50_ms.toFixed(1)} ms, p99 ${beside.p99_ms.toFixed(1)} ms, on a new connection each; ` +
  `without them p50 ${quiet.p50_ms.toFixed(1)} ms, p99 ${quiet.p99_ms.toFixed(1)} ms. ` +
  `To one that answers at once: ${whole(per_second)} delivered a second.`;

const timesOf = ({ p50_ms, p99_ms }: Latency): string =>
  `p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms`;

/** Cases on PostgreSQL, with the processor time of the database beside that of Kassa. */
export function postgresLines(found: PostgresFound, style: 'plain' | 'markdown'): string {
  const head = OPERATION_HEAD.toSpliced(CPU_AT + 2, 0, 'database CPU').toSpliced(FLOOR_AT, 2);
  const rows = found.comparisons.map((one) => {
    const found: Partial<Case> = CASES.find(({ name }) => name === one.name) ?? {};
    const { label = one.name, requests_in_one = 1 } = found;
    const { postgres_ratio_min: ratio_min, postgres_per_second_min: per_second_min } = found;
    const target: Target = {
      ...{ label, requests_in_one },
      ...(ratio_min !== undefined && { ratio_min }),
      ...(per_second_min !== undefined && { per_second_min }),
    };
    const row = operationRow(one, target).toSpliced(
      CPU_AT + 2,
      0,
      microseconds(one.database_cpu_us),
    );
    return row.toSpliced(FLOOR_AT, 2);
  });
  const grown = found.instances.map(
    ({ name, one, two }) =>
      `${name} by two instances: ${whole(two.per_second)} a second, × ${(two.per_second / one.per_second).toFixed(2)} of what one does; ` +
      `${microseconds(two.cpu_us)} of Kassa and database for each instead of ${microseconds(one.cpu_us)}.`,
  );
  const share = `Other programs took ${percent(othersShare())} of the processors meanwhile.`;
  return [table([head, ...rows], style), ...grown, share].join('\n\n');
}

const STATEMENTS_SHOWN = 20;
const STATEMENT_SHOWN = 90;

/** What the database alone takes, and the most that leaves for whatever serves it. */
export function statementsLines(found: StatementTimes): string {
  const { name, statements, database_us, bare_us } = found;
  const rows = statements
    .slice(0, STATEMENTS_SHOWN)
    .map(({ sql, count, us }) => [us.toFixed(1), count.toFixed(2), sql.slice(0, STATEMENT_SHOWN)]);
  const whole_us = database_us + bare_us;
  return [
    table([['µs', 'times', `statements of ${name}`], ...rows], 'plain'),
    `The database takes ${database_us.toFixed(0)} µs for each, a bare server ${bare_us.toFixed(0)}. ` +
      `With everything else for nothing, a second would hold ${whole(1e6 / whole_us)}: ${(bare_us / whole_us).toFixed(2)} of the bare server.`,
  ].join('\n\n');
}

export const stripeLine = (found: StripePurchases): string =>
  `${whole(found.purchases)} purchases, ${found.buyers} buyers at once, ${found.call_ms} ms a call to Stripe: ` +
  `${whole(found.per_second)} a second. A look-up on a new connection takes ${timesOf(found.beside)} meanwhile, ` +
  `${timesOf(found.waiting)} while ${found.buyers} buyers wait for a Stripe that does not answer, ` +
  `and ${timesOf(found.quiet)} when nobody buys.`;

/** Pages and figures for the seller, one request after the other. */
export const dashboardLines = ({ transactions, times, csv }: DashboardTimes): string =>
  [
    `With ${whole(transactions)} transactions, one request after the other:`,
    ...times.map(
      ({ what, p50_ms, p99_ms, limit_ms }) =>
        `  ${what.padEnd(28)} p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms ` +
        `(p99 ≤ ${limit_ms} ms: ${p99_ms <= limit_ms ? 'met' : 'missed'})`,
    ),
    `  CSV of all payments          ${whole(csv.lines)} lines in ${csv.seconds.toFixed(1)} s, ` +
      `memory ${csv.grown_mb.toFixed(0)} MB higher`,
  ].join('\n');

/** One case in two versions of Kassa, measured in the same run. */
export interface Change {
  before: Comparison;
  now: Comparison;
}

/** A ratio lower than before by more than this is "worse". Less may be chance. */
const WORSE = 0.03;

export function renderChanges(changes: Change[], others_share: number): string {
  const rows = changes.map(({ before, now }) => [
    now.name,
    whole(now.rows),
    before.ratio.toFixed(2),
    now.ratio.toFixed(2),
    microseconds(before.cpu_us),
    microseconds(now.cpu_us),
    `${before.p99_ms.toFixed(1)} ms`,
    `${now.p99_ms.toFixed(1)} ms`,
    now.ratio < before.ratio - WORSE ? 'worse' : 'no worse',
  ]);
  const note = `Other programs took ${percent(others_share)} of the processors meanwhile.`;
  return `${table([CHANGE_HEAD, ...rows], 'markdown')}\n\n${note}`;
}

const CHANGE_HEAD = [
  'operation',
  'products',
  'of bare before',
  'now',
  'CPU before',
  'now',
  'p99 before',
  'now',
  '',
];

const OPERATION_HEAD = [
  'operation',
  'products',
  'requests/s',
  'of bare',
  'floor',
  'of floor',
  'CPU',
  'bare CPU',
  'p50',
  'p99',
  'target',
  '',
];
/** Columns that PostgreSQL has not, and before which it has another. */
const [FLOOR_AT, CPU_AT] = ['floor', 'CPU'].map((name) => OPERATION_HEAD.indexOf(name)) as [
  number,
  number,
];
const LIMIT_HEAD = ['limit', 'products', 'measured', 'target', ''];

type Target = Partial<Case> & { per_second_min?: number };

function operationRow(
  found: Comparison,
  target: Target = CASES.find(({ name }) => name === found.name) ?? {},
): string[] {
  const { label = found.name, requests_in_one = 1, per_second_min, floor_min, beside } = target;
  const is_large = found.rows >= ROWS_LARGE;
  const ratio_min = (is_large ? target.large_ratio_min : undefined) ?? target.ratio_min;
  const p99_ms_max = p99Max(requests_in_one, per_second_min);
  const { ratio, of_floor, of_other, requests_per_second } = found;
  const targets: [number, number | undefined, (min: number) => string][] = [
    [ratio, ratio_min, (min) => `≥ ${min.toFixed(2)} of bare`],
    [of_floor ?? 0, floor_min, (min) => `≥ ${min.toFixed(2)} of floor`],
    [of_other ?? 0, beside?.min, (min) => `≥ ${min.toFixed(2)} of ${beside?.name}`],
    [requests_per_second, per_second_min, (min) => `≥ ${whole(min)}/s`],
  ];
  const given = targets.flatMap(([is, min, text]) =>
    min === undefined ? [] : [{ is_met: is >= min, text: text(min) }],
  );
  const other = of_other === undefined ? '' : ` (${of_other.toFixed(2)} of ${beside?.name})`;
  return [
    label,
    whole(found.rows),
    `${whole(requests_per_second)}${other}`,
    ratio.toFixed(2),
    found.floor_per_second === undefined ? '–' : whole(found.floor_per_second),
    of_floor === undefined ? '–' : of_floor.toFixed(2),
    microseconds(found.cpu_us),
    microseconds(found.bare_cpu_us),
    `${found.p50_ms.toFixed(1)} ms`,
    `${found.p99_ms.toFixed(1)} ms`,
    [...given.map(({ text }) => text), `p99 ≤ ${p99_ms_max} ms`].join(', '),
    verdict(given.every(({ is_met }) => is_met) && found.p99_ms <= p99_ms_max),
  ];
}

/** In a closed loop all connections wait for each other: at a low target rate, longer than usual. */
const p99Max = (requests_in_one: number, per_second_min = Number.POSITIVE_INFINITY): number =>
  Math.max(P99_MS_MAX * requests_in_one, (2 * CONNECTIONS * 1_000) / per_second_min);

function limitRows({ comparisons, growth, memory, start }: Results): string[][] {
  const sizes = [...new Set(comparisons.map(({ rows }) => whole(rows)))].join(' → ');
  return [
    ...growth.map(({ name, growth }) => [
      `growth: ${name}`,
      sizes,
      `× ${growth.toFixed(2)}`,
      `≤ ${GROWTH_MAX}`,
      verdict(growth <= GROWTH_MAX),
    ]),
    ...memory.map(({ rows, peak_mb }) => [
      'memory, highest under load',
      whole(rows),
      peak_mb === undefined ? '–' : `${whole(peak_mb)} MB`,
      `≤ ${MEMORY_MB_MAX} MB`,
      peak_mb === undefined ? '–' : verdict(peak_mb <= MEMORY_MB_MAX),
    ]),
    ...start.map(({ rows, first_answer_ms }) => [
      'first answer after start',
      whole(rows),
      `${whole(first_answer_ms)} ms`,
      `≤ ${whole(START_MS_MAX)} ms`,
      verdict(first_answer_ms <= START_MS_MAX),
    ]),
  ];
}

/** An aligned table. Markdown is aligned too, to be readable as text. */
export function table([head = [], ...rows]: string[][], style: 'plain' | 'markdown'): string {
  const widths = head.map((_, at) =>
    Math.max(3, ...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  const isNumeric = (at: number) => rows.every((row) => /^[×≥≤]? ?[\d–]/.test(row[at] ?? ''));
  const right = head.map((_, at) => rows.length > 0 && isNumeric(at));
  const cells = (row: string[]) =>
    widths.map(
      (width, at) => (right[at] ? row[at]?.padStart(width) : row[at]?.padEnd(width)) ?? '',
    );
  if (style === 'plain') {
    const rule = widths.map((width) => '─'.repeat(width));
    return [head, rule, ...rows].map((row) => cells(row).join('  ').trimEnd()).join('\n');
  }
  const rule = widths.map((width, at) =>
    right[at] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [head, rule, ...rows].map((row) => `| ${cells(row).join(' | ')} |`).join('\n');
}

const verdict = (is_met: boolean): string => (is_met ? 'met' : 'missed');
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
const microseconds = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '–' : `${value.toFixed(0)} µs`;
