import type { CheckoutRow } from '../../checkout/checkout.rules.ts';
import { type Consent, isConsumerIn, needsConsent } from '../../checkout/consent.rules.ts';
import { readTaxRules } from '../../taxes/read-tax-rules.ts';
import type { TaxRules } from '../../taxes/tax-of.rules.ts';
import type { Words } from '../words/words.ts';
import type { Filled, Typed } from './checkout-form.ts';
import type { Visit } from './show-session.ts';

/** The law of which country the buyer has: their own, else the seller's, if that is known. */
function buyingOf({ country, company, tax_id }: Typed, { settings }: TaxRules) {
  const is_company = company !== '' || tax_id !== '';
  return { country: country.toUpperCase() || settings.country, is_company };
}

/** What the page has to say where the law of a country protects consumers. */
export function consumerText(
  checkout: CheckoutRow,
  { typed, rules, words }: { typed: Typed; rules: TaxRules; words: Words },
): { is_consumer: boolean; consent_text: string | undefined } {
  const buying = buyingOf(typed, rules);
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
  const buying = buyingOf(kept.typed, await readTaxRules(work.reader));
  if (!needsConsent(checkout, buying)) return {};
  if (!kept.has_consented) return { problem: words.checkout.consentNeeded };
  const { country } = buying;
  const text = textFor(checkout, words);
  const consent = { text, language: words.language, country: country ?? '', given_at: now };
  return { consent };
}
