import { Refusal } from '../../core/errors.ts';
import { cancelSubscription } from '../../subscriptions/cancel-subscription.ts';
import { previewSubscriptionChange } from '../../subscriptions/preview-subscription-change.ts';
import { resumeSubscription } from '../../subscriptions/resume-subscription.ts';
import { updateSubscription } from '../../subscriptions/update-subscription.ts';
import { getTransactions } from '../../transactions/get-transactions.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import type { PageAnswer } from '../shared/page.ts';
import { tryLater, tryLaterText } from '../shared/page-limits.ts';
import { cardText } from './card.ts';
import { cancelPage, previewPage } from './change-view.ts';
import { notFoundPage } from './layout.ts';
import { addressOf, canChange, plansOnOffer, subscriptionPageFor } from './subscription.ts';
import {
  type Handler,
  ownSubscription,
  type PreviewRecord,
  refusalText,
  type SubscriptionHandler,
  type SubscriptionRecord,
  type TransactionRecord,
  type Visit,
} from './visit.ts';

interface Wanted {
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

async function wantedIn(visit: Visit, parts: Parts): Promise<Wanted | undefined> {
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
  const wanted = await wantedIn(visit, parts);
  if (!wanted) return notFoundPage(visit);
  const { subscription } = wanted;
  const address = addressOf(visit, subscription);
  if (!canChange(subscription) || isDone(wanted)) return redirectAfterForm(address);
  return (await isBusy(visit, wanted))
    ? redirectAfterForm(`${address}/note/busy`)
    : preview(visit, wanted);
};

export const confirmChange: Handler<Parts> = async (visit, { form }, parts) => {
  const wanted = await wantedIn(visit, parts);
  if (!wanted) return notFoundPage(visit);
  const { subscription, plan } = wanted;
  const address = addressOf(visit, subscription);
  if (!canChange(subscription)) return redirectAfterForm(address);
  if (await isBusy(visit, wanted)) return redirectAfterForm(`${address}/note/busy`);
  const wait_seconds = visit.waitToTry();
  if (wait_seconds > 0) {
    return tryLater(
      await previewAgain(visit, parts, tryLaterText(visit.words, wait_seconds)),
      wait_seconds,
    );
  }
  try {
    const now = await previewOf(visit, wanted);
    const is_as_seen =
      form.get('total') === String(now.total) && form.get('price') === String(plan.price);
    if (!is_as_seen) return await previewAgain(visit, parts, CHANGED);
    const once = formKey(visit, subscription, form, 'change');
    await visit.ask(updateSubscription, changeOf(wanted), once);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'payment_unresolved') return redirectAfterForm(`${address}/note/waiting`);
    return previewAgain(visit, parts, refusalText(error));
  }
  return redirectAfterForm(`${address}/note/changed`);
};

/**
 * What is due or under way is charged first, and then the change costs something else than was
 * seen. Only the same change may be under way: it is the same form, sent twice.
 */
async function isBusy(visit: Visit, { subscription, plan, quantity }: Wanted): Promise<boolean> {
  const { subscription_id, next_payment_at } = subscription;
  if (next_payment_at !== null && Date.parse(next_payment_at) <= visit.now) return true;
  const { ask, customer_id } = visit;
  const { data } = await ask(getTransactions, { customer_id, subscription_id, status: 'pending' });
  const isSame = (one: TransactionRecord) =>
    one.type === 'plan_change' && one.product_id === plan.plan_id && one.quantity === quantity;
  return data.some((one) => one.type !== 'refund' && !isSame(one));
}

/** Why not, unless the same form, sent twice, has done it in the meantime. */
async function previewAgain(visit: Visit, parts: Parts, problem: string): Promise<PageAnswer> {
  const wanted = await wantedIn(visit, parts);
  if (!wanted) return notFoundPage(visit);
  if (isDone(wanted))
    return redirectAfterForm(`${addressOf(visit, wanted.subscription)}/note/changed`);
  return preview(visit, wanted, problem);
}

const CHANGED = 'The amount has changed since you saw it. Nothing is charged: look at it again.';

const isDone = ({ subscription, plan, quantity }: Wanted): boolean =>
  subscription.plan_id === plan.plan_id &&
  subscription.quantity === quantity &&
  subscription.pending_change === null;

const changeOf = ({ subscription, plan, quantity }: Wanted) => ({
  subscription_id: subscription.subscription_id,
  plan_id: plan.plan_id,
  quantity,
});

const previewOf = (visit: Visit, wanted: Wanted): Promise<PreviewRecord> =>
  visit.ask(previewSubscriptionChange, changeOf(wanted));

async function preview(visit: Visit, wanted: Wanted, problem?: string): Promise<PageAnswer> {
  try {
    const shown = await previewOf(visit, wanted);
    return previewPage(visit, { ...wanted, preview: shown, card: await cardText(visit), problem });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const typed = { plan_id: wanted.plan.plan_id, quantity: String(wanted.quantity) };
    return subscriptionPageFor(visit, wanted.subscription, {
      typed,
      problems: { whole: refusalText(error) },
    });
  }
}

export const showCancel: SubscriptionHandler = async (visit, _, { subscription_id }) => {
  const subscription = await ownSubscription(visit, subscription_id);
  if (!subscription) return notFoundPage(visit);
  return canEnd(subscription)
    ? cancelPage(visit, subscription)
    : redirectAfterForm(addressOf(visit, subscription));
};

export const cancel: SubscriptionHandler = async (visit, { form }, { subscription_id }) => {
  const subscription = await ownSubscription(visit, subscription_id);
  if (!subscription) return notFoundPage(visit);
  const input = { subscription_id, cancel_at_period_end: true };
  const once = formKey(visit, subscription, form, 'cancel');
  const work = () => visit.ask(cancelSubscription, input, once);
  return canEnd(subscription)
    ? done(visit, subscription, 'canceled', work)
    : redirectAfterForm(addressOf(visit, subscription));
};

const canEnd = ({ status, cancel_at_period_end }: SubscriptionRecord): boolean =>
  status !== 'canceled' && !cancel_at_period_end;

/** Takes a cancel back. A pause is the seller's, and not ended here. */
export const resume: SubscriptionHandler = async (visit, { form }, { subscription_id }) => {
  const subscription = await ownSubscription(visit, subscription_id);
  if (!subscription) return notFoundPage(visit);
  const { status, cancel_at_period_end } = subscription;
  const input = { subscription_id };
  const once = formKey(visit, subscription, form, 'resume');
  const work = () => visit.ask(resumeSubscription, input, once);
  return cancel_at_period_end && (status === 'active' || status === 'trialing')
    ? done(visit, subscription, 'resumed', work)
    : redirectAfterForm(addressOf(visit, subscription));
};

/** The same form counts anew once the subscription is another: it may be canceled again. */
const formKey = (
  visit: Visit,
  { updated_at }: SubscriptionRecord,
  form: ReadonlyMap<string, string>,
  action: string,
) => visit.onceFor(form.get('attempt'), `${action} ${updated_at}`);

async function done(
  visit: Visit,
  subscription: SubscriptionRecord,
  note: string,
  work: () => Promise<unknown>,
): Promise<PageAnswer> {
  const address = addressOf(visit, subscription);
  try {
    await work();
    return redirectAfterForm(`${address}/note/${note}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'payment_unresolved') return redirectAfterForm(`${address}/note/waiting`);
    return subscriptionPageFor(visit, subscription, { problems: { whole: refusalText(error) } });
  }
}
