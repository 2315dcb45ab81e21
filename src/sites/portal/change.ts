import { Refusal } from '../../platform/core/errors.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { getTransactions } from '../../shop/money/transactions/get-transactions.ts';
import { previewSubscriptionChange } from '../../shop/subscriptions/preview-subscription-change.ts';
import { updateSubscription } from '../../shop/subscriptions/update-subscription.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { tryLater } from '../shared/page-limits.ts';
import { type RefusalText, tooManyTries } from '../shared/refusal.ts';
import { formKey } from './act.ts';
import { keptCard } from './card-section.ts';
import { previewPage } from './change-view.ts';
import { notFoundPage } from './layout.ts';
import { canChange, plansOnOffer, subscriptionPageFor } from './subscription.ts';
import {
  type Handler,
  ownSubscription,
  type PreviewRecord,
  refusalFor,
  type SubscriptionRecord,
  subscriptionAddress,
  type TransactionRecord,
  type Visit,
} from './visit.ts';

interface PlanChange {
  subscription: SubscriptionRecord;
  plan: { plan_id: string; name: string; price: number };
  quantity: number;
}

/** What the address asks for, if it is this customer's subscription and a plan on offer. */
interface Parts {
  subscription_id: string;
  product_id: string;
  quantity: string;
}

async function changeIn(visit: Visit, parts: Parts): Promise<PlanChange | undefined> {
  const { subscription_id, product_id: plan_id } = parts;
  const quantity = Number(parts.quantity);
  const subscription = await ownSubscription(visit, subscription_id);
  if (!subscription) return undefined;
  const { plans, changes_quantity } = await plansOnOffer(visit, subscription);
  if (!changes_quantity && quantity !== subscription.quantity) return undefined;
  if (plan_id === subscription.plan_id) {
    const plan = { plan_id, name: subscription.plan.name, price: subscription.plan.price };
    return { subscription, plan, quantity };
  }
  const plan = plans.find(({ product_id }) => product_id === plan_id);
  return plan && { subscription, plan: { ...plan, plan_id }, quantity };
}

export const showPreview: Handler<Parts> = async (visit, _, parts) => {
  const change = await changeIn(visit, parts);
  if (!change) return notFoundPage(visit);
  const { subscription } = change;
  const address = subscriptionAddress(visit, subscription);
  if (!canChange(subscription) || isDone(change)) return redirectAfterForm(address);
  return (await isBusy(visit, change))
    ? redirectAfterForm(`${address}/note/busy`)
    : preview(visit, change);
};

export const confirmChange: Handler<Parts> = async (visit, { form }, parts) => {
  const change = await changeIn(visit, parts);
  if (!change) return notFoundPage(visit);
  const { subscription, plan } = change;
  const address = subscriptionAddress(visit, subscription);
  if (!canChange(subscription)) return redirectAfterForm(address);
  if (await isBusy(visit, change)) return redirectAfterForm(`${address}/note/busy`);
  const wait_seconds = visit.waitToTry();
  if (wait_seconds > 0) {
    const refusal = tooManyTries(visit.words, wait_seconds);
    return tryLater(await previewAgain(visit, parts, refusal), wait_seconds);
  }
  try {
    const now = await previewOf(visit, change);
    const is_as_seen =
      form.get('total') === String(now.total) && form.get('price') === String(plan.price);
    const { amountChanged: title, checkAmount: text } = visit.words.portal;
    if (!is_as_seen) return await previewAgain(visit, parts, { title, text });
    const once = formKey(visit, subscription, form, 'change');
    await visit.ask(updateSubscription, changeOf(change), once);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'payment_unresolved') return redirectAfterForm(`${address}/note/waiting`);
    return previewAgain(visit, parts, refusalFor(visit, error));
  }
  return redirectAfterForm(`${address}/note/changed`);
};

/**
 * What is due or under way is charged first, and then the change costs something else than was
 * seen. Only the same change may be under way: it is the same form, sent twice.
 */
async function isBusy(
  visit: Visit,
  { subscription, plan, quantity }: PlanChange,
): Promise<boolean> {
  const { subscription_id, next_payment_at } = subscription;
  if (next_payment_at !== null && Date.parse(next_payment_at) <= visit.now) return true;
  const { ask, customer_id } = visit;
  const { data } = await ask(getTransactions, { customer_id, subscription_id, status: 'pending' });
  const isSame = (one: TransactionRecord) =>
    one.type === 'plan_change' && one.product_id === plan.plan_id && one.quantity === quantity;
  return data.some((one) => one.type !== 'refund' && !isSame(one));
}

/** Why not, unless the same form, sent twice, has done it in the meantime. */
async function previewAgain(visit: Visit, parts: Parts, refusal: RefusalText): Promise<PageAnswer> {
  const change = await changeIn(visit, parts);
  if (!change) return notFoundPage(visit);
  if (isDone(change))
    return redirectAfterForm(`${subscriptionAddress(visit, change.subscription)}/note/changed`);
  return preview(visit, change, refusal);
}

const isDone = ({ subscription, plan, quantity }: PlanChange): boolean =>
  subscription.plan_id === plan.plan_id &&
  subscription.quantity === quantity &&
  subscription.pending_change === null;

/** To choose what is so already, while a change waits, takes that back at the end of the period. */
const changeOf = ({ subscription, plan, quantity }: PlanChange) => {
  const is_as_now = subscription.plan_id === plan.plan_id && subscription.quantity === quantity;
  const effective = is_as_now ? ('period_end' as const) : ('now' as const);
  const { subscription_id } = subscription;
  return { subscription_id, plan_id: plan.plan_id, quantity, effective };
};

const previewOf = (visit: Visit, change: PlanChange): Promise<PreviewRecord> =>
  visit.ask(previewSubscriptionChange, changeOf(change));

async function preview(
  visit: Visit,
  change: PlanChange,
  refusal?: RefusalText,
): Promise<PageAnswer> {
  try {
    const shown = await previewOf(visit, change);
    return previewPage(visit, { ...change, preview: shown, card: await keptCard(visit), refusal });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const typed = { plan_id: change.plan.plan_id, quantity: String(change.quantity) };
    const refused = refusalFor(visit, error);
    return subscriptionPageFor(visit, change.subscription, { typed, refusal: refused });
  }
}
