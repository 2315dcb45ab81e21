import type { Detail } from '../../platform/core/errors.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { chargeableBy, requireGateway } from '../money/payments/gateway.ts';
import { askAboutNumber } from '../tax/ask-about-number.ts';
import type { KnownTaxNumber } from '../tax/known-tax-number.rules.ts';
import { readTaxRules } from '../tax/read-tax-rules.ts';
import type { TaxRules } from '../tax/tax-of.rules.ts';
import { answerToKeep } from '../tax/vies.rules.ts';
import { type Buyer, taxBuyerFor, withDetails } from './buyer.rules.ts';
import { findCheckout, lockCheckout, saveCheckout } from './checkout.sql.ts';
import { isTooLarge } from './price.rules.ts';
import { findNamed, taxCheckout } from './tax-checkout.ts';

/**
 * Keeps what a buyer says about themselves with an open session, and gives it the price that follows
 * from that. Answers what is wrong with it, or why nothing can be changed any more. What is missing
 * can be given later. VIES may be asked about a tax number, which takes up to five seconds.
 */
export async function changeBuyer(
  work: StoreWork,
  { checkout_session_id, buyer }: { checkout_session_id: string; buyer: Buyer },
): Promise<Detail[] | 'checkout_expired' | 'amount_too_large'> {
  const { write, reader, now } = work;
  const rules = await readTaxRules(reader);
  const tax_number = await askAbout(work, rules, { checkout_session_id, buyer });
  return write(async ({ tx }) => {
    const before = await lockCheckout(tx, checkout_session_id);
    if (before?.status !== 'open' || before.expires_at <= now) return 'checkout_expired';
    const terms = { ...before, ...chargeableBy(requireGateway(work), before.currency) };
    const details = { ...withDetails(before, buyer), ...(tax_number && { tax_number }) };
    const { checkout, problems } = await taxCheckout(tx, terms, { rules, buyer: details, now });
    if (isTooLarge(checkout)) return 'amount_too_large';
    if (problems.every(({ code }) => code === 'missing')) {
      const kept = { ...checkout, buyer: JSON.stringify(details), updated_at: now };
      await saveCheckout(tx, kept);
    }
    return problems;
  });
}

/** The number that was entered, with what VIES says about it; undefined if there is none. */
async function askAbout(
  work: StoreWork,
  rules: TaxRules,
  { checkout_session_id, buyer }: { checkout_session_id: string; buyer: Buyer },
): Promise<KnownTaxNumber | undefined> {
  const { reader } = work;
  const row = buyer.tax_id ? await findCheckout(reader, checkout_session_id) : undefined;
  if (row?.status !== 'open') return undefined;
  const customer = await findNamed(reader, row);
  const { tax_number } = taxBuyerFor(withDetails(row, buyer), customer);
  if (!tax_number) return undefined;
  const answer = await askAboutNumber(work, rules, tax_number);
  return answer ? { ...tax_number, answer: answerToKeep(tax_number.answer, answer) } : tax_number;
}
