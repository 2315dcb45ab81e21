// What happens at Stripe without Kassa: the seller in the dashboard, banks, card networks, buyers.

import type Stripe from 'stripe';
import { habitOf } from './cards.ts';
import { bookNow } from './charges.ts';
import { settleDebit } from './charging.ts';
import { authenticate, type Paid, pay } from './checkout-paying.ts';
import { closeDispute, escalateDispute, openDispute } from './disputes.ts';
import { emit } from './events.ts';
import type { Given } from './given.ts';
import { detach } from './payment-methods.ts';
import { failRefund, makeRefund, succeedRefund } from './refunds.ts';
import { verifyDeposits as verify } from './verify-deposits.ts';
import {
  type AccountData,
  byItself,
  type Context,
  idOf,
  must,
  newId,
  nowSeconds,
  runAfterwards,
  type World,
} from './world.ts';

/** Everything that the stand-in keeps by id. */
const KEPT = [
  'customers',
  'confirmation_tokens',
  'payment_methods',
  'payment_intents',
  'setup_intents',
  'charges',
  'refunds',
  'disputes',
  'balance_transactions',
  'sessions',
  'events',
] as const satisfies (keyof AccountData)[];

/** For the account and mode that an object belongs to. */
function contextOf(world: World, id: string): Context {
  const data = [...world.data.values()].find((each) => KEPT.some((name) => each[name].has(id)));
  return byItself(world, must(data, id));
}

export function objectOf(world: World, { id }: { id: string }): object {
  const { data } = contextOf(world, id);
  const kept = must(
    KEPT.find((name) => data[name].has(id)),
    id,
  );
  return must<object>(data[kept].get(id), id);
}

/** Does it, and then what follows a moment later. */
function doing<T>(world: World, id: string, act: (context: Context) => T): T {
  const context = contextOf(world, id);
  const done = act(context);
  runAfterwards(context);
  return structuredClone(done);
}

export interface Paying {
  session: string;
  /** A test card; 4242 4242 4242 4242 if nothing is said. */
  number?: string;
  iban?: string;
  ideal?: boolean;
  /** The number of an account in the United States, which has to be verified (verifyDeposits). */
  us_account?: string;
  exp?: { month: number; year: number };
  email?: string;
  name?: string;
  country?: string;
  /** What the buyer does when 3-D Secure is asked for; left alone if nothing is said. */
  authenticate?: 'approve' | 'fail';
}

/** The buyer pays, as on the page but without a browser. */
export function payAsBuyer(world: World, paying: Paying): Paid {
  const { session: id, number = '4242424242424242' } = paying;
  const { exp = { month: 12, year: 2034 }, email = 'buyer@example.com' } = paying;
  return doing(world, id, (context) => {
    const session = must(context.data.sessions.get(id), id);
    const given = byBank(paying) ?? { kind: 'card' as const, number, exp };
    const billing = { email, name: paying.name ?? 'Ada Buyer', country: paying.country ?? 'US' };
    const paid = pay(context, session, given, billing);
    if (paid.kind !== 'authenticate' || paying.authenticate === undefined) return paid;
    const asked = must(idOf(session.payment_intent) ?? idOf(session.setup_intent), 'the intent');
    return authenticate(context, asked, paying.authenticate === 'approve');
  });
}

function byBank({ iban, ideal, us_account: account }: Paying): Given | undefined {
  if (iban !== undefined) return { kind: 'sepa_debit', iban };
  if (account !== undefined) return { kind: 'us_bank_account', account };
  return ideal ? { kind: 'ideal' } : undefined;
}

/** Days after a buyer has typed the numbers of an account. */
export const verifyDeposits = (
  world: World,
  { intent, ends }: { intent: string; ends: 'succeeded' | 'failed' },
): void => doing(world, intent, (context) => verify(context, intent, ends));

export const authenticateAsBuyer = (
  world: World,
  { intent, approve }: { intent: string; approve: boolean },
): Paid => doing(world, intent, (context) => authenticate(context, intent, approve));

/** The bank decides about a debit now, not in five days. */
export const settle = (
  world: World,
  { payment_intent, ends }: { payment_intent: string; ends: 'succeeded' | 'failed' | 'disputed' },
): Stripe.PaymentIntent =>
  doing(world, payment_intent, (context) => {
    const intent = must(context.data.payment_intents.get(payment_intent), payment_intent);
    settleDebit(context, intent, ends);
    return intent;
  });

/** What an open page asks for is not what was ordered any more; Stripe itself never does this. */
export function changeTotal(
  world: World,
  { session: id, amount }: { session: string; amount: number },
): void {
  const { data } = contextOf(world, id);
  must(data.sessions.get(id), id).amount_total = amount;
}

/** In the dashboard: by no request of the API. */
export const refundInDashboard = (
  world: World,
  params: { payment_intent?: string; charge?: string; amount?: number },
): Stripe.Refund =>
  doing(world, params.payment_intent ?? params.charge ?? '', (context) =>
    makeRefund(context, params),
  );

export const endRefund = (
  world: World,
  { refund: id, ends, reason }: { refund: string; ends: 'succeeded' | 'failed'; reason?: string },
): Stripe.Refund =>
  doing(world, id, (context) => {
    const refund = must(context.data.refunds.get(id), id);
    if (ends === 'succeeded') succeedRefund(context, refund);
    else failRefund(context, refund, reason);
    return refund;
  });

export const dispute = (
  world: World,
  {
    payment_intent,
    reason = 'fraudulent',
    ...more
  }: { payment_intent: string; reason?: string; amount?: number },
): Stripe.Dispute =>
  doing(world, payment_intent, (context) => {
    const intent = must(context.data.payment_intents.get(payment_intent), payment_intent);
    const charge = must(context.data.charges.get(idOf(intent.latest_charge) ?? ''), 'the charge');
    return openDispute(context, charge, { reason, ...more });
  });

export const decideDispute = (
  world: World,
  { dispute: id, outcome }: { dispute: string; outcome: 'won' | 'lost' | 'escalated' },
): Stripe.Dispute =>
  doing(world, id, (context) => {
    const opened = must(context.data.disputes.get(id), id);
    if (outcome === 'escalated') escalateDispute(context, opened);
    else closeDispute(context, opened, outcome);
    return opened;
  });

/** The card network has given the buyer a new card, and tells Stripe. */
export const updateCard = (
  world: World,
  change: { payment_method: string; exp_month?: number; exp_year?: number; last4?: string },
): Stripe.PaymentMethod =>
  doing(world, change.payment_method, (context) => {
    const method = must(context.data.payment_methods.get(change.payment_method), 'the card');
    const card = must(method.card, 'a card');
    const { exp_month = card.exp_month, exp_year = card.exp_year, last4 = card.last4 } = change;
    const before = { exp_month: card.exp_month, exp_year: card.exp_year, last4: card.last4 };
    Object.assign(card, { exp_month, exp_year, last4 });
    must(context.data.methods.get(method.id), method.id).exp = { month: exp_month, year: exp_year };
    emit(context, 'payment_method.automatically_updated', method, { card: before });
    return method;
  });

/** From now on a saved card behaves as the test card with that number. */
export function changeHabit(
  world: World,
  { payment_method, number }: { payment_method: string; number: string },
): void {
  const { data } = contextOf(world, payment_method);
  const method = must(data.methods.get(payment_method), payment_method);
  method.habit = must(habitOf(number), `a card ${number}`);
}

export const detachInDashboard = (
  world: World,
  { payment_method }: { payment_method: string },
): void =>
  doing(world, payment_method, (context) =>
    detach(context, must(context.data.payment_methods.get(payment_method), payment_method)),
  );

/** Takes the customer's cards along. Payments stay. */
export const deleteCustomer = (world: World, { customer }: { customer: string }): void =>
  doing(world, customer, (context) => {
    const { payment_methods, customers } = context.data;
    for (const method of payment_methods.values()) {
      if (idOf(method.customer) === customer) detach(context, method);
    }
    customers.delete(customer);
  });

export const warnOfFraud = (world: World, { charge: id }: { charge: string }): object =>
  doing(world, id, (context) => {
    const charge = must(context.data.charges.get(id), id);
    const warning: Stripe.Radar.EarlyFraudWarning = {
      id: newId('issfr'),
      object: 'radar.early_fraud_warning',
      actionable: true,
      charge: id,
      created: nowSeconds(world),
      fraud_type: 'unauthorized_use_of_card',
      livemode: charge.livemode,
      payment_intent: idOf(charge.payment_intent) ?? '',
    };
    emit(context, 'radar.early_fraud_warning.created', warning);
    return warning;
  });

/** While held, charges have no balance transaction; then all get theirs. */
export function holdBalanceTransactions(world: World, { held }: { held: boolean }): void {
  world.holds_balance_transactions = held;
  if (held) return;
  for (const data of world.data.values()) {
    const context = byItself(world, data);
    for (const charge of data.charges.values()) bookNow(context, charge);
  }
}
