import { Refusal } from '../../platform/core/errors.ts';
import type { Ask } from '../../platform/operation/ask.ts';
import { completeCheckout } from '../../shop/checkout/complete-checkout.ts';
import { createCheckout } from '../../shop/checkout/create-checkout.ts';
import { createCustomer } from '../../shop/customers/create-customer.ts';
import { activateLicense } from '../../shop/licenses/activate-license.ts';
import { listLicenses } from '../../shop/licenses/list-licenses.ts';
import { refundTransaction } from '../../shop/settlement/refund-transaction.ts';
import { cancelSubscription } from '../../shop/subscriptions/cancel-subscription.ts';
import { pauseSubscription } from '../../shop/subscriptions/pause-subscription.ts';
import { resumeSubscription } from '../../shop/subscriptions/resume-subscription.ts';
import { updatePaymentMethod } from '../../shop/subscriptions/update-payment-method.ts';
import { updateSubscription } from '../../shop/subscriptions/update-subscription.ts';
import { upgradeSubscription } from '../../shop/subscriptions/upgrade-subscription.ts';
import { card, cardOf, newcomer, pick, type Random } from './people.ts';
import type { Shelf } from './shelf.ts';

const DECLINED = '4000000000000002';
const NO_MONEY = '4000000000009995';
const DECLINES_LATER = '4000000000000341';
const DISPUTED = '4000000000000259';
const DISPUTED_IN_VAIN = '4000000000002685';
/** The first day of summer in the demo, and how long it lasts. */
const SUMMER = { from: 200, to: 245 };

interface Subscriber {
  subscription_id: string;
  customer_id: string;
  country: string;
  plan: 'starter' | 'pro' | 'team';
  since: number;
  /** Its card will be declined: a new one is given some days after that, or never. */
  new_card_on?: number;
  resume_on?: number;
}

/** Everybody who has come so far, and what they will still do. */
export interface Year {
  random: Random;
  shelf: Shelf;
  visitors: number;
  subscribers: Subscriber[];
  refunds: { on: number; transaction_id: string; amount: number | undefined }[];
}

const GOODS = [
  { share: 38, item: 'photo' },
  { share: 14, item: 'presets' },
  { share: 18, item: 'starter' },
  { share: 22, item: 'pro' },
  { share: 8, item: 'team' },
] as const;

const REASONS = ['too_expensive', 'missing_features', 'unused', 'switched', 'other'] as const;

/** One day in the shop: who comes, who changes their mind, who leaves. */
export async function liveDay(ask: Ask, year: Year, day: number): Promise<void> {
  const { random } = year;
  const is_weekend = day % 7 > 4;
  // The shop grows over the year, from about one and a half to five visitors a day.
  const visitors = (1.5 + (day / 365) * 3.5) * (is_weekend ? 0.6 : 1.15) * (0.6 + random() * 0.8);
  // All at once: each has drawn its lots before it waits for anything, so the year stays the same.
  const coming = Array.from({ length: Math.round(visitors) }, () => visit(ask, year, day));
  const living = [...year.subscribers].map((one) => liveOn(ask, year, one, day));
  const came = await Promise.all(coming);
  await Promise.all([...living, takeBack(ask, year, day)]);
  for (const { subscriber, refund } of came) {
    if (subscriber) year.subscribers.push(subscriber);
    if (refund) year.refunds.push(refund);
  }
}

interface Visit {
  subscriber?: Subscriber;
  refund?: Year['refunds'][number];
}

async function visit(ask: Ask, year: Year, day: number): Promise<Visit> {
  const { random, shelf } = year;
  const who = newcomer(random, year.visitors++);
  const { item } = pick(random, GOODS);
  const [leaves, is_refused, tries_again, uses_code] = [random(), random(), random(), random()];
  const [fate, quantity_of, devices] = [random(), random(), random()];
  const { customer_id, country } = who;
  await ask(createCustomer, who);
  const coupon_code = codeOn(day, uses_code);
  const quantity = item === 'team' ? 1 + Math.floor(quantity_of * 4) : 1;
  const { checkout_session_id } = await ask(createCheckout, {
    product_id: shelf[item],
    quantity,
    customer_id,
    ...(coupon_code && { coupon_code }),
  });
  if (leaves < 0.24) return {};
  if (is_refused < 0.08) {
    const number = is_refused < 0.04 ? DECLINED : NO_MONEY;
    await refused(ask(completeCheckout, { checkout_session_id, payment_method: card(number) }));
    if (tries_again < 0.4) return {};
  }
  const is_plan = item === 'starter' || item === 'pro' || item === 'team';
  const odd = fate < 0.008 ? DISPUTED : fate < 0.012 ? DISPUTED_IN_VAIN : undefined;
  const payment_method = odd && !is_plan ? card(odd) : cardOf(country);
  const paid = await ask(completeCheckout, { checkout_session_id, payment_method });
  if (is_plan && paid.subscription_id !== null) {
    const { subscription_id } = paid;
    if (fate < 0.1) {
      await ask(updatePaymentMethod, { customer_id, payment_method: card(DECLINES_LATER) });
    }
    return { subscriber: { subscription_id, customer_id, country, plan: item, since: day } };
  }
  if (item === 'photo') await install(ask, customer_id, devices);
  if (fate < 0.955 || paid.transaction_id === null) return {};
  const amount = fate > 0.985 ? 20 : undefined;
  const on = day + 1 + Math.floor(fate * 10);
  return { refund: { on, transaction_id: paid.transaction_id, amount } };
}

/** A code that is valid on this day, for those who look for one. */
function codeOn(day: number, uses_code: number): string | undefined {
  if (day < 45 && uses_code < 0.35) return 'LAUNCH20';
  return day >= SUMMER.from && day < SUMMER.to && uses_code < 0.3 ? 'SUMMER15' : undefined;
}

async function install(ask: Ask, customer_id: string, chance: number): Promise<void> {
  const { data } = await ask(listLicenses, { customer_id });
  const devices = chance < 0.15 ? [] : chance < 0.75 ? ['Laptop'] : ['Laptop', 'Desktop'];
  for (const instance_name of devices) {
    const [license] = data;
    if (license) await ask(activateLicense, { license_key: license.license_key, instance_name });
  }
}

async function takeBack(ask: Ask, year: Year, day: number): Promise<void> {
  const due = year.refunds.filter(({ on }) => on <= day);
  year.refunds = year.refunds.filter(({ on }) => on > day);
  for (const { transaction_id, amount } of due) {
    const input = { transaction_id, ...(amount !== undefined && { amount }) };
    await refused(ask(refundTransaction, { ...input, reason: 'Did not suit them' }));
  }
}

/** What a subscriber does on a day: mostly nothing. */
async function liveOn(ask: Ask, year: Year, one: Subscriber, day: number): Promise<void> {
  const { random, shelf } = year;
  const { subscription_id, customer_id } = one;
  const chance = random();
  const gone = () => {
    year.subscribers = year.subscribers.filter((other) => other !== one);
  };
  if (one.resume_on !== undefined) {
    if (day < one.resume_on) return;
    delete one.resume_on;
    await refused(ask(resumeSubscription, { subscription_id }));
    return;
  }
  if (one.new_card_on === undefined && day === one.since + 34) {
    // By then the first renewal was tried; whoever has a good card loses nothing by a new one.
    one.new_card_on = chance < 0.55 ? day : Number.POSITIVE_INFINITY;
    if (chance < 0.55) {
      const payment_method = cardOf(one.country);
      await refused(ask(updatePaymentMethod, { customer_id, payment_method }));
    }
    return;
  }
  if (day - one.since < 6) return;
  if (chance < 0.0013) {
    gone();
    const reason = REASONS[Math.floor(chance * 1e6) % REASONS.length] ?? 'other';
    await refused(ask(cancelSubscription, { subscription_id, cancel_at_period_end: true, reason }));
  } else if (chance < 0.0026 && one.plan !== 'team') {
    one.plan = one.plan === 'starter' ? 'pro' : 'team';
    await refused(ask(upgradeSubscription, { subscription_id, new_plan_id: shelf[one.plan] }));
  } else if (chance < 0.0031 && one.plan !== 'starter') {
    one.plan = one.plan === 'team' ? 'pro' : 'starter';
    const plan_id = shelf[one.plan];
    await refused(ask(updateSubscription, { subscription_id, plan_id, effective: 'period_end' }));
  } else if (chance < 0.0035) {
    one.resume_on = day + 20 + (Math.floor(chance * 1e6) % 40);
    await refused(ask(pauseSubscription, { subscription_id }));
  }
}

/** In a shop things are refused: a card without money, a change of what has just ended. */
async function refused(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
