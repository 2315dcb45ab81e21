import { Currency, DayInput, Default, Described, OneOf } from '../../../platform/core/fields.ts';
import { ProductId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { dayText } from '../../figures/day.rules.ts';
import { chooseCurrency } from './choose-currency.ts';
import { showFigures } from './figures.rules.ts';
import { GroupBy, GroupOrigin, whyNotGrouped } from './groups.rules.ts';
import { groupsOf } from './groups.ts';
import { stocksBefore, sumSales, sumSubscriptions } from './metrics.sql.ts';
import { Metrics } from './metrics-record.rules.ts';
import { figuresOf } from './of-product.ts';
import { INTERVALS, rangeOf, showDays } from './range.rules.ts';
import { seriesOf } from './series.rules.ts';

export const getMetrics = operation({
  method: 'GET',
  path: '/get-metrics',
  summary: 'Read the figures of the store',
  description:
    'Revenue, subscriptions, churn, trials, checkouts, refunds and disputes by day, week or month, ' +
    'in one currency: amounts of different currencies are never added. Days are in UTC by the ' +
    "store's clock. With `product_id`, everything is counted as if the store sold that product " +
    'alone. The definitions are in docs/metrics.md.',
  scope: 'read',
  input: Type.Object({
    interval: Default(
      'day',
      OneOf([...INTERVALS], { description: 'What each entry of the series is' }),
    ),
    from: Type.Optional(
      Described(
        'The first day, in UTC. Default: 30 days, 12 weeks or 12 months up to `to`',
        DayInput,
      ),
    ),
    to: Type.Optional(Described('The last day, in UTC. Default: today', DayInput)),
    currency: Type.Optional(
      Described('Default: the one with the most payments from `from` to `to`', Currency),
    ),
    product_id: Type.Optional(Described('Only of this product', ProductId)),
    group_by: Type.Optional(GroupBy),
    origin: Type.Optional(GroupOrigin),
  }),
  output: Metrics,
  errors: [],
  check: whyNotGrouped,
  example: { interval: 'month', from: '2026-01-01', to: '2026-12-31', currency: 'EUR' },
  async read({ input, reader, now, refuse }) {
    const range = rangeOf(input, now);
    if ('param' in range) throw refuse('invalid_parameters', [range]);
    const product_id = await figuresOf(reader, input.product_id);
    const chosen = await chooseCurrency(reader, { ...input, product_id }, range);
    const { currency } = chosen;
    const { group_by: dimension } = input;
    const whose = { product_id, currency: currency ?? '' };
    const { previous, series, total } = seriesOf(range, {
      sales: await sumSales(reader, whose, range),
      subscriptions: await sumSubscriptions(reader, whose, range),
      at_first: await stocksBefore(reader, whose, range.previous.from),
    });
    return {
      object: 'metrics' as const,
      interval: range.interval,
      ...showDays(range),
      ...chosen,
      product_id: input.product_id ?? null,
      group_by: dimension ?? null,
      groups: dimension
        ? await groupsOf(reader, { product_id, currency, dimension, origin: input.origin }, range)
        : null,
      totals: showFigures(total, currency),
      previous: { ...showDays(range.previous), ...showFigures(previous, currency) },
      series: series.map((one) => ({ start: dayText(one.start), ...showFigures(one, currency) })),
    };
  },
});
