import type { ProductRow } from '../products/product.rules.ts';
import { type ChangeBill, changeBill } from './bill.rules.ts';
import { type Effect, planOf } from './renewal.rules.ts';
import type { PlanTerms, SubscriptionRow } from './subscription.rules.ts';

export type Proration = 'charge_now' | 'next_renewal' | 'none';

/** A product as the terms of a plan; undefined when it is none. */
function termsOf(product: ProductRow): PlanTerms | undefined {
  const { billing_interval, billing_interval_count } = product;
  if (billing_interval === null || billing_interval_count === null) return undefined;
  return {
    plan_id: product.product_id,
    plan_name: product.name,
    price_minor: product.price_minor,
    currency: product.currency,
    billing_interval,
    billing_interval_count,
    tier: product.tier,
  };
}

/** Why a product cannot be the plan of a subscription. */
export function whyNotPlan(
  row: SubscriptionRow,
  product: ProductRow | undefined,
): string | undefined {
  if (!product) return 'is no product';
  if (product.status !== 'active') return 'is archived: it cannot be bought';
  if (product.billing_type !== 'recurring') return 'is no plan: it is not recurring';
  if (product.currency !== row.currency) {
    return `is in ${product.currency}, the subscription in ${row.currency}`;
  }
  return undefined;
}

/** Only what runs can be changed, and not what is about to end. */
export const whyNotChange = (row: SubscriptionRow): 'subscription_status' | undefined =>
  (row.status === 'active' || row.status === 'trialing') && row.cancel_at_period_end === 0
    ? undefined
    : 'subscription_status';

export interface PlannedChange {
  /** Its total is what is charged now. */
  bill: ChangeBill;
  effect: Effect;
}

/** What a change that takes effect now costs and brings about. The preview is this same function. */
export function plannedChange(
  row: SubscriptionRow,
  change: { plan: PlanTerms; quantity: number; proration: Proration | undefined; now: number },
): PlannedChange {
  const { plan, quantity, now } = change;
  const prorates = change.proration !== 'none';
  const bill = changeBill(row, { plan, quantity, now, prorates });
  const costs = bill.difference_minor > 0;
  const charges = costs && change.proration !== 'next_renewal';
  const credit_minor = charges ? bill.credit_after_minor : row.credit_minor - bill.difference_minor;
  const { anchor_at, period_number, current_period_start, current_period_end } = bill;
  const { discount_ends_at } = bill;
  return {
    bill: charges ? bill : balanced(bill),
    effect: {
      plan,
      quantity,
      anchor_at,
      period_number,
      current_period_start,
      current_period_end,
      credit_minor,
      discount_ends_at,
      drops_pending: true,
    },
  };
}

/** Nothing is charged now: what the change costs or is worth goes to the credit. */
function balanced(bill: ChangeBill): ChangeBill {
  const { difference_minor: difference, change_lines: lines } = bill;
  const description = difference > 0 ? 'Owed at the next renewal' : 'Kept as credit';
  const rest = { description, quantity: 1, amount_minor: -difference };
  return {
    ...bill,
    lines: difference === 0 ? lines : [...lines, rest],
    subtotal_minor: 0,
    discount_minor: 0,
    total_minor: 0,
  };
}

/** A change that waits for the end of the period, in place of any other. */
export const changedLater = (
  row: SubscriptionRow,
  { plan, quantity, now }: { plan: PlanTerms; quantity: number; now: number },
): SubscriptionRow => ({
  ...row,
  pending_change: JSON.stringify({ plan, quantity }),
  updated_at: now,
});

/** The terms it will have: those it has, or those of a price that it keeps. */
export const termsFor = (row: SubscriptionRow, product: ProductRow | undefined): PlanTerms =>
  product === undefined || product.product_id === row.plan_id
    ? planOf(row)
    : (termsOf(product) ?? planOf(row));
