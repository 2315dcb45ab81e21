import { moneyText } from '../../core/money-text.ts';
import type { Bill } from '../../subscriptions/bill.rules.ts';
import type { SubscriptionRow } from '../../subscriptions/subscription.rules.ts';
import { showTaxRows } from '../../taxes/tax-record.rules.ts';
import type { TransactionRow } from '../../transactions/transaction.rules.ts';
import { amountText, dateText, quantityText } from '../shared/amounts.ts';
import type { CardProblems } from '../shared/card-form.ts';
import { cardInputs } from '../shared/fields.ts';
import type { Host } from '../shared/hosted.ts';
import { type Html, html } from '../shared/html.ts';
import type { PageAnswer } from '../shared/page.ts';
import { amountRow } from '../shared/rows.ts';
import type { Shop } from '../shared/shop.ts';
import { shopPage } from '../shared/shop-page.ts';
import { taxNote } from '../shared/tax-note.ts';
import type { Words } from '../words/words.ts';

export interface PayView {
  base_path: string;
  /** Of this page; what is done with the bill is below. */
  address: string;
  subscription: SubscriptionRow;
  store: Shop;
  words: Words;
  locale: string;
}

interface BillView {
  bill: Bill;
  host: Host | undefined;
  /** Why it could not be charged so far. */
  why: string | undefined;
  attempt: string;
  problems: CardProblems;
  problem: string | undefined;
}

/** A bill that is past due, and how to pay it. */
export function payPage(view: PayView, bill_view: BillView): PageAnswer {
  const { subscription } = view;
  const { bill, host, why, problem, problems } = bill_view;
  const is_wrong = problem !== undefined || Object.keys(problems).length > 0;
  const total = amount(view, bill.total_minor);
  return shopPage(view, {
    status: is_wrong ? 400 : 200,
    title: `Pay for ${subscription.plan_name}`,
    forms_lead_to: host?.origins ?? [],
    main: html`
  <h1>${subscription.plan_name}${quantityText(subscription.quantity)}</h1>
  ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  <p>Your payment of ${total} is due. ${problem === undefined && why}</p>
  ${billTable(view, bill)}
  <form method="post" action="${view.address}">
    <input type="hidden" name="attempt" value="${bill_view.attempt}">
    ${host === undefined && cardInputs(view.words, { problems })}
    <p><button class="button">Pay ${total} now</button></p>
  </form>
  <p class="quiet">${
    host === undefined
      ? 'The card is kept for the next payments.'
      : `You pay at ${host.name}. What you pay with is kept for the next payments.`
  }</p>`,
  });
}

/** A payment of the bill is under way. */
export function waitingPage(
  view: PayView,
  { pending, host }: { pending: TransactionRow; host: Host | undefined },
): PageAnswer {
  const due = amount(view, pending.total_minor);
  const is_at_page = pending.action_url !== null && pending.return_path !== null;
  const title = is_at_page ? 'You have not paid yet' : 'Your payment is on its way';
  const where = host?.name ?? 'your bank';
  return shopPage(view, {
    title,
    main: is_at_page
      ? html`
  <h1>${title}</h1>
  <p>${due} for ${view.subscription.plan_name} is still to be paid at ${where}.</p>
  <p><a class="button" href="${pending.action_url}">Continue to ${where}</a></p>
  <form method="post" action="${view.address}/give-up">
    <button class="plain">Give up and start again</button>
  </form>
  <p class="quiet">
    Done there already? <a href="${view.address}/return">Look again</a>: you are never charged
    twice.
  </p>`
      : html`
  <h1>${title}</h1>
  <p>
    A payment of ${due} for ${view.subscription.plan_name} is under way. Most take seconds, a debit
    from a bank account takes a few days. There is nothing more for you to do.
  </p>
  <p><a class="button" href="${view.address}">Look again</a></p>`,
  });
}

/** Nothing is to be paid here any more. */
export function settledPage(view: PayView): PageAnswer {
  const { subscription } = view;
  const [title, text] = settledText(subscription, view.store.name);
  return shopPage(view, {
    title,
    main: html`
  <h1>${title}</h1>
  <p>${text}</p>`,
  });
}

function settledText(row: SubscriptionRow, shop: string): [title: string, text: string] {
  const { status, plan_name } = row;
  if (status === 'canceled') {
    return ['This subscription has ended', `${plan_name} has ended, and nothing is to be paid.`];
  }
  if (status === 'paused') {
    return ['This subscription is paused', `Nothing is to be paid for ${plan_name}. Ask ${shop}.`];
  }
  if (status === 'past_due') {
    return ['Nothing can be paid here just now', `Nothing was charged. Ask ${shop}.`];
  }
  const end = dateText(row.current_period_end);
  return ['This is paid', `Thank you. ${plan_name} is paid until ${end}.`];
}

const amount = ({ subscription, locale }: PayView, minor: number): string =>
  amountText(minor, subscription.currency, locale);

const billTable = (view: PayView, { lines, total_minor, tax_rows }: Bill): Html => html`<table>
  <caption class="hidden">What is due</caption>
  <tbody>${lines.map((line) =>
    amountRow(line.description, amount(view, line.amount_minor)),
  )}</tbody>
  <tfoot>${amountRow('Due now', amount(view, total_minor))}</tfoot>
</table>
${taxNote({ tax_breakdown: showTaxRows(tax_rows, view.subscription.currency) }, (value) =>
  moneyText(value, view.subscription.currency, view.locale),
)}`;
