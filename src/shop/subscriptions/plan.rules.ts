import type { ProductRow } from '../catalogue/products/product.rules.ts';
import { includesTax, type TaxSettings } from '../tax/tax-settings.rules.ts';
import {
  intervalOf,
  type PendingChange,
  type PlanTerms,
  type SubscriptionRow,
} from './subscription.rules.ts';

/** The terms of the plan that a subscription is on. */
export const planOf = (row: PlanTerms): PlanTerms => ({
  plan_id: row.plan_id,
  plan_name: row.plan_name,
  price_minor: row.price_minor,
  currency: row.currency,
  billing_interval: row.billing_interval,
  billing_interval_count: row.billing_interval_count,
  tier: row.tier,
  includes_tax: row.includes_tax,
  tax_category: row.tax_category,
});

/** A plan as it was stored. Before Kassa knew taxes, the price was all that there was to pay. */
export const storedPlan = (
  stored: Omit<PlanTerms, 'includes_tax' | 'tax_category'> & Partial<PlanTerms>,
): PlanTerms => ({
  ...stored, // First: the fields stay in their order, so that what is the same is the same text.
  includes_tax: stored.includes_tax ?? 1,
  tax_category: stored.tax_category ?? 'digital',
});

/** What changes at the end of the period; null: nothing. */
export function parsePendingChange({
  pending_change,
}: Pick<SubscriptionRow, 'pending_change'>): PendingChange | null {
  if (pending_change === null) return null;
  const { plan, quantity }: PendingChange = JSON.parse(pending_change);
  return { plan: storedPlan(plan), quantity };
}

/** A product as the terms of a plan; undefined when it is not one. */
export function planTermsOf(
  product: ProductRow,
  tax_settings: Pick<TaxSettings, 'prices_include_tax'>,
): PlanTerms | undefined {
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
    includes_tax: includesTax(product.tax_behavior, tax_settings) ? 1 : 0,
    tax_category: product.tax_category,
  };
}

/** Why a product cannot be the plan of a subscription. */
export function whyNotPlan(
  row: SubscriptionRow,
  product: ProductRow | undefined,
): string | undefined {
  if (!product) return 'is not a product of this store';
  if (product.status !== 'active') return 'is archived: it cannot be bought';
  if (product.billing_type !== 'recurring') return 'is not a plan: it is not recurring';
  if (product.currency !== row.currency) {
    return `is in ${product.currency}, the subscription in ${row.currency}`;
  }
  return undefined;
}

export const isSameInterval = (one: PlanTerms, other: PlanTerms): boolean =>
  one.billing_interval === other.billing_interval &&
  one.billing_interval_count === other.billing_interval_count;

/**
 * A larger tier where both have one, or the same tier for longer; else a larger price per day, or
 * a longer interval with a larger price: monthly 10 to yearly 100 is an upgrade.
 */
export function isHigher(plan: PlanTerms, than: PlanTerms): boolean {
  const is_longer = daysOf(plan) > daysOf(than);
  if (plan.tier !== null && than.tier !== null) {
    return plan.tier > than.tier || (plan.tier === than.tier && is_longer);
  }
  if (costPerDay(plan) > costPerDay(than)) return true;
  return is_longer && plan.price_minor > than.price_minor;
}

interface Terms {
  plan: PlanTerms;
  quantity: number;
}

/** Whether these terms cost more per day than the others. */
export const costsMorePerDay = (one: Terms, than: Terms): boolean =>
  costPerDay(one.plan, one.quantity) > costPerDay(than.plan, than.quantity);

export const isSameTerms = (one: Terms, other: Terms): boolean =>
  one.plan.plan_id === other.plan.plan_id && one.quantity === other.quantity;

const DAYS = { day: 1, week: 7, month: 365.25 / 12, year: 365.25 };

function daysOf(plan: PlanTerms): number {
  const { interval, interval_count } = intervalOf(plan);
  return DAYS[interval] * interval_count;
}

const costPerDay = (plan: PlanTerms, quantity = 1): number =>
  (plan.price_minor * quantity) / daysOf(plan);
