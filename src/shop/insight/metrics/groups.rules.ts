import type { Detail } from '../../../platform/core/errors.ts';
import { Nullable, OneOf } from '../../../platform/core/fields.ts';
import { fromMinor } from '../../../platform/core/money.ts';
import { Type } from '../../../platform/core/schema.ts';
import { DIMENSIONS, type Dimension, type OriginSum } from '../../figures/figure-change.rules.ts';

/** What was sold from one origin in some days, and in the days before. */
export type GroupRow = { origin: string } & Record<OriginSum | `previous_${OriginSum}`, number>;

/** Of a list of groups the first so many are answered. */
export const GROUPS_MAX = 100;

const sales_fields = {
  gross_volume: Type.Number({ description: 'What customers paid, with tax', examples: [1999] }),
  refunded: Type.Number({ description: 'What was refunded', examples: [19.99] }),
  disputed: Type.Number({ description: 'What banks took back for disputes', examples: [0] }),
  net_sales: Type.Number({
    description: 'gross_volume - refunded - disputed; before the fees of the provider',
    examples: [1979.01],
  }),
  payments: Type.Integer({ description: 'Payments of more than 0', examples: [100] }),
  refunds: Type.Integer({ description: 'Refunds', examples: [1] }),
};

export const GroupBy = OneOf([...DIMENSIONS], {
  description:
    'Also answers what was sold by product, by country of the buyer, by discount code or by ' +
    'payment link, in `groups`',
  examples: ['country'],
});

export const GroupOrigin = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'With `group_by`: only this one of the groups, as in `origin` of the answer',
  examples: ['DE'],
});

export const Groups = Nullable(
  Type.Array(
    Type.Object(
      {
        origin: Nullable(
          Type.String({
            description:
              'A product_id, a country, a discount_id or a payment_link_id; null: the country of ' +
              'these buyers is not known',
            examples: ['DE'],
          }),
        ),
        name: Nullable(
          Type.String({
            description: 'The name of the product, the code, or the slug of the link',
            examples: ['DE'],
          }),
        ),
        ...sales_fields,
        previous: Type.Object(sales_fields, {
          title: 'MetricsGroupPrevious',
          description: 'The same of the days before, as in `previous` of the answer',
        }),
      },
      { title: 'MetricsGroup' },
    ),
    {
      description:
        `The ${GROUPS_MAX} with the most net_sales, these first. With \`code\` and \`link\`: of ` +
        'what was sold with one. Null without `group_by`',
      examples: [null],
    },
  ),
);

/** Every payment is of one product: its own group would be all there is. */
export function whyNotGrouped(input: {
  group_by?: Dimension;
  product_id?: string;
  origin?: string;
}): Detail[] {
  if (input.origin !== undefined && input.group_by === undefined) {
    return [{ param: 'origin', code: 'not_allowed', message: 'needs group_by' }];
  }
  if (input.group_by !== 'product' || input.product_id === undefined) return [];
  const message = 'must be country, code or link where product_id is given';
  return [{ param: 'group_by', code: 'not_allowed', message }];
}

/** 20.00 and 30.00 paid and 5.00 refunded are 45.00 of net sales. */
export function salesOf(row: GroupRow, prefix: '' | 'previous_', currency: string) {
  const money = (minor: number) => fromMinor(minor, currency);
  const gross = row[`${prefix}gross_minor`];
  const refunded = row[`${prefix}refunded_minor`];
  const disputed = row[`${prefix}disputed_minor`];
  return {
    gross_volume: money(gross),
    refunded: money(refunded),
    disputed: money(disputed),
    net_sales: money(gross - refunded - disputed),
    payments: row[`${prefix}payments`],
    refunds: row[`${prefix}refunds`],
  };
}
