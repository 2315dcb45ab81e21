import {
  type Detail,
  type ErrorCode,
  ProviderUnanswered,
  Refusal,
} from '../../platform/core/errors.ts';
import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import { needsCard } from '../../shop/checkout/checkout.rules.ts';
import { payCheckout } from '../../shop/checkout/pay-checkout.ts';
import { isTooSmall } from '../../shop/checkout/price.rules.ts';
import { requireGateway } from '../../shop/money/payments/gateway.ts';
import { languageFor } from '../shared/choose-words.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { mayLeadTo } from '../shared/hosted.ts';
import { tryLater } from '../shared/page-limits.ts';
import { type RefusalText, waitText } from '../shared/refusal.ts';
import {
  isNewNumber,
  missingDetails,
  saveDetails,
  updateOrder,
  wantsChange,
} from './change-order.ts';
import { detailProblems, type Filled, readForm } from './checkout-form.ts';
import { consentIn } from './consent-text.ts';
import { reload, show } from './show-session.ts';
import { orJson, toBank } from './to-bank.ts';
import type { Visit } from './visit.ts';

/**
 * The button that pays, and Enter in any field of the form. The script of the page stays where it
 * is until it knows where to go: it is answered that as JSON, and every refusal by the page, from
 * which it takes what has changed.
 */
export async function pay(visit: Visit, request: PageRequest): Promise<PageAnswer> {
  return orJson(request, await payOrder(visit, request));
}

async function payOrder(visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const { form } = request;
  const { checkout, work, now, address, words } = visit;
  if (checkout.status !== 'open' && checkout.status !== 'processing') {
    return redirectAfterForm(address);
  }
  const gateway = requireGateway(work);
  const needs_card = gateway.takes_cards && needsCard(checkout);
  const filled = readForm(form, { words, checkout, needs_card, is_paying: true, now });
  // Nobody pays before they have seen what the code they typed makes of the price.
  if (wantsChange(visit, filled)) return updateOrder(visit, filled, { is_noted: true });
  const { consent, problem } = await consentIn(visit, filled);
  if (Object.keys(filled.problems).length > 0 || problem) {
    const missing = await missingDetails(visit, filled);
    const problems = { ...filled.problems, ...missing, ...(problem && { consent: problem }) };
    return refused(visit, filled, { problems });
  }
  const wait_seconds = visit.waitToTry();
  if (wait_seconds > 0) {
    const page = await refused(visit, filled, { refusal: waitText(words, wait_seconds) });
    return tryLater(page, wait_seconds);
  }
  if (checkout.status === 'open' && isTooSmall(checkout)) {
    const smallest = words.money(checkout.charge_min_minor, checkout.currency);
    const text = words.checkout.tooSmall(smallest);
    return refused(visit, filled, { refusal: { title: words.checkout.totalChanged, text } });
  }
  // A number that nobody has looked at yet may change the price: that is found out before.
  if (isNewNumber(visit, filled)) {
    const problems = await saveDetails(visit, filled.buyer);
    if (Object.keys(problems).length > 0) return refused(visit, filled, { problems });
  }
  const attempt = (form.get('attempt') ?? '').slice(0, 100);
  const language = languageFor(request);
  const [total, renewal_total] = [form.get('total'), form.get('renewal_total')];
  try {
    const outcome = await payCheckout(
      { ...work, refuse },
      {
        checkout_session_id: checkout.checkout_session_id,
        card: filled.card,
        payment_token: (form.get('payment_token') ?? '').slice(0, 300) || undefined,
        buyer: { ...filled.buyer, ...(language && { language }) },
        custom_fields: filled.custom_fields,
        buyer_present: true,
        consent,
        ...(total !== undefined && { total: Number(total) }),
        ...(renewal_total !== undefined && { renewal_total: Number(renewal_total) }),
        request_key: attempt === '' ? null : `page ${checkout.checkout_session_id} ${attempt}`,
      },
    );
    if (outcome.result === 'action_required') {
      const mayLead = mayLeadTo(gateway, outcome.action_url) !== undefined;
      return toBank(visit, request, { ...outcome, mayLead });
    }
    // The session says why; the card stays in the form, to be mended or replaced.
    if (outcome.result === 'declined')
      return refused(await reload(visit), filled, 'as the session says');
  } catch (error) {
    if (error instanceof Refusal) return refusedPayment(visit, filled, error);
    if (!(error instanceof ProviderUnanswered)) throw error;
    // The page says that the payment is under way: a job finds out how it ends.
  }
  return redirectAfterForm(address);
}

const refuse = (code: ErrorCode, details?: Detail[]) => new Refusal(code, details);

/** The page again, with everything that was typed and what is wrong. */
const refused = (
  visit: Visit,
  { kept }: Filled,
  why: { problems: Filled['problems'] } | { refusal: RefusalText } | 'as the session says',
): Promise<PageAnswer> =>
  show(visit, {
    ...kept,
    ...(why !== 'as the session says' && { is_refused: true, refusal: undefined, ...why }),
  });

/** As the session is by now: what was refused may have changed it for this buyer. */
async function refusedPayment(visit: Visit, filled: Filled, refusal: Refusal): Promise<PageAnswer> {
  const now = await reload(visit);
  const problems = detailProblems(visit.words, refusal.details);
  if (Object.keys(problems).length > 0) return refused(now, filled, { problems });
  return refused(now, filled, { refusal: refusalText(visit, refusal.code) });
}

function refusalText({ words, store }: Visit, code: ErrorCode): RefusalText {
  const { checkout } = words;
  if (code === 'coupon_exhausted' || code === 'coupon_not_found') {
    return { title: checkout.codeGone, text: checkout.removeToPayFull };
  }
  if (code === 'payment_link_closed') {
    return { title: words.links.ended, text: checkout.nothingCharged };
  }
  if (code === 'trial_used') {
    return { title: checkout.trialUsed, text: checkout.priceWithoutTrial };
  }
  if (code === 'payment_attempts') {
    return { title: checkout.tooManyDeclines, text: checkout.startAgainAt(store.name) };
  }
  if (code === 'amount_too_large') {
    return { title: checkout.totalChanged, text: checkout.tooLarge };
  }
  return { title: checkout.totalChanged, text: checkout.checkBeforePaying };
}
