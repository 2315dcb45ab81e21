import type { Detail } from '../core/errors.ts';
import type { StoreWork } from '../operation/work.ts';
import { chargeableBy, requireGateway } from '../payments/gateway.ts';
import { readTaxRules } from '../taxes/read-tax-rules.ts';
import { type Buyer, withDetails } from './buyer.rules.ts';
import { lockCheckout, saveCheckout } from './checkout.sql.ts';
import { isTooLarge } from './price.rules.ts';
import { taxCheckout } from './tax-checkout.ts';

/**
 * Keeps what a buyer says about themselves with an open session, and gives it the price that follows
 * from that. Answers what is wrong with it, or why nothing can be changed any more. What is missing
 * can be told later.
 */
export async function changeBuyer(
  { write, reader, now, ...work }: StoreWork,
  { checkout_session_id, buyer }: { checkout_session_id: string; buyer: Buyer },
): Promise<Detail[] | 'checkout_expired' | 'amount_too_large'> {
  const rules = await readTaxRules(reader);
  return write(async ({ tx }) => {
    const before = await lockCheckout(tx, checkout_session_id);
    if (before?.status !== 'open' || before.expires_at <= now) return 'checkout_expired';
    const terms = { ...before, ...chargeableBy(requireGateway(work), before.currency) };
    const details = withDetails(before, buyer);
    const { checkout, problems } = await taxCheckout(tx, terms, { rules, buyer: details, now });
    if (isTooLarge(checkout)) return 'amount_too_large';
    if (problems.every(({ code }) => code === 'missing')) {
      const kept = { ...checkout, buyer: JSON.stringify(details), updated_at: now };
      await saveCheckout(tx, kept);
    }
    return problems;
  });
}
