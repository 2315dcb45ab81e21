import { type Html, html } from '../../../platform/core/html.ts';
import type { PageRequest } from '../../../platform/http/page.ts';
import { adjustCustomerBalance } from '../../../shop/customers/adjust-customer-balance.ts';
import { resumeSubscription } from '../../../shop/subscriptions/resume-subscription.ts';
import { doneNote } from '../form.ts';
import type { Visit } from '../visit.ts';
import { isEnding, type SubscriptionRecord, subscriptionAddress } from './subscription-text.ts';

const NOTES = {
  changed: 'The subscription was changed. The customer is told by mail.',
  'change-planned': 'The change is planned for the end of the paid period.',
  ending: 'The subscription is canceled: it ends when the paid time is over.',
  canceled: 'The subscription was canceled and has ended.',
  paused: 'The subscription is paused.',
  resumed: 'The subscription goes on.',
  'trial-extended': 'The trial lasts longer.',
  discounted: 'The discount code is applied, from the next payment on.',
  credited: 'The customer’s balance was changed.',
};

/** What was just done, and the way to undo it while there is one. */
export function noteOf(
  visit: Visit,
  one: SubscriptionRecord,
  request: Pick<PageRequest, 'readQuery'>,
): Html | undefined {
  const text = doneNote(request, NOTES);
  if (text === undefined) return undefined;
  const undo = undoOf(visit, one, request.readQuery().get('done') ?? '');
  const at = subscriptionAddress(visit, one);
  return html`${text} ${undo && html`<a href="${at}/${undo.path}">${undo.label}</a>`}`;
}

function undoOf({ may }: Visit, one: SubscriptionRecord, done: string) {
  if (done === 'ending' && isEnding(one) && may(resumeSubscription)) {
    return { path: 'resume', label: 'Take it back' };
  }
  if (done === 'paused' && one.status === 'paused' && may(resumeSubscription)) {
    return { path: 'resume', label: 'Resume it' };
  }
  if (done === 'credited' && may(adjustCustomerBalance)) {
    return { path: 'credit', label: 'Change it again' };
  }
  return done === 'change-planned' ? { path: 'change', label: 'Change it again' } : undefined;
}
