import { randomText } from '../../core/ids.ts';
import { getProduct } from '../../products/get-product.ts';
import { showProduct } from '../../products/product.rules.ts';
import { listPlansAround } from '../../products/product.sql.ts';
import { getStoreSettings } from '../../stores/get-store-settings.ts';
import { nextPayment } from '../../subscriptions/next-payment.ts';
import { readTaxRules } from '../../taxes/read-tax-rules.ts';
import { asksForCountry, taxDay } from '../../taxes/tax-of.rules.ts';
import { includesTax } from '../../taxes/tax-settings.rules.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import type { PageAnswer } from '../shared/page.ts';
import { cardText, expiresBefore } from './card.ts';
import { notFoundPage } from './layout.ts';
import {
  type ChangeProblems,
  subscriptionPage,
  type TaxText,
  type TypedChange,
} from './subscription-view.ts';
import {
  ownSubscription,
  type ProductRecord,
  type SubscriptionHandler,
  type SubscriptionRecord,
  type Visit,
} from './visit.ts';

export const showSubscriptionPage: SubscriptionHandler = async (visit, _, parts) => {
  const subscription = await ownSubscription(visit, parts.subscription_id);
  return subscription
    ? subscriptionPageFor(visit, subscription, { note: parts.note })
    : notFoundPage(visit);
};

/** What the customer chose goes into the address of the preview, which any reload shows anew. */
export const chooseChange: SubscriptionHandler = async (visit, { form }, { subscription_id }) => {
  const subscription = await ownSubscription(visit, subscription_id);
  if (!subscription) return notFoundPage(visit);
  const address = addressOf(visit, subscription);
  if (!canChange(subscription)) return redirectAfterForm(address);
  const offer = await plansOnOffer(visit, subscription);
  const typed = {
    plan_id: form.get('plan_id') ?? subscription.plan_id,
    quantity: (
      form.get('quantity') ?? (offer.changes_quantity ? '' : String(subscription.quantity))
    ).trim(),
  };
  const problems = problemsWith(subscription, typed, offer);
  if (Object.keys(problems).length > 0) {
    return subscriptionPageFor(visit, subscription, { typed, problems });
  }
  return redirectAfterForm(`${address}/change/${typed.plan_id}/${Number(typed.quantity)}`);
};

const QUANTITY_MAX = 1_000_000;

function problemsWith(
  subscription: SubscriptionRecord,
  { plan_id, quantity }: TypedChange,
  { plans, changes_quantity }: Offer,
): ChangeProblems {
  const is_offered = plans.some(({ product_id }) => product_id === plan_id);
  if (plan_id !== subscription.plan_id && !is_offered) {
    return { plan: 'Choose one of these plans.' };
  }
  const count = /^\d{1,7}$/.test(quantity) ? Number(quantity) : 0;
  if (count < 1 || count > QUANTITY_MAX) {
    return { quantity: 'Enter a whole number from 1 to 1,000,000.' };
  }
  if (!changes_quantity && count !== subscription.quantity) {
    return { whole: 'The quantity cannot be changed here. Ask the seller.' };
  }
  const is_same = plan_id === subscription.plan_id && count === subscription.quantity;
  return is_same && subscription.pending_change === null
    ? { whole: 'This is what you have. Choose something else to see what it costs.' }
    : {};
}

/** The page of a subscription, with problems of the form if there are any. */
export async function subscriptionPageFor(
  visit: Visit,
  subscription: SubscriptionRecord,
  more: { note?: string | undefined; typed?: TypedChange; problems?: ChangeProblems } = {},
): Promise<PageAnswer> {
  const { plan_id, quantity, pending_change } = subscription;
  const pending = pending_change && (await productOf(visit, pending_change.plan_id));
  const next = await nextPayment(visit.work, subscription.subscription_id);
  return subscriptionPage(visit, {
    subscription,
    tax_text: await readTaxText(visit),
    next,
    card_expires: next !== null && (await expiresBefore(visit, next.at)),
    card: await cardText(visit),
    pending_name: pending?.name,
    offer: canChange(subscription) ? await plansOnOffer(visit, subscription) : undefined,
    note: more.note,
    typed: more.typed ?? { plan_id, quantity: String(quantity) },
    problems: more.problems ?? {},
    attempt: randomText(10),
  });
}

/** Prices that tax is added to say so, if the store charges any. */
export async function readTaxText({ reader, now }: Visit): Promise<TaxText> {
  const rules = await readTaxRules(reader);
  const is_taxed = asksForCountry(rules, taxDay(now));
  return ({ tax_behavior }) =>
    is_taxed && !includesTax(tax_behavior, rules.settings) ? ' plus tax' : '';
}

/** Only what runs can be changed, and not what is about to end. */
export const canChange = ({ status, cancel_at_period_end }: SubscriptionRecord): boolean =>
  (status === 'active' || status === 'trialing') && !cancel_at_period_end;

export const addressOf = ({ address }: Visit, { subscription_id }: SubscriptionRecord): string =>
  `${address}/subscription/${subscription_id}`;

export const productOf = ({ ask }: Visit, product_id: string): Promise<ProductRecord> =>
  ask(getProduct, { product_id });

const PLANS_MAX = 50;

export interface Offer {
  plans: ProductRecord[];
  /** Whether there are more than are shown. */
  has_more: boolean;
  /** Whether the seller lets customers change quantities by themselves. */
  changes_quantity: boolean;
}

/**
 * The plans a customer may change to by themselves: those in the seller's order of tiers, if
 * theirs is one of it, and the nearest ones if they are many. A plan without a tier is an
 * arrangement of its own.
 */
export async function plansOnOffer(
  visit: Visit,
  { plan_id, plan }: SubscriptionRecord,
): Promise<Offer> {
  const settings = await visit.ask(getStoreSettings, {});
  const changes_quantity = settings.portal_quantity_changes;
  const { tier } = await productOf(visit, plan_id);
  if (tier === null) return { plans: [], has_more: false, changes_quantity };
  const each = PLANS_MAX / 2;
  // One more on each side tells whether there are more, and one may be the customer's own.
  const around = { currency: plan.currency, tier, limit: each + 2 };
  const { below, above } = await listPlansAround(visit.reader, around);
  const others = above.filter(({ product_id }) => product_id !== plan_id);
  return {
    plans: [...below.slice(-each), ...others.slice(0, each)].map(showProduct),
    has_more: below.length > each || others.length > each,
    changes_quantity,
  };
}
