import { OneOf } from '../../../../platform/core/fields.ts';
import { toMinor } from '../../../../platform/core/money.ts';
import { Type } from '../../../../platform/core/schema.ts';
import { DAY_MS, isoInstant } from '../../../../platform/core/time.ts';
import { getMetrics } from '../../../../shop/insight/metrics/get-metrics.ts';
import { findPage } from '../../../../shop/insight/search/find-page.ts';
import { type Routes, route } from './route.ts';

const MAX_MS = Date.parse('2100-01-01T00:00:00.000Z');
const Time = Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_MS }));
/** Without a beginning: almost five years, as far as figures go back in months. */
const ALL_MS = 1_795 * DAY_MS;

export const statsRoutes: Routes = {
  'GET /stats/summary': route({
    names: { from: 'startDate', to: 'endDate' },
    input: Type.Object({
      currency: OneOf(['EUR', 'USD']),
      startDate: Time,
      endDate: Time,
      interval: Type.Optional(OneOf(['day', 'week', 'month'])),
    }),
    async serve({ currency, startDate, endDate, interval }, { ask, now }) {
      const day = (at: number) => isoInstant(at).slice(0, 10);
      const from = startDate ?? (interval ? undefined : Math.max(0, (endDate ?? now) - ALL_MS));
      const [figures, products, customers, subscriptions] = await Promise.all([
        ask(getMetrics, {
          ...{ currency, interval: interval ?? 'month' },
          ...(from !== undefined && { from: day(from) }),
          ...(endDate !== undefined && { to: day(endDate) }),
        }),
        ask(findPage, { list: 'products' }),
        ask(findPage, { list: 'customers' }),
        ask(findPage, { list: 'subscriptions' }),
      ]);
      const minor = (amount: number) => toMinor(amount, currency) ?? 0;
      const { totals, series } = figures;
      const net = ({ net_volume, tax }: typeof totals) => minor(net_volume) - minor(tax);
      return {
        totals: {
          totalProducts: products.total_records,
          totalSubscriptions: subscriptions.total_records,
          totalCustomers: customers.total_records,
          totalPayments: totals.payments,
          activeSubscriptions: totals.active_subscriptions,
          totalRevenue: minor(totals.gross_volume),
          totalNetRevenue: net(totals),
          netMonthlyRecurringRevenue: minor(totals.mrr),
          monthlyRecurringRevenue: minor(totals.mrr),
        },
        ...(interval && {
          periods: series.map(({ start, ...one }) => ({
            timestamp: Date.parse(start),
            grossRevenue: minor(one.gross_volume),
            netRevenue: net(one),
          })),
        }),
      };
    },
  }),
};
