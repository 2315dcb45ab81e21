import type { CardUpdateRow } from '../../subscriptions/card-update.rules.ts';
import type { CardProblems } from '../shared/card-form.ts';
import { cardInputs } from '../shared/fields.ts';
import type { Host } from '../shared/hosted.ts';
import { type Html, html } from '../shared/html.ts';
import { methodText } from '../shared/method-text.ts';
import type { PageAnswer } from '../shared/page.ts';
import type { Shop } from '../shared/shop.ts';
import { shopPage } from '../shared/shop-page.ts';
import type { Words } from '../words/words.ts';

export interface CardView {
  base_path: string;
  address: string;
  update: CardUpdateRow;
  store: Shop;
  words: Words;
}

type WithBack = CardView & { back: string | undefined };

/** The page on which a customer gives a card, or from which they go to the provider's. */
export function cardPage(
  view: WithBack,
  {
    host,
    problem,
    problems = {},
  }: { host: Host | undefined; problem?: string; problems?: CardProblems },
): PageAnswer {
  const is_wrong = problem !== undefined || Object.keys(problems).length > 0;
  const is_begun = view.update.action_url !== null;
  return shopPage(view, {
    status: is_wrong ? 400 : 200,
    title: 'Your card for the next payments',
    forms_lead_to: host?.origins ?? [],
    main: html`
  <h1>Your card for the next payments</h1>
  ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  ${is_begun && html`<p>You have not given a card yet.</p>`}
  <p>${
    host === undefined
      ? 'It takes the place of the card that is kept so far.'
      : `You give it at ${host.name}. It takes the place of what is kept so far.`
  } What is past due is charged at once.</p>
  ${
    is_begun && host !== undefined
      ? html`<p><a class="button" href="${view.update.action_url}">Continue to ${host.name}</a></p>
  <p class="quiet">Done there already? <a href="${view.address}/return">Look again</a></p>`
      : html`<form method="post" action="${view.address}">
    ${host === undefined && cardInputs(view.words, { problems })}
    <p><button class="button">${
      host === undefined ? 'Save the card' : `Continue to ${host.name}`
    }</button></p>
  </form>`
  }
  ${backLink(view)}`,
  });
}

/** It is done, or too late. */
export function overPage(view: WithBack): PageAnswer {
  const { card_brand, card_last_four, status } = view.update;
  const is_done = status === 'completed';
  const title = is_done ? 'Your card is saved' : 'This link no longer works';
  const card = methodText({ brand: card_brand ?? 'card', last4: card_last_four ?? '' });
  const text = is_done
    ? `${card} is used for the next payments to ${view.store.name}.`
    : `Nothing was changed. Ask ${view.store.name} for a new one.`;
  return shopPage(view, {
    title,
    main: html`
  <h1>${title}</h1>
  <p>${text}</p>
  ${backLink(view)}`,
  });
}

const backLink = ({ back, store }: WithBack): Html | undefined =>
  back === undefined
    ? undefined
    : html`<p class="quiet"><a href="${back}">Back to ${store.name}</a></p>`;
