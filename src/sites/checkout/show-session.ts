import { randomText } from '../../platform/core/ids.ts';
import { DAY_MS } from '../../platform/core/time.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { type Buyer, parseBuyer, taxBuyerFor } from '../../shop/checkout/buyer.rules.ts';
import { type CheckoutRow, isOverdue } from '../../shop/checkout/checkout.rules.ts';
import { findCheckout } from '../../shop/checkout/checkout.sql.ts';
import { requiredAddress, whyNumberIsNoUse } from '../../shop/checkout/tax.rules.ts';
import { findNamed, taxFor } from '../../shop/checkout/tax-checkout.ts';
import type { CustomerWithBilling } from '../../shop/customers/customer.sql.ts';
import { chargeableBy, requireGateway } from '../../shop/money/payments/gateway.ts';
import { wayToPay } from '../../shop/money/payments/way-to-pay.ts';
import { findTransaction } from '../../shop/money/transactions/transaction.sql.ts';
import { readTaxRules } from '../../shop/tax/read-tax-rules.ts';
import { declineRefusal, declineText } from '../shared/decline-text.ts';
import { hostOf } from '../shared/hosted.ts';
import { countryIn, type Typed, typedFrom } from './checkout-form.ts';
import { paymentPage } from './checkout-view.ts';
import { consumerText } from './consent-text.ts';
import { typedCustom } from './custom-fields.ts';
import { expiredPage } from './expired-view.ts';
import { processingPage } from './processing-view.ts';
import { receiptMailText } from './receipt-mail.ts';
import { paidPage } from './receipt-view.ts';
import type { Visit } from './visit.ts';

/** Links to a receipt live on in histories and mails: keys and addresses on it do not. */
const KEYS_SHOWN_MS = DAY_MS;

/** The page for whatever has become of the session. */
export async function show(
  visit: Visit,
  more: Partial<Parameters<typeof paymentPage>[0]> = {},
): Promise<PageAnswer> {
  const { checkout, work, now } = visit;
  const { reader, services } = work;
  const { transaction_id } = checkout;
  const transaction =
    transaction_id === null ? undefined : await findTransaction(reader, transaction_id);
  if (checkout.status === 'completed' && transaction) {
    const { key_seed, completed_at } = checkout;
    const license_keys = key_seed === null ? [] : [services.licensing.revealKey(key_seed)];
    const shows_keys = now < (completed_at ?? 0) + KEYS_SHOWN_MS;
    const mail_text = shows_keys ? await receiptMailText(visit, transaction) : undefined;
    return paidPage({ ...visit, transaction, license_keys, shows_keys, mail_text });
  }
  if (checkout.status === 'processing') {
    const way = transaction && wayToPay(work, transaction);
    const is_here = way === 'fields' && transaction;
    const gateway = is_here && services.gatewayOf(work.store, transaction.provider);
    const fields = gateway ? await gateway.fieldsOf?.(work.store.store_id) : undefined;
    return processingPage({ ...visit, transaction, way, fields });
  }
  const code = lastDecline(checkout);
  if (checkout.status === 'expired' || isOverdue(checkout, now)) {
    const has_failed = code !== undefined && code !== 'payment_not_completed';
    const problem = has_failed ? declineText(visit.words, code) : undefined;
    return expiredPage({ ...visit, problem });
  }
  const gateway = requireGateway(work);
  return paymentPage({
    ...visit,
    ...(await priceFor(visit, more.typed)),
    hosted: hostOf(visit.words, gateway),
    fields: await gateway.fieldsOf?.(work.store.store_id),
    typed_card: undefined,
    typed_coupon: '',
    typed_quantity: undefined,
    has_consented: false,
    problems: {},
    refusal: code === undefined ? undefined : declineRefusal(visit.words, code),
    is_refused: false,
    note: undefined,
    attempt: randomText(10),
    ...more,
  });
}

/** What is known about the buyer, the price that follows from it, and what else it depends on. */
async function priceFor(visit: Visit, typed: Typed | undefined) {
  const { checkout: found, work, now, words, suggested } = visit;
  const { reader } = work;
  const customer = await findNamed(reader, found);
  const said = parseBuyer(found);
  const rules = await readTaxRules(reader);
  const known_country = taxBuyerFor(said, customer).address?.country;
  const country = known_country ?? suggested.country;
  // A country that is only suggested has its price, as if the buyer had chosen it.
  const is_suggested = !typed && !known_country && country !== undefined;
  const buyer = is_suggested ? { ...said, country } : said;
  const { checkout, problems, tax_buyer } = taxFor(found, { rules, buyer, customer, now });
  const decides = (typed ? countryIn(typed) : tax_buyer.address?.country) ?? null;
  const required = requiredAddress(rules, checkout, { country: decides, now });
  const filled = { ...suggested, ...(said ?? billedOf(customer)), country };
  const known = typedFrom((field) => filled[field], typedCustom(found));
  const why_no_use = required.country
    ? whyNumberIsNoUse(rules, checkout, tax_buyer, now)
    : undefined;
  return {
    checkout,
    typed: known,
    ...consumerText(typed ?? known, words, { checkout: found, customer, rules, now }),
    required,
    is_suggested,
    is_undecided: problems.length > 0,
    number_note: why_no_use && words.checkout[NUMBER_NOTES[why_no_use]],
  };
}

/** Who the seller's customer is, in the words of the form. */
function billedOf(found: CustomerWithBilling | undefined): Omit<Buyer, 'country'> {
  if (!found) return {};
  const { customer, billing } = found;
  const place = billing?.address ? JSON.parse(billing.address) : {};
  const { company = null, tax_id = null } = billing ?? {};
  return { ...place, company, tax_id, email: customer.email, name: customer.name };
}

const NUMBER_NOTES = { invalid: 'numberNotKnown', unverified: 'numberNotVerified' } as const;

/** Why the last payment was declined, by its code. */
const lastDecline = ({ last_payment_error }: CheckoutRow): string | undefined =>
  JSON.parse(last_payment_error ?? '{}').code;

/** The visit with the session as it is by now. */
export async function reload(visit: Visit): Promise<Visit> {
  const { work, checkout } = visit;
  const found = await findCheckout(work.reader, checkout.checkout_session_id);
  const chargeable = chargeableBy(requireGateway(work), checkout.currency);
  return { ...visit, checkout: { ...(found ?? checkout), ...chargeable } };
}
