import { Refusal } from '../../core/errors.ts';
import { randomText } from '../../core/ids.ts';
import { findUsableCard } from '../../payments/usable-card.ts';
import { listSubscriptions } from '../../subscriptions/list-subscriptions.ts';
import { nextPayment } from '../../subscriptions/next-payment.ts';
import { updatePaymentMethod } from '../../subscriptions/update-payment-method.ts';
import { type CardProblems, readCard } from '../shared/card-form.ts';
import { cardInputs } from '../shared/fields.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { type Html, html } from '../shared/html.ts';
import { methodText } from '../shared/method-text.ts';
import type { PageAnswer } from '../shared/page.ts';
import { tryLater, tryLaterText } from '../shared/page-limits.ts';
import { formActions, portalPage } from './layout.ts';
import { type Handler, money, refusalText, type SubscriptionRecord, type Visit } from './visit.ts';

/** `Visa ending in 4242`, or undefined when no card is kept. */
export async function cardText(visit: Visit): Promise<string | undefined> {
  const method = await findUsableCard(visit.work, visit.reader, visit.customer_id);
  return method && methodText({ brand: method.card_brand, last4: method.card_last_four });
}

export const showCardForm: Handler = (visit) => cardPage(visit, {});

export const saveCardForm: Handler = async (visit, { form }) => {
  const { ask, customer_id, address, now } = visit;
  const { card, problems } = readCard(form, now);
  if (Object.keys(problems).length > 0) return cardPage(visit, { problems });
  const wait_seconds = visit.waitToTry();
  if (wait_seconds > 0) {
    const problem = tryLaterText(wait_seconds);
    return tryLater(await cardPage(visit, { problem }), wait_seconds);
  }
  const was_due = (await pastDue(visit)).length > 0;
  try {
    const input = { customer_id, payment_method: card };
    await ask(updatePaymentMethod, input, visit.onceFor(form.get('attempt'), 'card'));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'payment_unresolved') return redirectAfterForm(`${address}/note/waiting`);
    return cardPage(visit, { problem: refusalText(error) });
  }
  return redirectAfterForm(`${address}/note/${was_due ? 'card-paid' : 'card-saved'}`);
};

async function pastDue({ ask, customer_id }: Visit): Promise<SubscriptionRecord[]> {
  return (await ask(listSubscriptions, { customer_id, status: 'past_due' })).data;
}

async function cardPage(
  visit: Visit,
  { problems = {}, problem }: { problems?: CardProblems; problem?: string },
): Promise<PageAnswer> {
  const known = await cardText(visit);
  const is_wrong = problem !== undefined || Object.keys(problems).length > 0;
  const title = known === undefined ? 'Add a card' : 'Replace your card';
  return portalPage(visit, {
    status: is_wrong ? 400 : 200,
    title,
    main: html`<div class="narrow">
  <h1>${title}</h1>
  ${problem && html`<p class="problem boxed" role="alert">${problem}</p>`}
  <p>${known === undefined ? 'No card is kept' : `${known} is used`} for your payments.</p>
  ${
    visit.takes_cards
      ? await cardForm(visit, problems)
      : html`<p>This shop cannot take cards here yet. Write to ${visit.store.name}.</p>`
  }
</div>`,
  });
}

async function cardForm(visit: Visit, problems: CardProblems): Promise<Html> {
  const due = [];
  for (const { subscription_id, plan } of await pastDue(visit)) {
    const next = await nextPayment(visit.work, subscription_id);
    if (next) due.push({ name: plan.name, amount: money(visit, next.total, plan.currency) });
  }
  return html`${due.map(
    ({ name, amount }) =>
      html`<p class="warn">
        The payment of ${amount} for ${name} failed. The new card is charged with it at once.
      </p>`,
  )}
<form method="post" action="${visit.address}/card">
  <input type="hidden" name="attempt" value="${randomText(10)}">
  ${cardInputs(problems)}
  ${formActions(due.length > 0 ? 'Pay and save the card' : 'Save the card', {
    leave: 'Leave it as it is',
    at: visit.address,
  })}
</form>`;
}
