import { parseBuyer, taxBuyerFor } from '../../checkout/buyer.rules.ts';
import type { CheckoutRow } from '../../checkout/checkout.rules.ts';
import { type Consent, isConsumerIn, needsConsent } from '../../checkout/consent.rules.ts';
import { findNamed } from '../../checkout/tax-checkout.ts';
import { readTaxRules } from '../../taxes/read-tax-rules.ts';
import type { TaxBuyer, TaxRules } from '../../taxes/tax-of.rules.ts';
import type { Words } from '../words/words.ts';
import type { Filled, Typed } from './checkout-form.ts';
import type { Visit } from './show-session.ts';

/**
 * The law of which country the buyer has: their own, as it is typed or known (the tax follows it
 * too), else the seller's, if that is known.
 */
function buyingOf(
  { country, company, tax_id }: Typed,
  { known, rules }: { known: TaxBuyer; rules: TaxRules },
) {
  const is_company = company !== '' || tax_id !== '';
  const own = country.toUpperCase() || known.address?.country;
  return { country: own ?? rules.settings.country, is_company };
}

/** What the page has to say where the law of a country protects consumers. */
export function consumerText(
  checkout: CheckoutRow,
  { typed, known, rules, words }: { typed: Typed; known: TaxBuyer; rules: TaxRules; words: Words },
): { is_consumer: boolean; consent_text: string | undefined } {
  const buying = buyingOf(typed, { known, rules });
  const is_needed = needsConsent(checkout, buying);
  return {
    is_consumer: isConsumerIn(buying),
    consent_text: is_needed ? textFor(checkout, words) : undefined,
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
  const known = taxBuyerFor(parseBuyer(checkout), await findNamed(reader, checkout));
  const buying = buyingOf(kept.typed, { known, rules: await readTaxRules(reader) });
  if (!needsConsent(checkout, buying)) return {};
  if (!kept.has_consented) return { problem: words.checkout.consentNeeded };
  const { country } = buying;
  const text = textFor(checkout, words);
  const consent = { text, language: words.language, country: country ?? '', given_at: now };
  return { consent };
}
