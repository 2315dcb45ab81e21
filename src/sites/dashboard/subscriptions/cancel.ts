import { refuseParameter } from '../../../platform/core/errors.ts';
import { html } from '../../../platform/core/html.ts';
import { cancelSubscription } from '../../../shop/subscriptions/cancel-subscription.ts';
import { previewSubscriptionCancel } from '../../../shop/subscriptions/preview-subscription-cancel.ts';
import type { Action } from '../action.ts';
import { field } from '../field.ts';
import type { Visit } from '../visit.ts';
import { planText, type SubscriptionRecord } from './subscription-text.ts';

/** When it ends, and what goes back. */
const HOW = {
  period_end: { cancel_at_period_end: true, refund: 'none' },
  now: { cancel_at_period_end: false, refund: 'none' },
  prorated: { cancel_at_period_end: false, refund: 'prorated' },
  full: { cancel_at_period_end: false, refund: 'full' },
} as const;

type EndChoice = keyof typeof HOW;
type CancelFields = ReturnType<typeof cancelFields>;

const cancelFields = (choices: { value: EndChoice; label: string }[]) => ({
  how: field.choice({ label: 'When, and what goes back', choices }),
  reason: field.optionalText({ label: 'Why, in a word or a line' }),
  comment: field.textarea({ label: 'What the customer said', rows: 3 }),
});

const previewOf = (visit: Visit, { subscription_id }: SubscriptionRecord, how: EndChoice) =>
  visit.ask(previewSubscriptionCancel, { subscription_id, ...HOW[how] });

type Preview = Awaited<ReturnType<typeof previewOf>>;

/** Each way to cancel, with what it gives back. What gives nothing back is there once. */
async function choicesFor(visit: Visit, one: SubscriptionRecord) {
  const { words } = visit;
  const [period_end, prorated, full] = await Promise.all(
    (['period_end', 'prorated', 'full'] as const).map((how) => previewOf(visit, one, how)),
  );
  const back = ({ refunded, credited, currency }: Preview) =>
    words.amount(refunded + credited, currency);
  const gives = (preview: Preview | undefined): preview is Preview =>
    preview !== undefined && preview.refunded + preview.credited > 0;
  const choices: { value: EndChoice; label: string }[] = [
    {
      value: 'period_end',
      label: `At the end of what is paid: ${words.day(period_end?.ends_at ?? visit.now)}`,
    },
    { value: 'now', label: 'Now, and nothing goes back' },
  ];
  if (gives(prorated)) {
    const label = `Now, and the rest of the period goes back: ${back(prorated)}`;
    choices.push({ value: 'prorated', label });
  }
  if (gives(full)) {
    choices.push({ value: 'full', label: `Now, and all of the period goes back: ${back(full)}` });
  }
  return choices;
}

/** Support gives back only so much of one payment, by a cancel as by a refund. */
function refuseTooMuch({ refund_max }: Visit, { refunds }: Preview): void {
  const most = Math.max(0, ...refunds.map(({ amount }) => amount));
  if (refund_max === null || most <= refund_max) return;
  throw refuseParameter('how', `gives back more of a payment than your role may: ${refund_max}`);
}

export const cancelAction: Action<SubscriptionRecord, CancelFields> = {
  operation: cancelSubscription,
  name: 'cancel',
  title: 'Cancel the subscription',
  refused: 'The subscription was not canceled',
  fields: async (visit, one) => cancelFields(await choicesFor(visit, one)),
  filled: () => ({ how: 'period_end' }),
  async explain(visit, one, { how }) {
    const { words } = visit;
    const preview = await previewOf(visit, one, how);
    refuseTooMuch(visit, preview);
    const { currency, charged, refunded, credited, ends_at } = preview;
    // Asked afterwards: the clock goes on, and what ends at once must not look as if it were later.
    const at_once = await previewOf(visit, one, 'now');
    const amount = (value: number) => words.amount(value, currency);
    const is_later = Date.parse(ends_at) > Date.parse(at_once.ends_at);
    return {
      text: html`<p><strong>${planText(one)}</strong> ends
  ${is_later ? html`on <strong>${words.day(ends_at)}</strong>; until then it can be used` : 'now'},
  and its license with it. Nothing is charged after that.</p>
<ul>
  ${charged > 0 && html`<li>${amount(charged)} that the customer owes is charged first.</li>`}
  ${refunded > 0 && html`<li>${amount(refunded)} goes back the way it was paid.</li>`}
  ${credited > 0 && html`<li>${amount(credited)} goes to the customer’s balance.</li>`}
  ${refunded + credited === 0 && html`<li>Nothing that was paid goes back.</li>`}
  ${one.pending_change && html`<li>The change that was planned is dropped.</li>`}
  <li>The customer is told by mail.</li>
  <li>${
    is_later
      ? html`It can be taken back until ${words.day(ends_at)}.`
      : 'This cannot be undone: the customer would have to subscribe anew.'
  }</li>
</ul>`,
      button: is_later
        ? `Cancel on ${words.day(ends_at)}`
        : refunded > 0
          ? `Cancel now and refund ${amount(refunded)}`
          : 'Cancel now',
      is_dangerous: true,
    };
  },
  async act(visit, one, { how, reason, comment }, once) {
    refuseTooMuch(visit, await previewOf(visit, one, how));
    const { subscription_id } = one;
    const said = { reason, comment: comment || null };
    return visit.ask(cancelSubscription, { subscription_id, ...HOW[how], ...said }, once);
  },
  done: ({ how }) => (how === 'period_end' ? 'ending' : 'canceled'),
};
