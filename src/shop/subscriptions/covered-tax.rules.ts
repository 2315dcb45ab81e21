import { NO_TAX, type TaxDecision } from '../tax/decide-tax.rules.ts';
import { taxDay } from '../tax/tax-of.rules.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/** The tax with which the rest of the current period was paid, and on which day. */
interface CoveredTax {
  tax: TaxDecision;
  paid_on: string;
}

/** What was paid before Kassa knew taxes had none. */
export const coveredTaxOf = ({
  covered_tax,
  paid_since,
}: Pick<SubscriptionRow, 'covered_tax' | 'paid_since'>): CoveredTax =>
  covered_tax === null ? { tax: NO_TAX, paid_on: taxDay(paid_since) } : JSON.parse(covered_tax);

/** The same to be stored, of what is paid now. */
export const coveredTaxJson = (tax: TaxDecision, now: number): string => {
  const covered: CoveredTax = { tax, paid_on: taxDay(now) };
  return JSON.stringify(covered);
};
