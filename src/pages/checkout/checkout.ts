import { type Buyer, parseBuyer } from '../../checkout/buyer.rules.ts';
import { changeBuyer } from '../../checkout/change-buyer.ts';
import { changeCoupon } from '../../checkout/change-coupon.ts';
import { type CheckoutRow, isOverdue, needsCard } from '../../checkout/checkout.rules.ts';
import { findCheckout, findStoreOfCheckout } from '../../checkout/checkout.sql.ts';
import { payCheckout } from '../../checkout/pay-checkout.ts';
import { isTooSmall } from '../../checkout/price.rules.ts';
import {
  isHosted,
  outcomeOf,
  type PaymentOutcome,
  settlePayment,
} from '../../checkout/settle-payment.ts';
import { type Detail, type ErrorCode, ProviderUnanswered, Refusal } from '../../core/errors.ts';
import type { Database } from '../../db/database.ts';
import { storeWork } from '../../operation/work.ts';
import { chargeableBy, requireGateway } from '../../payments/gateway.ts';
import type { Services } from '../../services.ts';
import { withBrand } from '../../stores/brand.rules.ts';
import { findTransaction } from '../../transactions/transaction.sql.ts';
import { canBeLeft } from '../../transactions/waiting.rules.ts';
import { amountText, localeOf } from '../shared/amounts.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { mayLeadTo } from '../shared/hosted.ts';
import { noticePage } from '../shared/notice.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../shared/page.ts';
import { type PageLimits, tryLater, tryLaterText, waitPage } from '../shared/page-limits.ts';
import { area, route } from '../shared/router.ts';
import { languageFor, wordsFor } from '../words/choose-words.ts';
import { detailProblems, readDetails, readPaymentForm, type Typed } from './checkout-form.ts';
import { show, type Visit } from './show-session.ts';

interface Dependencies {
  db: Database;
  services: Services;
  limits: PageLimits;
  base_path: string;
}

const showSession = (visit: Visit): Promise<PageAnswer> => show(visit);
const goBack = ({ address }: Visit): PageAnswer => redirectAfterForm(address);

/** What only takes forms shows where they are. */
const ROUTES = [
  route('/', { GET: showSession, POST: goBack }),
  route('/pay', { GET: showSession, POST: pay }),
  route('/coupon', { GET: showSession, POST: coupon }),
  route('/details', { GET: showSession, POST: details }),
  route('/return', { GET: comeBack, POST: goBack }),
  route('/continue', { GET: goOn, POST: goBack }),
  route('/give-up', { GET: showSession, POST: giveUp }),
];

/** The hosted payment page. Its address is the key to it: whoever has it may pay. */
export function checkoutPages(dependencies: Dependencies): ServedPath {
  const { db, services, limits, base_path } = dependencies;
  const notFoundPage = (asked: PageRequest) =>
    noticePage(asked, { base_path, status: 404 }, ({ noCheckout }) => noCheckout);
  const closedPage = (asked: PageRequest, store: { name: string }) =>
    noticePage(asked, { base_path, status: 404 }, ({ closed: { title, text } }) => ({
      title,
      text: text(store.name),
    }));
  return area({
    at: '/checkout/:checkout_session_id',
    base_path,
    routes: ROUTES,
    notFoundPage,
    async enter(asked, { checkout_session_id }, open) {
      const store = await findStoreOfCheckout(db.reader(null), checkout_session_id);
      const found = store && (await findCheckout(db.reader(store), checkout_session_id));
      if (!found) return notFoundPage(asked);
      const wait_seconds = limits.ofLink(checkout_session_id);
      if (wait_seconds > 0) return waitPage(asked, wait_seconds, base_path);
      const now = services.clock() + store.clock_ahead_ms;
      const gateway = services.gatewayOf(store);
      const is_open = found.status === 'open' && !isOverdue(found, now);
      if (!gateway && is_open) return closedPage(asked, store);
      const shop = withBrand(store);
      return open({
        checkout: { ...found, ...(gateway && chargeableBy(gateway, found.currency)) },
        store: shop,
        now,
        words: await wordsFor(asked, shop.brand.default_language),
        locale: localeOf(asked.headers['accept-language']),
        base_path,
        address: `${base_path}/checkout/${checkout_session_id}`,
        waitToTry: () => limits.ofTry(asked, checkout_session_id),
        work: storeWork(db, { store, now, services }),
      });
    },
  });
}

async function pay(visit: Visit, asked: PageRequest): Promise<PageAnswer> {
  const { form } = asked;
  const { checkout, work, now, address, words } = visit;
  if (checkout.status === 'open' || checkout.status === 'processing') {
    const gateway = requireGateway(work);
    const needs_card = gateway.takes_cards && needsCard(checkout);
    const filled = readPaymentForm(form, { words, needs_card, now });
    const { typed, problems } = filled;
    if (Object.keys(problems).length > 0) {
      return show(visit, { typed, problems, problem: undefined });
    }
    const wait_seconds = visit.waitToTry();
    if (wait_seconds > 0) {
      const problem = `${tryLaterText(visit.words, wait_seconds)} Nothing was charged.`;
      return tryLater(await show(visit, { typed, problem }), wait_seconds);
    }
    if (checkout.status === 'open' && isTooSmall(checkout)) {
      return show(visit, { typed, problem: tooSmallText(visit) });
    }
    // A number that nobody has looked at yet may change the price: that is found out before.
    const changed = isNewNumber(checkout, filled.buyer) ? await change(visit, filled) : undefined;
    if (changed) return changed;
    const attempt = (form.get('attempt') ?? '').slice(0, 100);
    const language = languageFor(asked);
    const [total, renewal_total] = [form.get('total'), form.get('renewal_total')];
    try {
      const outcome = await payCheckout(
        { ...work, refuse },
        {
          checkout_session_id: checkout.checkout_session_id,
          card: filled.card,
          buyer: { ...filled.buyer, ...(language && { language }) },
          buyer_present: true,
          ...(total !== undefined && { total: Number(total) }),
          ...(renewal_total !== undefined && { renewal_total: Number(renewal_total) }),
          request_key: attempt === '' ? null : `page ${checkout.checkout_session_id} ${attempt}`,
        },
      );
      if (outcome.result === 'action_required') {
        return redirectAfterForm(mayLeadTo(gateway, outcome.action_url) ?? address);
      }
    } catch (error) {
      if (error instanceof Refusal) return refusedPage(visit, typed, error);
      if (!(error instanceof ProviderUnanswered)) throw error;
      // The page says that the payment is under way: a job finds out how it ends.
    }
  }
  return redirectAfterForm(address);
}

const refuse = (code: ErrorCode, details?: Detail[]) => new Refusal(code, details);

/** As the session is by now: what was refused may have changed it for this buyer. */
async function refusedPage(visit: Visit, typed: Typed, refusal: Refusal): Promise<PageAnswer> {
  const { reader } = visit.work;
  const checkout = await findCheckout(reader, visit.checkout.checkout_session_id);
  const now = { ...visit, checkout: checkout ?? visit.checkout };
  const problems = detailProblems(visit.words, refusal.details);
  if (Object.keys(problems).length > 0) return show(now, { typed, problems, problem: undefined });
  return show(now, { typed, problem: refusalMessage(refusal) });
}

/** Who buys, before they pay: the page shows what it costs them. */
async function details(visit: Visit, { form }: PageRequest): Promise<PageAnswer> {
  const { checkout } = visit;
  if (checkout.status !== 'open') return redirectAfterForm(visit.address);
  const filled = readDetails(form, { words: visit.words, needs_email: false });
  const { typed, problems } = filled;
  if (Object.keys(problems).length > 0) {
    return show(visit, { typed, problems, problem: undefined });
  }
  const wait_seconds = isNewNumber(checkout, filled.buyer) ? visit.waitToTry() : 0;
  if (wait_seconds > 0) {
    const problem = tryLaterText(visit.words, wait_seconds);
    return tryLater(await show(visit, { typed, problem }), wait_seconds);
  }
  return (await change(visit, filled)) ?? redirectAfterForm(visit.address);
}

/** Keeps who buys; answers the page that says what is wrong, if something is. */
async function change(
  visit: Visit,
  { typed, buyer }: { typed: Typed; buyer: Buyer },
): Promise<PageAnswer | undefined> {
  const { checkout_session_id } = visit.checkout;
  const wrong = await changeBuyer(visit.work, { checkout_session_id, buyer });
  if (wrong === 'checkout_expired') return undefined;
  if (wrong === 'amount_too_large') return show(visit, { typed, problem: TOO_LARGE });
  // What the form could not ask for yet is asked for on the next page.
  const seen = wrong.filter(
    ({ param }) => param !== 'billing.address.state' || buyer.state !== undefined,
  );
  if (seen.length === 0) return undefined;
  return show(visit, { typed, problems: detailProblems(visit.words, seen), problem: undefined });
}

/** Whether a tax number was entered that was not there before. */
const isNewNumber = (checkout: CheckoutRow, { tax_id }: Buyer): boolean =>
  checkout.status === 'open' && Boolean(tax_id) && tax_id !== parseBuyer(checkout)?.tax_id;

async function coupon(visit: Visit, { form }: PageRequest): Promise<PageAnswer> {
  const { checkout_session_id } = visit.checkout;
  const typed = (form.get('coupon') ?? '').trim();
  const code = form.has('remove') ? null : typed;
  if (code === '' || visit.checkout.status !== 'open') return redirectAfterForm(visit.address);
  const coupon_typed = typed.slice(0, 64);
  const wait_seconds = code === null ? 0 : visit.waitToTry();
  if (wait_seconds > 0) {
    const coupon_problem = tryLaterText(visit.words, wait_seconds);
    return tryLater(await show(visit, { coupon_problem, coupon_typed }), wait_seconds);
  }
  const no = await changeCoupon(visit.work, { checkout_session_id, code });
  if (no === undefined || no === 'checkout_expired') return redirectAfterForm(visit.address);
  if (no === 'amount_too_large') return show(visit, { coupon_problem: TOO_LARGE, coupon_typed });
  if (no === 'amount_too_small') {
    return show(visit, { coupon_problem: tooSmallText(visit), coupon_typed });
  }
  // Whatever is wrong with it: whoever guesses codes learns nothing about them here.
  return show(visit, { coupon_problem: COUPON_UNUSABLE, coupon_typed });
}

/** Back from the bank or the provider: what did the buyer do there? */
async function comeBack(visit: Visit): Promise<PageAnswer> {
  await settle(visit, false);
  return redirectAfterForm(visit.address);
}

/** The buyer would rather use another card, or change the order. */
async function giveUp(visit: Visit): Promise<PageAnswer> {
  await settle(visit, true);
  return redirectAfterForm(visit.address);
}

/** On to the provider's page, unless the buyer has paid there already. */
async function goOn(visit: Visit): Promise<PageAnswer> {
  const outcome = await settle(visit, false);
  return redirectAfterForm(
    outcome?.result === 'action_required' ? outcome.action_url : visit.address,
  );
}

/** Undefined if there is nothing to settle. */
async function settle(visit: Visit, give_up: boolean): Promise<PaymentOutcome | undefined> {
  const { checkout, work } = visit;
  const transaction = await findTransaction(work.reader, checkout.transaction_id ?? '');
  const is_waiting = checkout.status === 'processing' && transaction?.status === 'pending';
  if (!is_waiting) return undefined;
  const is_hosted = isHosted(work, transaction);
  const is_left = give_up && is_hosted && canBeLeft(transaction, visit.now);
  // Without an address at the bank, another window is paying just now: not ours to give up.
  if (transaction.action_url === null && !is_left) return undefined;
  // Whoever asks all the time: the job looks as well.
  const may_ask = !is_hosted || visit.waitToTry() === 0;
  try {
    if (may_ask) return await settlePayment(work, transaction, { give_up });
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
  }
  return transaction.action_url === null ? undefined : outcomeOf(checkout, transaction);
}

/** Said when a coupon would leave too little, or leaves it. */
function tooSmallText({ checkout, locale }: Visit): string {
  const smallest = amountText(checkout.charge_min_minor, checkout.currency, locale);
  return `Less than ${smallest} would be left to pay, which cannot be charged.`;
}

const TOO_LARGE = 'With tax this is more than can be charged at once.';
const COUPON_UNUSABLE = 'This coupon cannot be used for this order.';
const COUPON_GONE = 'This coupon can no longer be used. Remove it to pay the full price.';

function refusalMessage({ code, message }: Refusal): string {
  if (code === 'price_changed') return 'The price has changed. Look at it again before you pay.';
  return code === 'coupon_exhausted' || code === 'coupon_not_found' ? COUPON_GONE : message;
}
