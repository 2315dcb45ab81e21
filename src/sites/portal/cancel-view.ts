import { type Html, html } from '../../platform/core/html.ts';
import { fromMinor } from '../../platform/core/money.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { CancelOffer } from '../../shop/subscriptions/cancel-offer.ts';
import { attemptField } from '../shared/attempt-field.ts';
import { invalidAttributes, problemText } from '../shared/fields.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { portalPage } from './layout.ts';
import type { SubscriptionRecord, Visit } from './visit.ts';

export const COMMENT_MAX = 1000;

export interface TypedCancel {
  reason: string;
  comment: string;
}

export type CancelProblems = Partial<TypedCancel>;

interface CancelView {
  subscription: SubscriptionRecord;
  /** The end of what is paid for; null: it ends at once. */
  ends_at: number | null;
  offer: CancelOffer | undefined;
  typed: TypedCancel;
  problems: CancelProblems;
  refusal: RefusalText | undefined;
}

/** What a cancel means, what the seller offers instead, and why: staying is the larger button. */
export function cancelPage(visit: Visit, view: CancelView): PageAnswer {
  const { portal, shared } = visit.words;
  const { subscription, offer, refusal, problems, typed } = view;
  const { plan, subscription_id } = subscription;
  const address = `${visit.address}/subscription/${subscription_id}`;
  const title = portal.cancelPlan(plan.name);
  const optional = html`<span class="quiet">${shared.optional}</span>`;
  return portalPage(visit, {
    title,
    refusal,
    back: { at: address, name: plan.name },
    main: html`<div class="panel narrow">
  <h1>${title}</h1>
  <p>${whatHappens(visit, view)}</p>
  ${offer && offerSection(visit, subscription, offer)}
  <form method="post" action="${address}/cancel">
    ${attemptField()}
    <fieldset class="choices" id="reason"${invalidAttributes('reason', problems.reason)}>
      <legend>${portal.whyCancel} ${optional}</legend>
      ${Object.entries(portal.reasons).map(
        ([reason, text]) => html`<label class="choice">
        <input type="radio" name="reason"
          value="${reason}"${reason === typed.reason && html` checked`}>
        <span class="name">${text}</span>
      </label>`,
      )}
      ${problemText('reason', problems.reason)}
    </fieldset>
    <div class="field">
      <label for="comment">${portal.comment} ${optional}</label>
      <textarea id="comment" name="comment" rows="3" maxlength="${COMMENT_MAX}"
        dir="auto"${invalidAttributes('comment', problems.comment)}>
${typed.comment}</textarea>
      ${problemText('comment', problems.comment)}
    </div>
    <p class="actions">
      <a class="button" href="${address}">${portal.keep}</a>
      <button class="plain leave">${portal.cancel}</button>
    </p>
  </form>
</div>`,
  });
}

function whatHappens(
  { words: { portal, day } }: Visit,
  { subscription, ends_at }: CancelView,
): string {
  if (ends_at === null) return portal.cancelsNow;
  return subscription.status === 'paused'
    ? portal.cancelResumes(day(ends_at))
    : portal.cancelsOn(day(ends_at));
}

/** To the cent: what the next payment is with the offer, and without it. */
function offerSection(
  visit: Visit,
  { subscription_id, plan: { currency } }: SubscriptionRecord,
  { coupon, total, full, at }: CancelOffer,
): Html {
  const { portal, amount, percent, day } = visit.words;
  const { percent_bps, amount_minor, duration, duration_months } = coupon;
  const off =
    percent_bps === null
      ? amount(fromMinor(amount_minor ?? 0, currency), currency)
      : percent(percent_bps / 100);
  const next = { amount: amount(total, currency), full: amount(full, currency), day: day(at) };
  const lasts = {
    once: undefined,
    repeating: portal.offerMonths(duration_months ?? 1),
    forever: portal.offerForever,
  };
  return html`<section class="offer" aria-labelledby="offer-title">
  <h2 id="offer-title">${portal.offerTitle(off)}</h2>
  <p>${portal.offerNext(next)} ${lasts[duration]}</p>
  <form method="post" action="${visit.address}/subscription/${subscription_id}/offer">
    ${attemptField()}
    <button class="button">${portal.offerAccept}</button>
  </form>
</section>`;
}
