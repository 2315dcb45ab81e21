import { ProviderUnanswered, Refusal } from '../../core/errors.ts';
import { randomText } from '../../core/ids.ts';
import { isExpiredAt } from '../../payments/card.rules.ts';
import { findUsableCard } from '../../payments/usable-card.ts';
import { findCardUpdate } from '../../subscriptions/card-update.sql.ts';
import { createCardUpdate } from '../../subscriptions/create-card-update.ts';
import { listSubscriptions } from '../../subscriptions/list-subscriptions.ts';
import { dueNow } from '../../subscriptions/next-payment.ts';
import { openCardPage } from '../../subscriptions/settle-card-update.ts';
import { updatePaymentMethod } from '../../subscriptions/update-payment-method.ts';
import { type CardProblems, readCard } from '../shared/card-form.ts';
import { cardInputs } from '../shared/fields.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { type Host, hostOf, mayLeadTo } from '../shared/hosted.ts';
import { type Html, html } from '../shared/html.ts';
import { methodText } from '../shared/method-text.ts';
import type { PageAnswer } from '../shared/page.ts';
import { tryLater, tryLaterText } from '../shared/page-limits.ts';
import { portalCookie } from '../shared/portal-cookie.ts';
import { formActions, portalPage } from './layout.ts';
import { type Handler, money, refusalText, type SubscriptionRecord, type Visit } from './visit.ts';

/** `Visa ending in 4242`, or undefined when no card is kept. */
export async function cardText(visit: Visit): Promise<string | undefined> {
  const method = await findUsableCard(visit.work, visit.reader, visit.customer_id);
  return method && methodText({ brand: method.card_brand, last4: method.card_last_four });
}

/** `Visa ending in 4242, expires 12/34`, as far as that is known. */
export async function cardWithExpiry(visit: Visit): Promise<string | undefined> {
  const method = await findUsableCard(visit.work, visit.reader, visit.customer_id);
  const text = await cardText(visit);
  const { exp_month = null, exp_year = null } = method ?? {};
  if (text === undefined || exp_month === null || exp_year === null) return text;
  return `${text}, expires ${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;
}

/** Whether the kept card expires before this instant. */
export async function expiresBefore(visit: Visit, at: string): Promise<boolean> {
  const method = await findUsableCard(visit.work, visit.reader, visit.customer_id);
  return method !== undefined && isExpiredAt(method, Date.parse(at));
}

export const showCardForm: Handler = (visit) => cardPage(visit, {});

export const saveCardForm: Handler = async (visit, { form }) => {
  const { ask, customer_id, address } = visit;
  if (!visit.takes_cards) return goToProvider(visit);
  const { card, problems } = readCard(form, visit);
  if (Object.keys(problems).length > 0) return cardPage(visit, { problems });
  const wait_seconds = visit.waitToTry();
  if (wait_seconds > 0) {
    const problem = tryLaterText(visit.words, wait_seconds);
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

/** The provider asks for the card, on its own page. */
async function goToProvider(visit: Visit): Promise<PageAnswer> {
  const { ask, customer_id, work, reader, base_path } = visit;
  const wait_seconds = visit.waitToTry();
  if (wait_seconds > 0) {
    const problem = tryLaterText(visit.words, wait_seconds);
    return tryLater(await cardPage(visit, { problem }), wait_seconds);
  }
  const gateway = work.services.gatewayOf(work.store);
  if (!gateway) return cardPage(visit, { problem: 'This shop cannot take cards here yet.' });
  const { card_update_id } = await ask(createCardUpdate, { customer_id });
  const update = await findCardUpdate(reader, card_update_id);
  try {
    const opened = update && (await openCardPage(work, update));
    const page = opened?.action_url ?? undefined;
    const leads_to = page === undefined ? undefined : mayLeadTo(gateway, page);
    const there = redirectAfterForm(leads_to ?? `${base_path}/card/${card_update_id}`);
    return { ...there, cookies: [portalCookie(visit.token)] };
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
    return cardPage(visit, { problem: 'This did not work just now. Try again in a moment.' });
  }
}

async function pastDue({ ask, customer_id }: Visit): Promise<SubscriptionRecord[]> {
  return (await ask(listSubscriptions, { customer_id, status: 'past_due' })).data;
}

async function cardPage(
  visit: Visit,
  { problems = {}, problem }: { problems?: CardProblems; problem?: string },
): Promise<PageAnswer> {
  const known = await cardWithExpiry(visit);
  const is_wrong = problem !== undefined || Object.keys(problems).length > 0;
  const title = known === undefined ? 'Add a card' : 'Replace your card';
  const gateway = visit.work.services.gatewayOf(visit.work.store);
  const host = gateway && hostOf(gateway);
  return portalPage(visit, {
    forms_lead_to: host?.origins ?? [],
    status: is_wrong ? 400 : 200,
    title,
    main: html`<div class="narrow">
  <h1>${title}</h1>
  ${problem && html`<p class="problem boxed" role="alert">${problem}</p>`}
  <p>${known === undefined ? 'No card is kept' : `${known} is used`} for your payments.</p>
  ${
    gateway
      ? await cardForm(visit, problems, host)
      : html`<p>This shop cannot take cards here yet. Write to ${visit.store.name}.</p>`
  }
</div>`,
  });
}

async function cardForm(
  visit: Visit,
  problems: CardProblems,
  host: Host | undefined,
): Promise<Html> {
  const due = [];
  for (const { subscription_id, plan } of await pastDue(visit)) {
    const total = await dueNow(visit.work, subscription_id);
    if (total !== null) due.push({ name: plan.name, amount: money(visit, total, plan.currency) });
  }
  return html`${due.map(
    ({ name, amount }) =>
      html`<p class="warn">
        The payment of ${amount} for ${name} failed. The new card is charged with it at once.
      </p>`,
  )}
<form method="post" action="${visit.address}/card">
  <input type="hidden" name="attempt" value="${randomText(10)}">
  ${host === undefined && cardInputs(visit.words, { problems })}
  ${formActions(formAction(due.length > 0, host), {
    leave: 'Leave it as it is',
    at: visit.address,
  })}
</form>`;
}

function formAction(is_due: boolean, host: Host | undefined): string {
  if (host) return `Continue to ${host.name}`;
  return is_due ? 'Pay and save the card' : 'Save the card';
}
