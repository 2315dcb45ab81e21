import { Currency, Default, Described } from '../../../platform/core/fields.ts';
import { ProductId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { dayOf, firstDayOf, monthOf } from '../../figures/day.rules.ts';
import { chooseCurrency } from './choose-currency.ts';
import { listCohorts } from './cohort.sql.ts';
import { showCohorts } from './cohorts.rules.ts';
import { Cohorts } from './metrics-record.rules.ts';
import { figuresOf } from './of-product.ts';

export const getCohorts = operation({
  method: 'GET',
  path: '/get-cohorts',
  summary: 'Read how long subscriptions stay',
  description:
    'Subscriptions by the month in which they were first paid for, and how many of them are still ' +
    'paid for at the end of each month after that. With `product_id`: of subscriptions that began ' +
    'with that product, whatever they were changed to. The definitions are in docs/metrics.md.',
  scope: 'read',
  input: Type.Object({
    months: Default(
      12,
      Type.Integer({
        minimum: 1,
        maximum: 36,
        description: 'How many months, up to the present one',
        examples: [12],
      }),
    ),
    currency: Type.Optional(
      Described('Default: the one with the most payments in these months', Currency),
    ),
    product_id: Type.Optional(Described('Only what began with this product', ProductId)),
  }),
  output: Cohorts,
  errors: [],
  example: { months: 6, currency: 'EUR' },
  async read({ input, reader, now }) {
    const to = monthOf(dayOf(now));
    const months = { from: to - input.months + 1, to };
    const product_id = await figuresOf(reader, input.product_id);
    const days = { from: firstDayOf(months.from), to: dayOf(now) };
    const chosen = await chooseCurrency(reader, { ...input, product_id }, days);
    const currency = chosen.currency ?? '';
    const rows = await listCohorts(reader, { product_id, currency, ...months });
    return {
      object: 'cohorts' as const,
      ...chosen,
      product_id: input.product_id ?? null,
      cohorts: showCohorts(rows, { ...months, currency: chosen.currency }),
    };
  },
});
