import Type from 'typebox';
import { Described, List, OneOf, page_parameters } from '../core/fields.ts';
import { listPage, readCursor } from '../core/pagination.ts';
import { CustomerId, PlanId } from '../core/record-ids.ts';
import { operation } from '../operation/operation.ts';
import { SUBSCRIPTION_STATUSES, Subscription, showSubscription } from './subscription.rules.ts';
import { listSubscriptionRows } from './subscription.sql.ts';

export const listSubscriptions = operation({
  method: 'GET',
  path: '/list-subscriptions',
  summary: 'List subscriptions',
  description: 'Newest first. Filters may be combined.',
  scope: 'read',
  input: Type.Object({
    customer_id: Type.Optional(Described('Only those of this customer', CustomerId)),
    plan_id: Type.Optional(Described('Only those of this plan', PlanId)),
    status: Type.Optional(
      OneOf([...SUBSCRIPTION_STATUSES], { description: 'Only subscriptions in this state' }),
    ),
    ...page_parameters,
  }),
  output: List(Subscription),
  errors: [],
  example: { customer_id: 'user_42' },
  async read({ input, reader, services }) {
    const { limit, cursor, ...filter } = input;
    const [before] = readCursor(cursor, 'subscriptions', ['']) ?? ['sub_z'];
    const rows = await listSubscriptionRows(reader, filter, { before, limit: limit + 1 });
    return listPage(rows, {
      list: 'subscriptions',
      limit,
      show: (row) => showSubscription(row, services),
      cursor: (row) => [row.subscription_id],
    });
  },
});
