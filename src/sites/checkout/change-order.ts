import type { Detail } from '../../platform/core/errors.ts';
import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import { type Buyer, parseBuyer, withDetails } from '../../shop/checkout/buyer.rules.ts';
import { changeBuyer } from '../../shop/checkout/change-buyer.ts';
import { changeCoupon } from '../../shop/checkout/change-coupon.ts';
import { changeQuantity } from '../../shop/checkout/change-quantity.ts';
import { limitsOf } from '../../shop/checkout/quantity.rules.ts';
import { taxCheckout } from '../../shop/checkout/tax-checkout.ts';
import { readTaxRules } from '../../shop/tax/read-tax-rules.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { tryLater } from '../shared/page-limits.ts';
import { waitText } from '../shared/refusal.ts';
import {
  detailProblems,
  type Filled,
  type Problems,
  readForm,
  readQuantity,
} from './checkout-form.ts';
import { reload, show } from './show-session.ts';
import type { Visit } from './visit.ts';

/** Applies a promotion code, or removes it. */
export async function changeCode(visit: Visit, { form }: PageRequest): Promise<PageAnswer> {
  if (visit.checkout.status !== 'open') return redirectAfterForm(visit.address);
  const filled = readForm(form, { ...visit, needs_card: false, is_paying: false });
  return updateOrder(visit, filled, { removes_code: form.has('remove') });
}

/** Who buys, before they pay: the page shows what it costs them. */
export async function changeDetails(visit: Visit, { form }: PageRequest): Promise<PageAnswer> {
  if (visit.checkout.status !== 'open') return redirectAfterForm(visit.address);
  const filled = readForm(form, { ...visit, needs_card: false, is_paying: false });
  const { email, ...problems } = filled.problems;
  // The address may be left out until they pay.
  const wrong = { ...problems, ...(filled.typed.email && email && { email }) };
  if (Object.keys(wrong).length > 0) return showAgain(visit, filled, wrong);
  const wait_seconds = isNewNumber(visit, filled) ? visit.waitToTry() : 0;
  if (wait_seconds > 0) return later(visit, filled, wait_seconds);
  const refused = await saveDetails(visit, filled.buyer);
  if (Object.keys(refused).length > 0) return showAgain(visit, filled, refused);
  return updateOrder(await reload(visit), filled, {});
}

/** The buttons beside the quantity; without one of them, what was typed there. */
export async function changeAmount(visit: Visit, { form }: PageRequest): Promise<PageAnswer> {
  const { checkout } = visit;
  const limits = limitsOf(checkout);
  if (checkout.status !== 'open' || !limits) return redirectAfterForm(visit.address);
  const filled = readForm(form, { ...visit, needs_card: false, is_paying: false });
  const step = { more: 1, less: -1 }[form.get('step') ?? ''] ?? 0;
  const typed = readQuantity(filled.kept.typed_quantity ?? '');
  if (step === 0 || typed === undefined) return updateOrder(visit, filled, {});
  const quantity = Math.min(limits.maximum, Math.max(limits.minimum, typed + step));
  const kept = { ...filled.kept, typed_quantity: String(quantity) };
  return updateOrder(visit, { ...filled, kept }, {});
}

/** Whether the form says something else about the order than the page on which it was. */
export function wantsChange({ checkout }: Visit, { kept }: Filled): boolean {
  if (checkout.status !== 'open') return false;
  const { typed_quantity = String(checkout.quantity), typed_coupon } = kept;
  const has_quantity = limitsOf(checkout) !== undefined;
  return (
    (checkout.coupon_code === null && typed_coupon !== '') ||
    (has_quantity && typed_quantity !== String(checkout.quantity))
  );
}

/** The page with the price of what the form says, and with everything that was typed. */
export async function updateOrder(
  visit: Visit,
  filled: Filled,
  { removes_code = false, is_noted = false }: { removes_code?: boolean; is_noted?: boolean },
): Promise<PageAnswer> {
  const { kept } = filled;
  const has_code = !removes_code && kept.typed_coupon !== '';
  const wait_seconds = has_code ? visit.waitToTry() : 0;
  if (wait_seconds > 0) return later(visit, filled, wait_seconds);
  await savePlace(visit, filled);
  const quantity = await saveQuantity(visit, filled);
  const coupon =
    removes_code || has_code
      ? await applyCode(visit, removes_code ? null : kept.typed_coupon)
      : undefined;
  const now = await reload(visit);
  if (quantity !== undefined || coupon !== undefined) {
    return showAgain(now, filled, { ...(quantity && { quantity }), ...(coupon && { coupon }) });
  }
  const note = is_noted ? visit.words.checkout.orderUpdated : undefined;
  const fresh = { typed_coupon: '', typed_quantity: undefined };
  return show(now, { ...kept, ...fresh, note, refusal: undefined });
}

/** Says why the quantity cannot be what was typed. */
async function saveQuantity(visit: Visit, { kept }: Filled): Promise<string | undefined> {
  const { checkout, words } = visit;
  const limits = limitsOf(checkout);
  const { checkout_session_id, charge_min_minor, currency } = checkout;
  const typed = kept.typed_quantity;
  if (!limits || typed === undefined || typed === String(checkout.quantity)) return undefined;
  const [least, most] = [words.number(limits.minimum), words.number(limits.maximum)];
  const quantity = readQuantity(typed);
  if (quantity === undefined) return words.checkout.checkQuantity({ least, most });
  const no = await changeQuantity(visit.work, { checkout_session_id, quantity });
  if (no === undefined || no === 'checkout_expired') return undefined;
  if (no.code === 'amount_too_large') return words.checkout.tooLarge;
  if (no.code === 'amount_too_small') {
    return words.checkout.tooSmall(words.money(charge_min_minor, currency));
  }
  return words.checkout.checkQuantity({ least, most });
}

const showAgain = (visit: Visit, { kept }: Filled, problems: Problems): Promise<PageAnswer> =>
  show(visit, { ...kept, problems, is_refused: true, refusal: undefined });

async function later(visit: Visit, { kept }: Filled, wait_seconds: number): Promise<PageAnswer> {
  const refused = { is_refused: true, refusal: waitText(visit.words, wait_seconds) };
  return tryLater(await show(visit, { ...kept, ...refused }), wait_seconds);
}

/** Says why a code cannot be applied; null removes the one that is. */
async function applyCode(visit: Visit, code: string | null): Promise<string | undefined> {
  const { checkout, words } = visit;
  const { checkout_session_id, charge_min_minor, currency } = checkout;
  const no = await changeCoupon(visit.work, { checkout_session_id, code });
  if (no === undefined || no === 'checkout_expired') return undefined;
  if (no === 'amount_too_large') return words.checkout.tooLarge;
  if (no === 'amount_too_small') {
    return words.checkout.tooSmall(words.money(charge_min_minor, currency));
  }
  // Whatever is wrong with it: whoever guesses codes learns nothing about them here.
  return words.checkout.codeUnusable;
}

/** Where the buyer is, if that is said and well: the price depends on it. */
async function savePlace(visit: Visit, { buyer, problems }: Filled): Promise<void> {
  const { country } = buyer;
  const is_known = country === undefined || country === parseBuyer(visit.checkout)?.country;
  if (is_known || problems.country || problems.state || problems.postal_code) return;
  await saveDetails(visit, placeIn(buyer));
}

/** What the buyer has said of where they are. */
export const placeIn = (buyer: Buyer): Buyer =>
  Object.fromEntries(PLACE.flatMap((one) => (buyer[one] === undefined ? [] : [[one, buyer[one]]])));

const PLACE = ['country', 'state', 'postal_code'] as const;

/** Keeps who buys; answers what is wrong with it. */
export async function saveDetails(visit: Visit, buyer: Buyer): Promise<Problems> {
  const { checkout_session_id } = visit.checkout;
  const wrong = await changeBuyer(visit.work, { checkout_session_id, buyer });
  if (wrong === 'checkout_expired') return {};
  if (wrong === 'amount_too_large') return { country: visit.words.checkout.tooLarge };
  return problemsSeen(visit, buyer, wrong);
}

/** What else has to be known about the buyer before they can pay. */
export async function missingDetails(visit: Visit, { buyer }: Filled): Promise<Problems> {
  const { checkout, work, now } = visit;
  if (checkout.status !== 'open') return {};
  const rules = await readTaxRules(work.reader);
  const details = withDetails(checkout, buyer);
  const { problems } = await taxCheckout(work.reader, checkout, { rules, buyer: details, now });
  return problemsSeen(visit, buyer, problems);
}

/** What the form could not ask for yet is asked for on the next page. */
const problemsSeen = ({ words }: Visit, buyer: Buyer, wrong: readonly Detail[]): Problems =>
  detailProblems(
    words,
    wrong.filter(({ param }) => param !== 'billing.address.state' || buyer.state !== undefined),
  );

/** Whether a tax number was entered that was not there before. */
export const isNewNumber = ({ checkout }: Visit, { buyer: { tax_id } }: Filled): boolean =>
  checkout.status === 'open' && Boolean(tax_id) && tax_id !== parseBuyer(checkout)?.tax_id;
