import { type Html, html } from '../../../platform/core/html.ts';
import type { Action } from '../action.ts';
import type { Fields } from '../form.ts';
import type { Visit } from '../visit.ts';
import { cancelAction } from './cancel.ts';
import { cardLinkAction } from './card-link.ts';
import { changeAction } from './change.ts';
import { couponAction, creditAction, extendTrialAction } from './goodwill.ts';
import { pauseAction, resumeAction } from './pause.ts';
import { retryAction } from './retry.ts';
import { isEnding, type SubscriptionRecord, subscriptionAddress } from './subscription-text.ts';

interface Offer {
  action: Action<SubscriptionRecord, Fields>;
  label: string;
  /** Whether it makes sense now; the operation refuses it otherwise. */
  fits(one: SubscriptionRecord): boolean;
}

const runs = (one: SubscriptionRecord): boolean =>
  (one.status === 'active' || one.status === 'trialing') && !isEnding(one);
const isOver = ({ status }: SubscriptionRecord): boolean => status === 'canceled';

/** What can be done to a subscription, the most frequent first. */
const OFFERS: Offer[] = [
  {
    action: retryAction,
    label: 'Try again now…',
    fits: (one) => one.status === 'past_due' && one.next_payment_at !== null,
  },
  {
    action: changeAction,
    label: 'Change plan…',
    fits: (one) => one.status !== 'paused' && !isOver(one),
  },
  { action: resumeAction, label: 'Take the cancel back…', fits: isEnding },
  {
    action: resumeAction,
    label: 'Resume…',
    fits: (one) => one.status === 'paused' && !isEnding(one),
  },
  {
    action: extendTrialAction,
    label: 'Extend trial…',
    fits: (one) => one.status === 'trialing' && !isEnding(one),
  },
  {
    action: pauseAction,
    label: 'Pause…',
    fits: (one) => one.status === 'active' && !isEnding(one),
  },
  { action: couponAction, label: 'Apply a code…', fits: (one) => runs(one) && !one.pending_change },
  { action: creditAction, label: 'Give credit…', fits: () => true },
  { action: cardLinkAction, label: 'Ask for another card…', fits: (one) => !isOver(one) },
  { action: cancelAction, label: 'Cancel…', fits: (one) => !isOver(one) },
];

/** Each once: one of them has two names. */
export const subscriptionActions = [...new Set(OFFERS.map(({ action }) => action))];

/** The first as a button, the others behind one. */
export function actionLinks(visit: Visit, one: SubscriptionRecord): Html | false {
  const at = subscriptionAddress(visit, one);
  const offered = OFFERS.filter(({ action, fits }) => visit.may(action.operation) && fits(one));
  if (offered.length === 0) return false;
  return html`${offered.map(
    ({ action, label }) =>
      html`<a class="button second small" href="${at}/${action.name}">${label}</a>`,
  )}`;
}
