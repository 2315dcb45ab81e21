import type { Reader } from '../../platform/db/database.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import { findCustomer } from '../customers/customer.sql.ts';
import { taxBuyerOf } from '../customers/tax-buyer.rules.ts';
import { findUsableCard } from '../money/payments/usable-card.ts';
import { buyerEvidence } from '../tax/evidence.rules.ts';
import { readTaxRules } from '../tax/read-tax-rules.ts';
import {
  asksForCountry,
  type TaxBuyer,
  type TaxRules,
  taxDay,
  taxOf,
} from '../tax/tax-of.rules.ts';
import type { Billing } from './bill.rules.ts';
import { chargeableIn } from './chargeable-in.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

export interface BillingRules {
  /** What a bill of this instant depends on. */
  at(now: number): Billing;
  tax_settings: TaxRules['settings'];
}

/**
 * What the bills of a subscription depend on, by the tax rules of the store and the customer's
 * details as they are now.
 */
export async function readBilling(
  work: Pick<StoreWork, 'store' | 'services'>,
  reader: Reader,
  row: Pick<SubscriptionRow, 'currency' | 'customer_id'>,
): Promise<BillingRules> {
  const chargeable = chargeableIn(work, row);
  const rules = await readTaxRules(reader);
  const buyer = hasRegistrations(rules) ? await readBuyer(work, reader, row) : NOBODY;
  return {
    tax_settings: rules.settings,
    at(now) {
      const day = taxDay(now);
      const evidence = buyerEvidence(buyer.billing_country, buyer.tax_number);
      return {
        chargeable,
        taxOf: (tax_category) => taxOf(rules, buyer, { tax_category, day }),
        tax_evidence: asksForCountry(rules, day) ? evidence : null,
      };
    },
  };
}

/** Without any, nobody's address matters on any day. */
const hasRegistrations = ({ settings }: TaxRules): boolean => settings.registrations.length > 0;

interface Buyer extends TaxBuyer {
  billing_country: string | null;
}

const NOBODY: Buyer = { address: null, tax_number: null, billing_country: null };

/** The customer; one who never said where they are is where their card is from. */
async function readBuyer(
  work: Pick<StoreWork, 'store' | 'services'>,
  reader: Reader,
  { customer_id }: Pick<SubscriptionRow, 'customer_id'>,
): Promise<Buyer> {
  const buyer = taxBuyerOf(await findCustomer(reader, customer_id));
  if (buyer.address) return { ...buyer, billing_country: buyer.address.country };
  const card = await findUsableCard(work, reader, customer_id);
  const country = card?.card_country ?? null;
  return { ...buyer, address: country === null ? null : { country }, billing_country: null };
}
