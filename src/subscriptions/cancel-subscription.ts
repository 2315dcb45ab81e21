import Type from 'typebox';
import { Id, Line, Nullable, Text } from '../core/fields.ts';
import { operation } from '../http/operation.ts';
import { stopLicense } from '../licenses/follow-subscription.ts';
import { type AtRest, awaitCharge } from './await-charge.ts';
import { cancelled } from './state.rules.ts';
import { Subscription, showSubscription } from './subscription.rules.ts';
import { saveSubscription } from './subscription.sql.ts';

export const cancelSubscription = operation({
  method: 'POST',
  path: '/cancel-subscription',
  summary: 'Cancel now, or at the end of the paid period',
  description:
    'No charge is ever tried after it. Cancelling a canceled subscription is 200, unchanged.',
  scope: 'full',
  input: Type.Object({
    subscription_id: Id('sub_1tq3v9w0e00h4rk6m2x8pz7ycn5'),
    cancel_at_period_end: Type.Boolean({ default: false }),
    reason: Type.Optional(Nullable(Line(200, { examples: ['too_expensive'] }))),
    comment: Type.Optional(Nullable(Text(0, 2000))),
  }),
  output: Subscription,
  errors: ['subscription_not_found', 'payment_unresolved'],
  async steps({ input, write, gateway, store, licensing, now, once, refuse }) {
    const context = { write, gateway, store, licensing, now };
    const work = async ({ tx, emit, before, now }: AtRest) => {
      if (before.status === 'canceled') return showSubscription(before);
      const after = cancelled(before, {
        at_period_end: input.cancel_at_period_end,
        reason: input.reason ?? null,
        comment: input.comment ?? null,
        now,
      });
      await saveSubscription(tx, after);
      const is_over = after.status === 'canceled';
      const record = showSubscription(after);
      emit(is_over ? 'subscription.canceled' : 'subscription.cancel_scheduled', record);
      if (is_over) await stopLicense({ tx, emit, now }, before);
      return record;
    };
    const record = await awaitCharge(
      context,
      input.subscription_id,
      (found) => once(found.tx, () => work(found)),
      { is_end: true },
    );
    if (!record) throw refuse('subscription_not_found');
    return record;
  },
});
