import {
  Default,
  Described,
  List,
  OneOf,
  page_parameters,
  SHORT_PAGES,
} from '../../platform/core/fields.ts';
import { listPage, readCursor } from '../../platform/core/pagination.ts';
import { CustomerId, PlanId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { SUBSCRIPTION_STATUSES, Subscription, showSubscription } from './subscription.rules.ts';
import { listSubscriptionRows } from './subscription.sql.ts';

export const listSubscriptions = operation({
  method: 'GET',
  path: '/list-subscriptions',
  summary: 'List subscriptions',
  description: `Newest first, or oldest first. ${SHORT_PAGES}`,
  scope: 'read',
  input: Type.Object({
    customer_id: Type.Optional(Described('Only those of this customer', CustomerId)),
    plan_id: Type.Optional(Described('Only those of this plan', PlanId)),
    status: Type.Optional(
      OneOf([...SUBSCRIPTION_STATUSES], { description: 'Only subscriptions in this state' }),
    ),
    order: Default(
      'newest',
      OneOf(['newest', 'oldest'], {
        description: 'Which come first. A `cursor` belongs to its order',
        examples: ['newest'],
      }),
    ),
    ...page_parameters,
  }),
  output: List(Subscription),
  errors: [],
  example: { customer_id: 'user_42' },
  async read({ input, reader, services }) {
    const { limit, cursor, order, ...filter } = input;
    const is_newest = order === 'newest';
    const list = is_newest ? 'subscriptions' : 'subscriptions oldest';
    const [place] = readCursor(cursor, list, ['']) ?? [is_newest ? LAST : ''];
    const { rows, end } = await listSubscriptionRows(reader, filter, {
      ...(is_newest ? { before: place } : { before: LAST, after: place }),
      order,
      limit: limit + 1,
    });
    return listPage(rows, {
      list,
      limit,
      end,
      show: (row) => showSubscription(row, services),
      cursor: (row) => [row.subscription_id],
    });
  },
});

const LAST = 'sub_z'; // Behind every identifier, in any collation.
