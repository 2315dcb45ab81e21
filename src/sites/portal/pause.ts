import { addMonths } from '../../platform/core/periods.ts';
import { isoInstant } from '../../platform/core/time.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { paymentOnResume } from '../../shop/subscriptions/next-payment.ts';
import { pauseSubscription } from '../../shop/subscriptions/pause-subscription.ts';
import { resumeSubscription } from '../../shop/subscriptions/resume-subscription.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { tryLater } from '../shared/page-limits.ts';
import { type RefusalText, tooManyTries } from '../shared/refusal.ts';
import { act, formKey } from './act.ts';
import { keptCard } from './card-section.ts';
import { notFoundPage, ofSubscription } from './layout.ts';
import { pauseState } from './pause-state.ts';
import { PAUSE_MONTHS, pausePage, resumePage } from './pause-view.ts';
import { subscriptionPageFor } from './subscription.ts';
import {
  ownSubscription,
  productOf,
  type SubscriptionRecord,
  subscriptionAddress,
  type Visit,
} from './visit.ts';
import { mayResume } from './way-back.ts';

export const showPause = ofSubscription(async (visit, subscription) => {
  if ((await pauseState(visit, subscription)) !== 'may') {
    return redirectAfterForm(subscriptionAddress(visit, subscription));
  }
  const pending = subscription.pending_change;
  const pending_name = pending ? (await productOf(visit, pending.plan_id)).name : undefined;
  return pausePage(visit, { subscription, pending_name });
});

/** Whatever the form says, a pause is for one of the lengths that are offered, or open. */
export const pause = ofSubscription(async (visit, subscription, { form }) => {
  const { subscription_id } = subscription;
  const months = PAUSE_MONTHS.find((one) => String(one) === form.get('months'));
  const resumes_at = months === undefined ? null : isoInstant(addMonths(visit.now, months));
  const input = { subscription_id, resumes_at, paused_by: 'customer' } as const;
  const once = formKey(visit, subscription, form, `pause ${months ?? 'open'}`);
  if ((await pauseState(visit, subscription)) !== 'may') {
    return redirectAfterForm(subscriptionAddress(visit, subscription));
  }
  return act(visit, subscription, {
    note: 'paused',
    work: () => visit.ask(pauseSubscription, input, once),
    refused: (refusal) => subscriptionPageFor(visit, subscription, { refusal }),
  });
});

export const showResume = ofSubscription(async (visit, subscription) => {
  const is_paused = subscription.status === 'paused' && (await mayResume(visit, subscription));
  return is_paused
    ? resumePageFor(visit, subscription)
    : redirectAfterForm(subscriptionAddress(visit, subscription));
});

/** Takes a cancel back, or ends a pause that is the customer's to end. */
export const resume = ofSubscription(async (visit, subscription, { form }) => {
  const { subscription_id } = subscription;
  if (!(await mayResume(visit, subscription))) {
    return redirectAfterForm(subscriptionAddress(visit, subscription));
  }
  const once = formKey(visit, subscription, form, 'resume');
  const work = () => visit.ask(resumeSubscription, { subscription_id }, once);
  if (subscription.status !== 'paused') {
    const refused = (refusal: RefusalText) => subscriptionPageFor(visit, subscription, { refusal });
    return act(visit, subscription, { note: 'kept', work, refused });
  }
  const payment = await paymentOnResume(visit.work, subscription_id);
  const refused = (refusal: RefusalText) => resumePageFor(visit, subscription, refusal);
  if (payment?.is_now) {
    // What is charged at once was seen before, and cards are not tried without end.
    const { portal } = visit.words;
    if (form.get('total') !== String(payment.total)) {
      return refused({ title: portal.amountChanged, text: portal.checkAmount });
    }
    const wait_seconds = visit.waitToTry();
    if (wait_seconds > 0) {
      return tryLater(await refused(tooManyTries(visit.words, wait_seconds)), wait_seconds);
    }
  }
  return act(visit, subscription, { note: 'resumed', work, refused });
});

/** Unless the same form, sent twice, has resumed it in the meantime, or it is the seller's now. */
async function resumePageFor(
  visit: Visit,
  { subscription_id }: SubscriptionRecord,
  refusal?: RefusalText,
): Promise<PageAnswer> {
  const subscription = await ownSubscription(visit, subscription_id);
  if (!subscription) return notFoundPage(visit);
  const payment = await paymentOnResume(visit.work, subscription_id);
  const address = subscriptionAddress(visit, subscription);
  if (!payment) return redirectAfterForm(`${address}/note/resumed`);
  if (!(await mayResume(visit, subscription))) return redirectAfterForm(address);
  return resumePage(visit, { subscription, payment, card: await keptCard(visit), refusal });
}
