import type { Words } from '../../../texts/words.ts';
import { parseBuyer, taxBuyerFor } from '../../shop/checkout/buyer.rules.ts';
import type { CheckoutRow } from '../../shop/checkout/checkout.rules.ts';
import { type Consent, isConsumerIn, needsConsent } from '../../shop/checkout/consent.rules.ts';
import { requiredAddress } from '../../shop/checkout/tax.rules.ts';
import { findNamed } from '../../shop/checkout/tax-checkout.ts';
import type { CustomerWithBilling } from '../../shop/customers/customer.sql.ts';
import { readTaxRules } from '../../shop/tax/read-tax-rules.ts';
import type { TaxRules } from '../../shop/tax/tax-of.rules.ts';
import { countryIn, type Filled, type Typed } from './checkout-form.ts';
import type { Visit } from './visit.ts';

interface Visited {
  checkout: CheckoutRow;
  /** Whom the seller has named. */
  customer: CustomerWithBilling | undefined;
  rules: TaxRules;
  now: number;
}

/**
 * The law of which country the buyer has: their own, as it is typed or known (the tax follows it
 * too), else the seller's, if that is known. What the form does not ask for is as it is known: the
 * page must ask for whatever the payment wants.
 */
function buyingOf(typed: Typed, { checkout, customer, rules, now }: Visited) {
  const buyer = parseBuyer(checkout);
  const country = countryIn(typed) ?? taxBuyerFor(buyer, customer).address?.country;
  const asks_company = requiredAddress(rules, checkout, { country: country ?? null, now }).country;
  const { company, tax_id } = asks_company ? typed : { ...customer?.billing, ...buyer };
  return { country: country ?? rules.settings.country, is_company: Boolean(company || tax_id) };
}

/** What the page has to say where the law of a country protects consumers. */
export function consumerText(
  typed: Typed,
  words: Words,
  visited: Visited,
): { is_consumer: boolean; consent_text: string | undefined } {
  const { checkout } = visited;
  const buying = buyingOf(typed, visited);
  return {
    is_consumer: isConsumerIn(buying),
    consent_text: needsConsent(checkout, buying) ? textFor(checkout, words) : undefined,
  };
}

const textFor = ({ billing_interval }: CheckoutRow, { checkout }: Words): string =>
  billing_interval === null ? checkout.consentToContent : checkout.consentToService;

/** The consent that a form gives, as it is kept; or what is missing. */
export async function consentIn(
  { checkout, work, words, now }: Visit,
  { kept }: Filled,
): Promise<{ consent?: Consent; problem?: string }> {
  const { reader } = work;
  const customer = await findNamed(reader, checkout);
  const rules = await readTaxRules(reader);
  const buying = buyingOf(kept.typed, { checkout, customer, rules, now });
  if (!needsConsent(checkout, buying)) return {};
  if (!kept.has_consented) return { problem: words.checkout.consentNeeded };
  const { country } = buying;
  const text = textFor(checkout, words);
  const consent = { text, language: words.language, country: country ?? '', given_at: now };
  return { consent };
}
