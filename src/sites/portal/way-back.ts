import { type Html, html } from '../../platform/core/html.ts';
import { customerMayResume } from '../../shop/subscriptions/state.rules.ts';
import { findSubscription } from '../../shop/subscriptions/subscription.sql.ts';
import { attemptField } from '../shared/attempt-field.ts';
import type { SubscriptionRecord, Visit } from './visit.ts';

/** What has been canceled or paused can go on, with one click. */
export async function wayBack(visit: Visit, one: SubscriptionRecord): Promise<Html | undefined> {
  const { portal } = visit.words;
  const is_ending = one.cancel_at_period_end && one.status !== 'canceled';
  if (!is_ending && one.status !== 'paused') return undefined;
  if (!(await mayResume(visit, one))) return undefined;
  const address = `${visit.address}/subscription/${one.subscription_id}/resume`;
  if (!is_ending) return html`<a class="button" href="${address}">${portal.resumeShort}</a>`;
  return html`<form method="post" action="${address}">
      ${attemptField()}
      <button class="button">${portal.keep}</button>
    </form>`;
}

/** Whether it is for the customer to take a cancel back, or to end a pause. */
export async function mayResume(
  { reader }: Visit,
  { subscription_id }: SubscriptionRecord,
): Promise<boolean> {
  const row = await findSubscription(reader, subscription_id);
  return row !== undefined && customerMayResume(row);
}
