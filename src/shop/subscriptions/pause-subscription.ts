import {
  DateInput,
  Default,
  Described,
  OneOf,
  OptionalOrNull,
} from '../../platform/core/fields.ts';
import { SubscriptionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { parseInstant } from '../../platform/core/time.ts';
import { operation } from '../../platform/operation/operation.ts';
import { emitLicenseDisabled } from '../licenses/emit-license-status.ts';
import { abandonCharge } from './abandon-charge.ts';
import { auditSubscription } from './audit-subscription.ts';
import { saveSubscription } from './save-subscription.ts';
import {
  asPaused,
  asPausedBySeller,
  isPeriodOver,
  whyNotPause,
  whyNotPauseAgain,
} from './state.rules.ts';
import { Subscription, type SubscriptionRow, showSubscription } from './subscription.rules.ts';
import { type IdleSubscription, withIdleSubscription } from './with-idle-subscription.ts';

type PauseEvent = 'subscription.paused' | 'subscription.updated';

export const pauseSubscription = operation({
  method: 'POST',
  path: '/pause-subscription',
  summary: 'Pause a subscription',
  description:
    'Nothing is charged and paid time stands still until it is resumed, by you or at `resumes_at`. ' +
    'A change that was put off is dropped. A charge that is under way at the provider for days is ' +
    'given up, as with cancel-subscription. What a customer has paused becomes your pause.',
  scope: 'full',
  input: Type.Object({
    subscription_id: SubscriptionId,
    resumes_at: OptionalOrNull(
      Described('When it resumes by itself, ISO 8601; null: when you resume it', DateInput),
    ),
    paused_by: Default(
      'seller',
      OneOf(['seller', 'customer'], {
        description:
          '`customer`: at their wish, once in a paid period (another interval begins none); they can resume it in the portal',
      }),
    ),
  }),
  output: Subscription,
  errors: ['subscription_not_found', 'subscription_status', 'pause_used', 'payment_pending'],
  answer_example: {
    status: 'paused',
    paused_at: '2026-11-14T09:30:00.000Z',
    paused_by: 'seller',
    next_payment_at: null,
  },
  unanswered: null,
  async steps({ input, keepAnswer, refuse, ...work }) {
    const { paused_by } = input;
    const whyNot = (row: SubscriptionRow) =>
      whyNotPause(row) ?? (paused_by === 'customer' ? whyNotPauseAgain(row, work.now) : undefined);
    /** A change that a customer leaves behind has kept a renewal from being paid for: days, perhaps. */
    const whyNotLeave = ({ before, unsettled, now }: IdleSubscription) =>
      paused_by === 'customer' && unsettled?.type === 'plan_change' && isPeriodOver(before, now)
        ? 'payment_pending'
        : undefined;
    const resumes_at = input.resumes_at ? (parseInstant(input.resumes_at, 'start') ?? null) : null;
    if (resumes_at !== null && resumes_at <= work.now) {
      const message = 'must be in the future';
      throw refuse('invalid_parameters', [{ param: 'resumes_at', code: 'too_small', message }]);
    }
    const pause = async (found: IdleSubscription) => {
      const { tx, emit, before, now, services } = found;
      const keep = async (after: SubscriptionRow, type: PauseEvent) => {
        await saveSubscription(found, after);
        auditSubscription(found, before, after);
        const record = showSubscription(after, services);
        emit(type, record);
        return record;
      };
      if (before.status === 'paused') {
        const is_taken_over = before.paused_by === 'customer' && paused_by === 'seller';
        if (!is_taken_over) return showSubscription(before, services);
        return keep(asPausedBySeller(before, { now, resumes_at }), 'subscription.updated');
      }
      const no = whyNot(before) ?? whyNotLeave(found);
      if (no) throw refuse(no);
      const has_abandoned_charge = await abandonCharge(tx, before, { now });
      const after = asPaused(before, { now, resumes_at, paused_by, has_abandoned_charge });
      const record = await keep(after, 'subscription.paused');
      await emitLicenseDisabled(found, before);
      return record;
    };
    const pausing = { mayPause: (before: SubscriptionRow) => whyNot(before) === undefined };
    const record = await withIdleSubscription(work, input.subscription_id, pausing, (found) =>
      keepAnswer(found.tx, () => pause(found)),
    );
    if (!record) throw refuse('subscription_not_found');
    return record;
  },
});
