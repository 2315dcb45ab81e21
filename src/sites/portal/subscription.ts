import type { Words } from '../../../texts/words.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { showProduct } from '../../shop/catalogue/products/product.rules.ts';
import { listPlansAround } from '../../shop/catalogue/products/product.sql.ts';
import { getStoreSettings } from '../../shop/store/get-store-settings.ts';
import { nextPayment } from '../../shop/subscriptions/next-payment.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { failedPayment } from './alerts.ts';
import { expiresBefore, keptCard } from './card-section.ts';
import type { ChangeProblems, TypedChange } from './change-form.ts';
import { ofSubscription } from './layout.ts';
import { pauseState } from './pause-state.ts';
import { readPlusTax } from './plus-tax.ts';
import { subscriptionPage } from './subscription-view.ts';
import {
  type ProductRecord,
  productOf,
  type SubscriptionRecord,
  subscriptionAddress,
  type Visit,
} from './visit.ts';
import { wayBack } from './way-back.ts';

export const showSubscriptionPage = ofSubscription((visit, subscription, _, note) =>
  subscriptionPageFor(visit, subscription, { note }),
);

/** What the customer chose goes into the address of the preview, which any reload shows anew. */
export const chooseChange = ofSubscription(async (visit, subscription, { form }) => {
  const address = subscriptionAddress(visit, subscription);
  if (!canChange(subscription)) return redirectAfterForm(address);
  const offer = await plansOnOffer(visit, subscription);
  const typed = {
    plan_id: form.get('plan_id') ?? subscription.plan_id,
    quantity: (
      form.get('quantity') ?? (offer.changes_quantity ? '' : String(subscription.quantity))
    ).trim(),
  };
  const problems = problemsWith(visit.words, subscription, { typed, offer });
  const [[field, message] = []] = Object.entries(problems);
  if (field === undefined || message === undefined) {
    return redirectAfterForm(`${address}/change/${typed.plan_id}/${Number(typed.quantity)}`);
  }
  const { checkDetails: title } = visit.words.shared;
  const refusal =
    field === 'whole' ? { title, text: message } : { title, mistakes: [{ field, message }] };
  return subscriptionPageFor(visit, subscription, { typed, problems, refusal });
});

const QUANTITY_MAX = 1_000_000;

function problemsWith(
  { portal, language }: Words,
  subscription: SubscriptionRecord,
  { typed, offer }: { typed: TypedChange; offer: Offer },
): ChangeProblems {
  const { plan_id, quantity } = typed;
  const is_offered = offer.plans.some(({ product_id }) => product_id === plan_id);
  if (plan_id !== subscription.plan_id && !is_offered) return { plan: portal.chooseOnePlan };
  const count = /^\d{1,7}$/.test(quantity) ? Number(quantity) : 0;
  if (count < 1 || count > QUANTITY_MAX) {
    return { quantity: portal.checkQuantity(QUANTITY_MAX.toLocaleString(language)) };
  }
  if (!offer.changes_quantity && count !== subscription.quantity) {
    return { whole: portal.quantityIsFixed };
  }
  const is_same = plan_id === subscription.plan_id && count === subscription.quantity;
  return is_same && subscription.pending_change === null ? { whole: portal.nothingChosen } : {};
}

interface AttemptResult {
  note?: string | undefined;
  typed?: TypedChange;
  problems?: ChangeProblems;
  refusal?: RefusalText;
}

/** The page of a subscription, with a refusal if there is one. */
export async function subscriptionPageFor(
  visit: Visit,
  subscription: SubscriptionRecord,
  { note, typed, problems = {}, refusal }: AttemptResult = {},
): Promise<PageAnswer> {
  const { plan_id, quantity, pending_change, subscription_id, status } = subscription;
  const pending = pending_change && (await productOf(visit, pending_change.plan_id));
  const next = await nextPayment(visit.work, subscription_id);
  const card = await keptCard(visit);
  return subscriptionPage(visit, {
    subscription,
    image_url: (await productOf(visit, plan_id)).image_url,
    is_plus_tax: await readPlusTax(visit),
    next,
    card,
    card_expires: next !== null && status !== 'past_due' && expiresBefore(card, next.at),
    failed: status === 'past_due' ? await failedPayment(visit, subscription) : undefined,
    way_back: await wayBack(visit, subscription),
    pause: await pauseState(visit, subscription),
    pending_name: pending?.name,
    offer: canChange(subscription) ? await plansOnOffer(visit, subscription) : undefined,
    note,
    refusal,
    typed: typed ?? { plan_id, quantity: String(quantity) },
    problems,
  });
}

/** Only what runs can be changed, and not what is about to end. */
export const canChange = ({ status, cancel_at_period_end }: SubscriptionRecord): boolean =>
  (status === 'active' || status === 'trialing') && !cancel_at_period_end;

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
    plans: [...below.slice(-each), ...others.slice(0, each)].map((row) =>
      showProduct(row, visit.base_path),
    ),
    has_more: below.length > each || others.length > each,
    changes_quantity,
  };
}
