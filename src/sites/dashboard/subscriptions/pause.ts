import { refuseParameter } from '../../../platform/core/errors.ts';
import { html } from '../../../platform/core/html.ts';
import { parseInstant } from '../../../platform/core/time.ts';
import { pauseSubscription } from '../../../shop/subscriptions/pause-subscription.ts';
import { previewSubscriptionChange } from '../../../shop/subscriptions/preview-subscription-change.ts';
import { resumeSubscription } from '../../../shop/subscriptions/resume-subscription.ts';
import type { Action } from '../action.ts';
import { field } from '../field.ts';
import { isEnding, planText, type SubscriptionRecord } from './subscription-text.ts';

const pause_fields = {
  resumes_at: field.optionalDay({
    label: 'Until',
    hint: 'It goes on by itself on that day. Empty: when you or a colleague resumes it.',
  }),
};

export const pauseAction: Action<SubscriptionRecord, typeof pause_fields> = {
  operation: pauseSubscription,
  name: 'pause',
  title: 'Pause the subscription',
  refused: 'The subscription was not paused',
  fields: () => pause_fields,
  explain({ words, now }, one, { resumes_at }) {
    const at = resumes_at === null ? null : (parseInstant(resumes_at, 'start') ?? 0);
    if (at !== null && at <= now) throw refuseParameter('resumes_at', 'must be in the future');
    const moved = at === null ? null : Date.parse(one.current_period_end) + at - now;
    return {
      text: html`<p><strong>${planText(one)}</strong> is paused from now on,
  ${at === null ? 'until somebody resumes it' : html`until <strong>${words.day(at)}</strong>`}.</p>
<ul>
  <li>Nothing is charged meanwhile, and its license does not work.</li>
  <li>What is paid stands still: it would have lasted until ${words.day(one.current_period_end)}${
    moved === null
      ? ', and goes on where it stopped'
      : html`, and lasts until ${words.day(moved)} instead. The next payment is made then`
  }.</li>
  ${one.pending_change && html`<li>The change that was planned is dropped.</li>`}
  <li>The customer cannot resume it: you paused it.</li>
</ul>`,
      button: 'Pause it',
    };
  },
  act: (visit, { subscription_id }, { resumes_at }, once) =>
    visit.ask(pauseSubscription, { subscription_id, resumes_at }, once),
  done: () => 'paused',
};

/** Ends a pause, or takes a scheduled cancel back. */
export const resumeAction: Action<SubscriptionRecord> = {
  operation: resumeSubscription,
  name: 'resume',
  title: (one) => (isEnding(one) ? 'Take the cancel back' : 'Resume the subscription'),
  refused: 'The subscription was not resumed',
  async explain(visit, one) {
    const { words, now } = visit;
    const { subscription_id } = one;
    const { next_renewal, currency } = await visit.ask(previewSubscriptionChange, {
      subscription_id,
    });
    const amount = words.amount(next_renewal.total, currency);
    if (isEnding(one)) {
      const day = words.day(one.current_period_end);
      const text = html`<p><strong>${planText(one)}</strong> goes on. The next payment,
  <strong>${amount}</strong>, is made on <strong>${day}</strong>. Nothing is charged now.</p>`;
      return { text, button: 'Take the cancel back' };
    }
    const is_unpaid = one.paused_by === 'unpaid';
    if (is_unpaid) {
      const text = html`<p>Nobody has paid for <strong>${planText(one)}</strong> since it was
  paused. A new period begins, and <strong>${amount}</strong> is charged at once. If it is declined,
  it stays paused.</p>`;
      return { text, button: `Resume and charge ${amount}` };
    }
    const paused_ms = now - Date.parse(one.paused_at ?? one.updated_at);
    const day = words.day(Date.parse(one.current_period_end) + Math.max(0, paused_ms));
    const text = html`<p><strong>${planText(one)}</strong> goes on now, and its license works again.
  What is paid lasts until <strong>${day}</strong>; the next payment, <strong>${amount}</strong>, is
  made then. Nothing is charged now.</p>`;
    return { text, button: 'Resume it' };
  },
  act: (visit, { subscription_id }, _, once) =>
    visit.ask(resumeSubscription, { subscription_id }, once),
  done: () => 'resumed',
};
