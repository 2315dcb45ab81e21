import { ProviderUnanswered } from '../../platform/core/errors.ts';
import { randomText } from '../../platform/core/ids.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import type { SavedCard } from '../../shop/money/payments/gateway.ts';
import { findHold } from '../../shop/money/payments/held-charges.sql.ts';
import { hasFields, lookAtToken } from '../../shop/money/payments/look-at-token.ts';
import {
  findPendingCharge,
  findTransaction,
} from '../../shop/money/transactions/transaction.sql.ts';
import { payPastDue, settlePresentCharge } from '../../shop/subscriptions/pay-past-due.ts';
import { readBilling } from '../../shop/subscriptions/read-billing.ts';
import { nextPeriod } from '../../shop/subscriptions/renewal.rules.ts';
import { findByPaymentToken, findSubscription } from '../../shop/subscriptions/subscription.sql.ts';
import { type CardProblems, readCard, type TypedCard } from '../shared/card-form.ts';
import { declineRefusal, declineText } from '../shared/decline-text.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { hostOf, mayLeadTo } from '../shared/hosted.ts';
import { noticePage } from '../shared/notice.ts';
import { tryLater, waitPage } from '../shared/page-limits.ts';
import { type RefusalText, waitText } from '../shared/refusal.ts';
import { area, route } from '../shared/router.ts';
import { goBack, type SiteParts, shopVisit } from '../shared/shop-visit.ts';
import { laterPage, type PayView, payPage, settledPage, waitingPage } from './pay-view.ts';

interface Visit extends PayView {
  /** The address without what stands before every path of ours. */
  path: string;
  /** Seconds to wait before another card may be tried. */
  waitToTry(): number;
}

const showBill = (visit: Visit): Promise<PageAnswer> => show(visit);

const ROUTES = [
  route('/', { GET: showBill, POST: pay }),
  route('/return', { GET: (visit: Visit) => leavePage(visit, 'ask'), POST: goBack }),
  route('/give-up', { GET: showBill, POST: (visit) => leavePage(visit, 'payer_left') }),
];

/** Where a bill that is past due can be paid, or confirmed. Its address is the key to it. */
export function payPages(parts: SiteParts): ServedPath {
  const { db, limits, base_path } = parts;
  const notFoundPage = (request: PageRequest) =>
    noticePage(request, { base_path, status: 404 }, ({ noBill }) => noBill);
  return area({
    at: '/pay/:token',
    base_path,
    routes: ROUTES,
    notFoundPage,
    async enter(request, { token }, open) {
      const store = await findByPaymentToken(db.reader(null), token);
      const found = store && (await findSubscription(db.reader(store), store.subscription_id));
      if (!found) return notFoundPage(request);
      const wait_seconds = limits.ofLink(token);
      if (wait_seconds > 0) return waitPage(request, wait_seconds, base_path);
      const path = ['/pay', token] as const;
      const { customer_id } = found;
      return open({
        ...(await shopVisit(request, parts, { path, store, customer_id })),
        subscription: found,
        path: path.join('/'),
        waitToTry: () => limits.ofTry(request, token),
      });
    },
  });
}

/** The page for whatever has become of the bill. */
async function show(
  visit: Visit,
  more: { refusal?: RefusalText; typed?: TypedCard; problems?: CardProblems } = {},
): Promise<PageAnswer> {
  const { subscription, work } = visit;
  const { reader } = work;
  const pending = await findPendingCharge(reader, subscription.subscription_id);
  const gateway = work.services.gatewayOf(work.store);
  const host = gateway && hostOf(visit.words, gateway);
  if (pending) return waitingPage(visit, { pending, host });
  if (subscription.status !== 'past_due' || !gateway) {
    return settledPage(visit, await newInvoice(visit));
  }
  const billing = await readBilling(work, reader, subscription);
  const { bill } = nextPeriod(subscription, billing.at(work.now));
  if ((await findHold(reader)) !== null) return laterPage(visit, bill);
  const latest = await findTransaction(reader, subscription.latest_transaction_id ?? '');
  const code = latest?.decline_code ?? null;
  return payPage(visit, {
    bill,
    host,
    fields: await gateway.fieldsOf?.(work.store.store_id),
    why: code === null ? undefined : declineText(visit.words, code).text,
    attempt: randomText(10),
    problems: {},
    refusal: undefined,
    ...more,
  });
}

/** For a day: links live on in mails, and are handed on to whoever pays. */
async function newInvoice({ subscription, work }: Visit): Promise<string | null> {
  const latest = await findTransaction(work.reader, subscription.latest_transaction_id ?? '');
  const is_new = work.now < (latest?.settled_at ?? 0) + DAY_MS;
  return latest && is_new ? latest.invoice_token : null;
}

async function pay(visit: Visit, { form }: PageRequest): Promise<PageAnswer> {
  const { subscription, work, address, path } = visit;
  const gateway = work.services.gatewayOf(work.store);
  if (!gateway || subscription.status !== 'past_due') return redirectAfterForm(address);
  const filled = gateway.takes_cards
    ? readCard(form, { words: visit.words, now: work.now })
    : undefined;
  const { card, problems = {} } = filled ?? {};
  const again = filled && { typed: filled.typed };
  if (Object.keys(problems).length > 0) return show(visit, { ...again, problems });
  const wait_seconds = visit.waitToTry();
  if (wait_seconds > 0) {
    const refusal = waitText(visit.words, wait_seconds);
    return tryLater(await show(visit, { ...again, refusal }), wait_seconds);
  }
  const attempt = (form.get('attempt') ?? '').slice(0, 100);
  const request_key = attempt === '' ? null : `pay ${subscription.subscription_id} ${attempt}`;
  try {
    const typed = await typedIn(visit, form);
    if (typed?.refused) {
      return show(visit, { refusal: declineRefusal(visit.words, typed.refused) });
    }
    const paying = { card, typed, return_path: `${path}/return`, request_key };
    const charge = await payPastDue(work, subscription, paying);
    const action_url = charge?.action_url ?? null;
    if (action_url !== null) return redirectAfterForm(mayLeadTo(gateway, action_url) ?? address);
    if (charge && charge.decline_code !== null) {
      return show(visit, { ...again, refusal: declineRefusal(visit.words, charge.decline_code) });
    }
  } catch (error) {
    // The page says that the payment is under way: a job finds out how it ends.
    if (!(error instanceof ProviderUnanswered)) throw error;
  }
  return redirectAfterForm(address);
}

/** What was typed into the provider's fields on this page; undefined where it has none. */
async function typedIn(
  { subscription, work }: Visit,
  form: PageRequest['form'],
): Promise<SavedCard | undefined> {
  const token = (form.get('payment_token') ?? '').slice(0, 300);
  if (token === '' || !(await hasFields(work))) return undefined;
  return lookAtToken(work, { key: subscription.subscription_id, token });
}

/** Back from the bank, or from the provider's page. */
async function leavePage(visit: Visit, settling: 'ask' | 'payer_left'): Promise<PageAnswer> {
  const { subscription, work, address } = visit;
  const pending = await findPendingCharge(work.reader, subscription.subscription_id);
  // Only what somebody pays at a page is theirs to give up.
  if (!pending || pending.action_url === null || pending.return_path === null) {
    return redirectAfterForm(address);
  }
  try {
    const charge = await settlePresentCharge(work, pending, settling);
    if (charge.decline_code !== null && settling === 'ask') {
      const refusal = declineRefusal(visit.words, charge.decline_code);
      return await show(await reload(visit), { refusal });
    }
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
  }
  return redirectAfterForm(address);
}

/** As the subscription is by now. */
async function reload(visit: Visit): Promise<Visit> {
  const { subscription_id } = visit.subscription;
  const subscription = await findSubscription(visit.work.reader, subscription_id);
  return { ...visit, subscription: subscription ?? visit.subscription };
}
