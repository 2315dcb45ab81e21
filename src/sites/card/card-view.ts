import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';
import type { CardUpdateRow } from '../../shop/subscriptions/card-update.rules.ts';
import type { CardProblems, TypedCard } from '../shared/card-form.ts';
import { cardInputs } from '../shared/fields.ts';
import type { Host } from '../shared/hosted.ts';
import { methodText } from '../shared/method-text.ts';
import { cardFields, forFields, hereOr } from '../shared/provider-fields.ts';
import { providerName } from '../shared/provider-name.ts';
import { type RefusalText, refusalBox, refusedTitle } from '../shared/refusal.ts';
import { shopPage } from '../shared/shop-page.ts';
import type { ShopVisit } from '../shared/shop-visit.ts';
import { successMark } from '../shared/success-mark.ts';

export interface CardView extends ShopVisit {
  update: CardUpdateRow;
}

type WithBack = CardView & { back: string | undefined };

interface FormView {
  host: Host | undefined;
  fields: ProviderFields | undefined;
  /** Whether what is past due waits: after a restore, nothing of before is charged for a while. */
  is_held: boolean;
  refusal?: RefusalText | undefined;
  typed?: TypedCard;
  problems?: CardProblems;
}

/** The page on which a customer gives a card, or from which they go to the provider's. */
export function cardPage(
  view: WithBack,
  { host, fields, is_held, refusal, typed, problems }: FormView,
): PageAnswer {
  const { pay } = view.words;
  const { action_url, currency } = view.update;
  const is_begun = action_url !== null && host !== undefined;
  const here = is_begun ? undefined : fields;
  return shopPage(view, {
    status: refusal === undefined ? 200 : 400,
    title: refusedTitle(refusal, pay.cardTitle),
    forms_lead_to: host?.origins ?? [],
    ...(is_begun ? {} : forFields(fields)),
    main: html`
  ${refusal && refusalBox(refusal)}
  <h1>${pay.cardTitle}</h1>
  ${action_url !== null && html`<p>${pay.noCardYet}</p>`}
  <p>${
    host === undefined
      ? pay.cardText
      : hereOr(here, { here: pay.cardText, away: pay.cardAt(host.name) })
  }
    ${is_held ? pay.dueWaits : pay.dueIsCharged}</p>
  ${
    is_begun
      ? wayOn(view, { host, action_url })
      : html`<form method="post" action="${view.address}">
    ${host === undefined && cardInputs(view.words, { typed, problems: problems ?? {} })}
    ${here && cardFields(here, { currency })}
    <button class="button wide">${
      host === undefined
        ? pay.saveCard
        : hereOr(here, { here: pay.saveCard, away: pay.toProvider(host.name) })
    }</button>
  </form>`
  }
  ${backLink(view)}`,
  });
}

/** To the provider's page, which was opened before. */
function wayOn(
  { address, words: { pay } }: CardView,
  { host, action_url }: { host: Host; action_url: string },
): Html {
  const again = (text: string) => html`<a href="${address}/return">${text}</a>`;
  return html`<p><a class="button" href="${action_url}">${pay.toProvider(host.name)}</a></p>
  <p class="quiet">${pay.doneThere(again)}</p>`;
}

/** The customer has done their part, and the provider has yet to confirm it. */
export function underWayPage(view: WithBack): PageAnswer {
  const { after } = view.words;
  return shopPage(view, {
    title: after.accountToConfirm,
    main: html`
  <h1>${after.accountToConfirm}</h1>
  <p>${after.accountToConfirmText(providerName(view.words, view.update.provider))}</p>
  ${backLink(view)}`,
  });
}

/** It is done, or too late. */
export function overPage(view: WithBack): PageAnswer {
  const { card_brand, card_last_four, status } = view.update;
  const { pay } = view.words;
  const shop = view.store.name;
  const is_done = status === 'completed';
  const title = is_done ? pay.cardSaved : pay.linkOver;
  const card = methodText(view.words, { brand: card_brand ?? '', last4: card_last_four ?? '' });
  return shopPage(view, {
    title,
    main: html`
  ${is_done && successMark()}
  <h1>${title}</h1>
  <p>${is_done ? pay.cardSavedText({ card, shop }) : pay.linkOverText(shop)}</p>
  ${backLink(view)}`,
  });
}

const backLink = ({ back, store, words }: WithBack): Html | undefined =>
  back === undefined
    ? undefined
    : html`<p class="quiet"><a href="${back}">${words.pay.backTo(store.name)}</a></p>`;
