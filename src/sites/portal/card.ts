import { ProviderUnanswered, Refusal } from '../../platform/core/errors.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import { findHold } from '../../shop/money/payments/held-charges.sql.ts';
import { hasFields, lookAtToken } from '../../shop/money/payments/look-at-token.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';
import { findCardUpdate } from '../../shop/subscriptions/card-update.sql.ts';
import { createCardUpdate } from '../../shop/subscriptions/create-card-update.ts';
import { listSubscriptions } from '../../shop/subscriptions/list-subscriptions.ts';
import { dueNow } from '../../shop/subscriptions/next-payment.ts';
import { openCardPage, saveTypedCard } from '../../shop/subscriptions/settle-card-update.ts';
import { updatePaymentMethod } from '../../shop/subscriptions/update-payment-method.ts';
import { attemptField } from '../shared/attempt-field.ts';
import { type CardProblems, readCard, type TypedCard } from '../shared/card-form.ts';
import { declineText } from '../shared/decline-text.ts';
import { cardInputs } from '../shared/fields.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { type Host, hostOf, mayLeadTo } from '../shared/hosted.ts';
import { tryLater } from '../shared/page-limits.ts';
import { portalCookie } from '../shared/portal-cookie.ts';
import { cardFields, forFields, hereOr } from '../shared/provider-fields.ts';
import { mistakesIn, type RefusalText, tooManyTries } from '../shared/refusal.ts';
import { cardText, keptCard } from './card-section.ts';
import { formActions, portalPage } from './layout.ts';
import { type Handler, refusalFor, type SubscriptionRecord, type Visit } from './visit.ts';

export const showCardForm: Handler = (visit) => cardPage(visit, {});

export const saveCardForm: Handler = async (visit, { form }) => {
  const { ask, customer_id, address } = visit;
  if (!visit.takes_cards) return goToProvider(visit, form);
  const { card, typed, problems } = readCard(form, visit);
  const mistakes = mistakesIn(visit.words, problems);
  if (mistakes) return cardPage(visit, { typed, problems, refusal: mistakes });
  const wait_seconds = visit.waitToTry();
  if (wait_seconds > 0) return waitToTry(visit, wait_seconds, typed);
  const is_paid = !(await isHeld(visit)) && (await pastDue(visit)).length > 0;
  try {
    const input = { customer_id, payment_method: card };
    await ask(updatePaymentMethod, input, visit.onceFor(form.get('attempt'), 'card'));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'payment_unresolved') return redirectAfterForm(`${address}/note/waiting`);
    return cardPage(visit, { typed, refusal: refusalFor(visit, error) });
  }
  return redirectAfterForm(`${address}/note/${is_paid ? 'card-paid' : 'card-saved'}`);
};

/** The provider asks for the card: in its fields on this page, or on a page of its own. */
async function goToProvider(visit: Visit, form: PageRequest['form']): Promise<PageAnswer> {
  const { ask, customer_id, work, reader, base_path, words } = visit;
  const wait_seconds = visit.waitToTry();
  if (wait_seconds > 0) return waitToTry(visit, wait_seconds);
  const gateway = work.services.gatewayOf(work.store);
  if (!gateway) {
    const { cannotTakeCards: title, askShop } = words.portal;
    return cardPage(visit, { refusal: { title, text: askShop(visit.store.name) } });
  }
  const token = (form.get('payment_token') ?? '').slice(0, 300);
  const typed =
    token !== '' && (await hasFields(work))
      ? await lookAtToken(work, { key: customer_id, token })
      : undefined;
  if (typed?.refused) return cardPage(visit, { refusal: declineText(words, typed.refused) });
  const pays = typed && !(await isHeld(visit)) && (await pastDue(visit)).length > 0;
  const { card_update_id } = await ask(createCardUpdate, { customer_id });
  const made = await findCardUpdate(reader, card_update_id);
  try {
    const tried = made && typed ? await saveTypedCard(work, made, typed) : { update: made };
    const { update, refused } = { refused: undefined, ...tried };
    if (refused !== undefined) return cardPage(visit, { refusal: declineText(words, refused) });
    if (update?.status === 'completed') {
      return redirectAfterForm(`${visit.address}/note/${pays ? 'card-paid' : 'card-saved'}`);
    }
    const opened = update && (await openCardPage(work, update));
    const page = opened?.action_url ?? undefined;
    const leads_to = page === undefined ? undefined : mayLeadTo(gateway, page);
    const there = redirectAfterForm(leads_to ?? `${base_path}/card/${card_update_id}`);
    return { ...there, cookies: [portalCookie(visit.token)] };
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
    const { didNotWork: title, tryInAMoment: text } = words.portal;
    return cardPage(visit, { refusal: { title, text } });
  }
}

async function waitToTry(visit: Visit, wait_seconds: number, typed?: TypedCard) {
  const refusal = tooManyTries(visit.words, wait_seconds);
  return tryLater(await cardPage(visit, { typed, refusal }), wait_seconds);
}

async function pastDue({ ask, customer_id }: Visit): Promise<SubscriptionRecord[]> {
  return (await ask(listSubscriptions, { customer_id, status: 'past_due' })).data;
}

/** After a restore, nothing of before is charged for a while. */
const isHeld = async ({ reader }: Visit): Promise<boolean> => (await findHold(reader)) !== null;

interface AttemptResult {
  typed?: TypedCard | undefined;
  problems?: CardProblems;
  refusal?: RefusalText;
}

async function cardPage(visit: Visit, tried: AttemptResult): Promise<PageAnswer> {
  const { portal } = visit.words;
  const known = await keptCard(visit);
  const title = known ? portal.updateCardTitle : portal.addCardTitle;
  const gateway = visit.work.services.gatewayOf(visit.work.store);
  const host = gateway && hostOf(visit.words, gateway);
  const fields = await gateway?.fieldsOf?.(visit.work.store.store_id);
  return portalPage(visit, {
    forms_lead_to: host?.origins ?? [],
    ...forFields(fields),
    title,
    refusal: tried.refusal,
    main: html`<div class="panel narrow">
  <h1>${title}</h1>
  ${
    gateway
      ? html`<p>${known ? portal.cardIsUsed(cardText(visit, known)) : portal.cardWillBeUsed}</p>
  ${await cardForm(visit, tried, { host, fields })}`
      : html`<p>${portal.cannotTakeCards}. ${portal.askShop(visit.store.name)}</p>`
  }
</div>`,
  });
}

/** Where the card is asked for, if not on this page by ourselves. */
interface Asked {
  host: Host | undefined;
  fields: ProviderFields | undefined;
}

async function cardForm(
  visit: Visit,
  { typed, problems = {} }: AttemptResult,
  asked: Asked,
): Promise<Html> {
  const { words } = visit;
  const is_held = await isHeld(visit);
  const due: string[] = [];
  for (const { subscription_id, plan } of await pastDue(visit)) {
    const total = await dueNow(visit.work, subscription_id);
    if (total === null) continue;
    const amount = words.amount(total, plan.currency);
    const what = { amount, plan: plan.name };
    due.push(is_held ? words.portal.chargedLater(what) : words.portal.chargedAtOnce(what));
  }
  return html`${due.map((text) => html`<p class="warn">${text}</p>`)}
<form method="post" action="${visit.address}/card">
  ${attemptField()}
  ${asked.host === undefined && cardInputs(words, { typed, problems })}
  ${asked.fields && cardFields(asked.fields, { currency: undefined })}
  ${formActions(formAction(visit, due.length > 0 && !is_held, asked), {
    leave: words.portal.cancelForm,
    at: visit.address,
  })}
</form>`;
}

function formAction({ words: { portal } }: Visit, is_due: boolean, { host, fields }: Asked) {
  const here = is_due ? portal.payAndSaveCard : portal.saveCard;
  return host ? hereOr(fields, { here, away: portal.continueTo(host.name) }) : here;
}
