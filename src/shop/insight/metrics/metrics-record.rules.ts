import type { Static } from 'typebox';
import {
  CurrencyCode,
  Described,
  Nullable,
  OneOf,
  TextOrNull,
} from '../../../platform/core/fields.ts';
import { Type } from '../../../platform/core/schema.ts';
import { GroupBy, Groups } from './groups.rules.ts';
import { INTERVALS } from './range.rules.ts';

const Day = Type.String({ format: 'date', examples: ['2026-11-01'] });
const Money = (description: string, example: number) =>
  Type.Number({ description, examples: [example] });
const Count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });
const Percent = (description: string, example: number) =>
  Nullable(
    Type.Number({ description: `${description}, in percent; null: of none`, examples: [example] }),
  );

/** The figures of some days. Definitions: docs/metrics.md. */
const figure_fields = {
  gross_volume: Money('What customers paid, with tax', 1999),
  refunded: Money('What was refunded', 19.99),
  disputed: Money('What banks took back for disputes, less what was won back', 0),
  fees: Money('What the payment provider kept', 62.14),
  net_volume: Money('gross_volume - refunded - disputed - fees', 1916.87),
  tax: Money('Tax in what was paid, less tax that was given back', 319.17),
  payments: Count('Payments of more than 0', 100),
  refunds: Count('Refunds, less those that failed later', 1),
  disputes_opened: Count('Disputes that began', 0),
  disputes_won: Count('Disputes that were decided for the seller', 0),
  disputes_lost: Count('Disputes that were decided for the customer', 0),
  declined_payments: Count('Attempts to pay that were declined, at checkouts and renewals', 4),
  declined_volume: Money('What these attempts were to bring', 79.96),
  failed_renewals: Count('Renewals whose first attempt was declined', 3),
  failed_volume: Money('What these renewals were to bring', 59.97),
  recovered_renewals: Count('Renewals that were paid after a decline', 2),
  recovered_volume: Money('What these renewals brought', 39.98),
  coupon_purchases: Count('Purchases and first payments with a discount code', 7),
  discounts: Money('What discounts took off, without tax', 35),
  checkouts_opened: Count('Checkout sessions that were made', 180),
  checkouts_begun: Count('How many of these have been tried to pay', 120),
  checkouts_paid: Count('How many of these have been paid', 100),
  checkout_conversion_rate: Percent('checkouts_paid of checkouts_opened', 55.56),
  mrr: Money('Monthly recurring revenue at the end, without tax', 1240),
  arr: Money('Twelve times mrr', 14880),
  mrr_new: Money('Of customers who had never paid for a subscription', 100),
  mrr_expansion: Money('Of customers who pay more than before', 20),
  mrr_contraction: Money('Of customers who pay less than before; below 0', -10),
  mrr_churn: Money('Of customers who pay for no subscription any more; below 0', -20),
  mrr_reactivation: Money('Of customers who had left and pay again', 10),
  active_subscriptions: Count('Subscriptions that are paid for, at the end', 62),
  trialing_subscriptions: Count('Subscriptions in their trial, at the end', 9),
  subscriptions_started: Count('Subscriptions that became active', 6),
  subscriptions_stopped: Count('Subscriptions that were active and ended or were paused', 2),
  paying_customers: Count('Customers with an mrr above 0, at the end', 60),
  customers_new: Count('Customers who pay for a subscription for the first time', 5),
  customers_churned: Count('Customers who pay for no subscription any more', 1),
  customers_reactivated: Count('Customers who had left and pay again', 1),
  customer_churn_rate: Percent('customers_churned of the paying customers at the beginning', 1.82),
  revenue_churn_rate: Percent('mrr_churn and mrr_contraction of the mrr at the beginning', 2.63),
  trials_started: Count('Trials that began', 9),
  trials_converted: Count('Trials whose subscription was paid for', 4),
  trials_lost: Count('Trials whose subscription ended without a payment', 2),
  trial_conversion_rate: Percent('trials_converted of the trials that were decided', 66.67),
  average_revenue_per_customer: Nullable(
    Money('mrr by paying_customers; null without such customers', 20.67),
  ),
  lifetime_value: Nullable(
    Money('average_revenue_per_customer by the monthly customer churn; null if nobody left', 620),
  ),
};

const Figures = Type.Object(figure_fields, { title: 'MetricsFigures' });
export type ShownFigures = Static<typeof Figures>;

const own_currency = {
  currency: Nullable(
    Described('Of every amount; null if nothing was sold and none was asked for', CurrencyCode),
  ),
  currencies: Type.Array(CurrencyCode, {
    description: 'All currencies that there are figures in',
    examples: [['EUR', 'USD']],
  }),
  product_id: TextOrNull('prod_1tq3v9w0e00h4rk6m2x8pz7ycn5', 'Null: all products'),
};

export const Metrics = Type.Object({
  object: Type.Literal('metrics'),
  interval: OneOf([...INTERVALS], { examples: ['day'] }),
  from: Type.String({
    format: 'date',
    description: 'The first day, in UTC: that of its week or month',
    examples: ['2026-11-01'],
  }),
  to: Type.String({ format: 'date', description: 'The last day', examples: ['2026-11-30'] }),
  ...own_currency,
  group_by: Nullable(GroupBy),
  groups: Groups,
  totals: Figures,
  previous: Type.Object(
    { from: Day, to: Day, ...figure_fields },
    {
      title: 'MetricsPrevious',
      description: 'As many days, weeks or months before, up to the same day of the last one',
    },
  ),
  series: Type.Array(
    Type.Object({ start: Day, ...figure_fields }, { title: 'MetricsOfInterval' }),
    { description: 'Each day, week or month in order, also those without anything' },
  ),
});

const Retained = Type.Object(
  {
    month: Type.String({ description: 'At the end of this month', examples: ['2026-12'] }),
    subscriptions: Count('How many of them are active', 9),
    subscriptions_rate: Percent('These of all that began', 90),
    mrr: Money('What they bring a month', 180),
    mrr_rate: Percent('That of the mrr they had at the end of their first month', 90),
  },
  { title: 'CohortRetention' },
);

export const Cohorts = Type.Object({
  object: Type.Literal('cohorts'),
  ...own_currency,
  cohorts: Type.Array(
    Type.Object(
      {
        month: Type.String({
          description: 'In which they were first paid for',
          examples: ['2026-11'],
        }),
        subscriptions: Count('Subscriptions that began in this month', 10),
        retained: Type.Array(Retained, {
          description: 'At the end of that month and of each month after it, up to this one',
        }),
      },
      { title: 'Cohort' },
    ),
    { description: 'The oldest month first, also months in which nothing began' },
  ),
});
