import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';
import { showLines } from '../../shop/money/transactions/lines.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import type { Bill } from '../../shop/subscriptions/bill.rules.ts';
import type { SubscriptionRow } from '../../shop/subscriptions/subscription.rules.ts';
import { showTaxRows } from '../../shop/tax/tax-record.rules.ts';
import type { CardProblems, TypedCard } from '../shared/card-form.ts';
import { cardInputs } from '../shared/fields.ts';
import type { Host } from '../shared/hosted.ts';
import { invoiceLinks } from '../shared/invoice-links.ts';
import { lineText } from '../shared/line-text.ts';
import { cardFields, forFields, hereOr } from '../shared/provider-fields.ts';
import { mistakesIn, type RefusalText, refusalBox, refusedTitle } from '../shared/refusal.ts';
import { amountRow, quantityText } from '../shared/rows.ts';
import { shopPage } from '../shared/shop-page.ts';
import type { ShopVisit } from '../shared/shop-visit.ts';
import { successMark } from '../shared/success-mark.ts';
import { taxNote } from '../shared/tax-note.ts';

export interface PayView extends ShopVisit {
  subscription: SubscriptionRow;
}

interface BillView {
  bill: Bill;
  host: Host | undefined;
  fields: ProviderFields | undefined;
  /** Why it could not be charged so far. */
  why: string | undefined;
  attempt: string;
  typed?: TypedCard | undefined;
  problems: CardProblems;
  refusal: RefusalText | undefined;
}

/** A bill that is past due, and how to pay it. */
export function payPage(view: PayView, bill_view: BillView): PageAnswer {
  const { subscription, words } = view;
  const { bill, host, why, typed, problems } = bill_view;
  const { currency } = subscription;
  const fields = bill.total_minor > 0 ? bill_view.fields : undefined;
  const units = fields?.amountOf(bill.total_minor, currency);
  const refusal = bill_view.refusal ?? mistakesIn(words, problems);
  const total = amount(view, bill.total_minor);
  const { pay } = words;
  return shopPage(view, {
    status: refusal === undefined ? 200 : 400,
    title: refusedTitle(refusal, pay.title(subscription.plan_name)),
    forms_lead_to: host?.origins ?? [],
    ...forFields(fields),
    main: html`
  ${refusal && refusalBox(refusal)}
  <h1><bdi>${subscription.plan_name}</bdi>${quantityText(subscription.quantity)}</h1>
  <p>${pay.isDue(total)} ${refusal === undefined && why}</p>
  ${billTable(view, bill)}
  <form method="post" action="${view.address}">
    <input type="hidden" name="attempt" value="${bill_view.attempt}">
    ${host === undefined && cardInputs(words, { typed, problems })}
    ${fields && cardFields(fields, { currency, amount: units })}
    <button class="button wide">${
      host === undefined
        ? pay.payNow(total)
        : hereOr(fields, { here: pay.payNow(total), away: words.checkout.continueToPay })
    }</button>
  </form>
  <p class="quiet">${
    host === undefined
      ? pay.cardIsKept
      : hereOr(fields, { here: pay.cardIsKept, away: pay.payAt(host.name) })
  }</p>`,
  });
}

/** A payment of the bill is under way. */
export function waitingPage(
  view: PayView,
  { pending, host }: { pending: TransactionRow; host: Host | undefined },
): PageAnswer {
  const { pay, after } = view.words;
  const { plan_name: plan } = view.subscription;
  const due = amount(view, pending.total_minor);
  const is_at_page = pending.action_url !== null && pending.return_path !== null;
  const title = is_at_page ? after.notPaidYet : after.onItsWay;
  const provider = host?.name ?? pay.yourBank;
  const again = (text: string) => html`<a href="${view.address}/return">${text}</a>`;
  return shopPage(view, {
    title,
    main: is_at_page
      ? html`
  <h1>${title}</h1>
  <p>${pay.stillToPay({ amount: due, plan, provider })}</p>
  <p><a class="button" href="${pending.action_url}">${pay.toProvider(provider)}</a></p>
  <form method="post" action="${view.address}/give-up">
    <button class="plain">${after.startAgain}</button>
  </form>
  <p class="quiet">${pay.doneThere(again)} ${after.neverTwice}</p>`
      : html`
  <h1>${title}</h1>
  <p>${pay.underWay({ amount: due, plan })}</p>
  <p><a class="button" href="${view.address}">${after.checkAgain}</a></p>`,
  });
}

/** The bill can be paid later: after a restore, nothing of before is charged for a while. */
export function laterPage(view: PayView, { total_minor }: Bill): PageAnswer {
  const { pay, after } = view.words;
  const { plan_name: plan } = view.subscription;
  const due = { amount: amount(view, total_minor), plan, shop: view.store.name };
  return shopPage(view, {
    title: pay.notPossible,
    main: html`
  <h1>${pay.notPossible}</h1>
  <p>${pay.waitsText(due)}</p>
  <p><a class="button" href="${view.address}">${after.checkAgain}</a></p>`,
  });
}

/** Nothing is to be paid here any more. `invoice_token`: of what was paid just now. */
export function settledPage(view: PayView, invoice_token: string | null): PageAnswer {
  const { title, text, is_paid = false } = settledText(view);
  const portal = `${view.base_path}/portal/store/${view.store.number}`;
  return shopPage(view, {
    title,
    main: html`
  ${is_paid && successMark()}
  <h1>${title}</h1>
  <p>${text}</p>
  ${is_paid && invoiceLinks(view, invoice_token)}
  <p>${view.words.after.manage((words) => html`<a href="${portal}">${words}</a>`)}</p>`,
  });
}

function settledText(view: PayView): { title: string; text: string; is_paid?: boolean } {
  const { status, plan_name: plan, current_period_end } = view.subscription;
  const { pay, day } = view.words;
  const shop = view.store.name;
  if (status === 'canceled') return { title: pay.ended, text: pay.endedText(plan) };
  if (status === 'paused') return { title: pay.paused, text: pay.pausedText({ plan, shop }) };
  if (status === 'past_due') return { title: pay.notPossible, text: pay.notPossibleText(shop) };
  const text = pay.settledText({ plan, day: day(current_period_end) });
  return { title: pay.settled, text, is_paid: true };
}

const amount = ({ subscription, words }: PayView, minor: number): string =>
  words.money(minor, subscription.currency);

function billTable(view: PayView, { lines, total_minor, tax_rows }: Bill): Html {
  const { words, subscription } = view;
  const { currency } = subscription;
  return html`<table>
  <caption class="hidden">${words.pay.whatIsDue}</caption>
  <tbody>${showLines(lines, currency).map((line) =>
    amountRow(lineText(words, line), words.amount(line.amount, currency)),
  )}</tbody>
  <tfoot>${amountRow(words.pay.dueNow, amount(view, total_minor))}</tfoot>
</table>
${taxNote(words, { tax_breakdown: showTaxRows(tax_rows, currency), currency })}`;
}
