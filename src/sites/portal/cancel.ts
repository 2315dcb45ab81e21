import { Text } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { parameters } from '../../platform/operation/parameters.ts';
import { foldCode } from '../../shop/catalogue/discounts/discount.rules.ts';
import { getStoreSettings } from '../../shop/store/get-store-settings.ts';
import { applyCoupon } from '../../shop/subscriptions/apply-coupon.ts';
import { findCancelOffer } from '../../shop/subscriptions/cancel-offer.ts';
import { cancelSubscription } from '../../shop/subscriptions/cancel-subscription.ts';
import { endIfCanceled } from '../../shop/subscriptions/state.rules.ts';
import { findSubscription } from '../../shop/subscriptions/subscription.sql.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { problemsOf } from '../shared/problems.ts';
import { mistakesIn, type RefusalText } from '../shared/refusal.ts';
import { act, formKey } from './act.ts';
import { type CancelProblems, COMMENT_MAX, cancelPage, type TypedCancel } from './cancel-view.ts';
import { notFoundPage, ofSubscription } from './layout.ts';
import { type SubscriptionRecord, subscriptionAddress, type Visit } from './visit.ts';

export const showCancel = ofSubscription(async (visit, subscription) =>
  canEnd(subscription)
    ? cancelPageFor(visit, subscription)
    : redirectAfterForm(subscriptionAddress(visit, subscription)),
);

export const cancel = ofSubscription(async (visit, subscription, { form }) => {
  if (!canEnd(subscription)) return redirectAfterForm(subscriptionAddress(visit, subscription));
  const typed = {
    reason: form.get('reason') ?? '',
    // Browsers send lines with both signs of their end.
    comment: (form.get('comment') ?? '').replaceAll('\r\n', '\n').trim(),
  };
  const problems = problemsWith(visit, typed);
  const mistakes = mistakesIn(visit.words, problems);
  if (mistakes) return cancelPageFor(visit, subscription, { typed, problems, refusal: mistakes });
  const input = {
    subscription_id: subscription.subscription_id,
    cancel_at_period_end: true,
    reason: typed.reason || null,
    comment: typed.comment || null,
  };
  const once = formKey(visit, subscription, form, 'cancel');
  return act(visit, subscription, {
    note: 'canceled',
    work: () => visit.ask(cancelSubscription, input, once),
    refused: (refusal) => cancelPageFor(visit, subscription, { typed, refusal }),
  });
});

/** The customer stays, for what the seller offers. Which coupon that is, is the seller's to say. */
export const takeOffer = ofSubscription(async (visit, subscription, { form }) => {
  const { subscription_id } = subscription;
  const address = subscriptionAddress(visit, subscription);
  const offer = await findCancelOffer(visit.work, subscription_id);
  if (!offer) {
    const { cancel_offer } = await visit.ask(getStoreSettings, {});
    const has = foldCode(subscription.coupon_code ?? '');
    const is_taken = canEnd(subscription) && has !== '' && has === foldCode(cancel_offer ?? '');
    return redirectAfterForm(`${address}/note/${is_taken ? 'offer-taken' : 'offer-gone'}`);
  }
  const { code: coupon_code } = offer.coupon;
  const once = formKey(visit, subscription, form, 'offer');
  return act(visit, subscription, {
    note: 'offer-taken',
    work: () =>
      visit.ask(applyCoupon, { subscription_id, coupon_code, once_per_customer: true }, once),
    refused: async () => redirectAfterForm(`${address}/note/offer-gone`),
  });
});

const canEnd = ({ status, cancel_at_period_end }: SubscriptionRecord): boolean =>
  status !== 'canceled' && !cancel_at_period_end;

const comment_parameters = parameters(Type.Object({ comment: Text(0, COMMENT_MAX) }));

function problemsWith({ words: { portal } }: Visit, typed: TypedCancel): CancelProblems {
  const is_known = typed.reason === '' || Object.hasOwn(portal.reasons, typed.reason);
  const is_long = problemsOf(comment_parameters, { comment: typed.comment }).length > 0;
  return {
    ...(!is_known && { reason: portal.chooseReason }),
    ...(is_long && { comment: portal.checkComment(COMMENT_MAX) }),
  };
}

async function cancelPageFor(
  visit: Visit,
  { subscription_id, ...subscription }: SubscriptionRecord,
  tried: { typed?: TypedCancel; problems?: CancelProblems; refusal?: RefusalText } = {},
): Promise<PageAnswer> {
  const row = await findSubscription(visit.reader, subscription_id);
  if (!row) return notFoundPage(visit);
  return cancelPage(visit, {
    subscription: { ...subscription, subscription_id },
    ends_at: endIfCanceled(row, visit.now),
    offer: await findCancelOffer(visit.work, subscription_id),
    typed: tried.typed ?? { reason: '', comment: '' },
    problems: tried.problems ?? {},
    refusal: tried.refusal,
  });
}
