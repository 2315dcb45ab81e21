// Taking the money of a PaymentIntent: by card at once, by bank debit days later.
import type Stripe from 'stripe';
import { AUTHENTICATION_REQUIRED, type Decline, EXPIRED, type TestMethod } from './cards.ts';
import { bookSoon, makeCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { emit } from './events.ts';
import { debitInstead } from './ideal.ts';
import { depositsToVerify, wantsDeposits } from './micro-deposits.ts';
import { attach, behind, cardError } from './payment-methods.ts';
import { invalid } from './refusals.ts';
import { byItself, type Context, idOf, must, nowMs, runAfterwards } from './world.ts';

const DEBIT_TAKES_MS = 5 * 86_400_000;

export interface Attempt {
  off_session: boolean;
  authenticated: boolean;
  /** Where the buyer goes after 3-D Secure; without it, only Stripe's own script could go on. */
  return_url: string | null;
  /** Before anything is booked: the payment page makes a customer only for a payment that goes well. */
  beforeSuccess?: () => void;
}

/** Leaves the intent succeeded, processing or requiring action; throws a decline, which it also keeps. */
export function charge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  attempt: Attempt,
): void {
  const card = behind(context, method);
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  if (wantsDeposits(context, method, attempt)) {
    attempt.beforeSuccess?.();
    intent.status = 'requires_action';
    intent.next_action = depositsToVerify(context);
    emit(context, 'payment_intent.requires_action', intent);
    return;
  }
  if (card.debit !== null) {
    startDebit(context, intent, method, attempt);
    return;
  }
  const decline = whyDeclined(context, card, attempt);
  if (decline !== undefined) throw fail(context, intent, method, decline, attempt.authenticated);
  if (needsAuthentication(card, attempt)) {
    requireAction(context, intent, attempt);
    return;
  }
  attempt.beforeSuccess?.();
  const { authenticated } = attempt;
  const saved_for = intent.setup_future_usage === null ? null : idOf(intent.customer);
  const debit = debitInstead(context, method, saved_for);
  const ending = { status: 'succeeded' as const, authenticated, debit };
  const made = makeCharge(context, intent, method, ending);
  finish(context, intent, made);
  keepMethod(context, intent, method);
  if (card.habit?.disputed) {
    const reason = card.habit.disputed;
    context.afterwards.push(() => openDispute(context, made, { reason }));
  }
}

function whyDeclined(
  { world }: Context,
  { habit, exp, is_set_up }: TestMethod,
  { off_session, authenticated }: Attempt,
): Decline | undefined {
  const end_of_month = Date.UTC(exp.year, exp.month, 1);
  if (end_of_month <= nowMs(world)) return EXPIRED;
  const declines = habit?.declines ?? habit?.declines_charges;
  if (declines !== undefined) return declines;
  if (authenticated) return habit?.declines_once_authenticated;
  const asks = habit?.authentication === 'always' || (habit?.authentication && !is_set_up);
  const is_fine = habit?.authentication === 'on_session';
  return off_session && asks && !is_fine ? AUTHENTICATION_REQUIRED : undefined;
}

function needsAuthentication({ habit, is_set_up }: TestMethod, attempt: Attempt): boolean {
  if (habit?.authentication === undefined || attempt.authenticated) return false;
  if (habit.authentication === 'always') return true;
  if (attempt.off_session) return false;
  return habit.authentication === 'on_session' || !is_set_up;
}

function requireAction(
  context: Context,
  intent: Stripe.PaymentIntent,
  { return_url }: Attempt,
): void {
  const url = `${context.world.origin}/3d-secure/${intent.id}`;
  intent.status = 'requires_action';
  intent.next_action =
    return_url === null
      ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
      : { type: 'redirect_to_url', redirect_to_url: { return_url, url } };
  emit(context, 'payment_intent.requires_action', intent);
}

/** Kept as a failed charge; the intent waits for another method. */
function fail(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  authenticated: boolean,
): Error {
  const made = makeCharge(context, intent, method, { status: 'failed', decline, authenticated });
  emit(context, 'charge.failed', made);
  const error = { charge: made.id, ...decline, payment_method: structuredClone(method) };
  reject(context, intent, {
    type: 'card_error',
    ...error,
  } as Stripe.PaymentIntent.LastPaymentError);
  if (method.customer === null) behind(context, method).is_spent = true;
  return cardError(decline, { ...error, payment_intent: structuredClone(intent) });
}

/** Why nothing is charged in this account: the bank is never asked. */
export function refuseForAccount(
  context: Context,
  intent: Stripe.PaymentIntent,
): Error | undefined {
  const { data } = context;
  const { refuses } = data.seller;
  if (!refuses) return undefined;
  const { message, code, leaves_intent = false } = refuses;
  const named = code === undefined ? {} : { code };
  if (!leaves_intent) {
    if (intent.last_payment_error === null) data.payment_intents.delete(intent.id);
    return invalid(message, named);
  }
  const error = { type: 'invalid_request_error', message, ...named };
  reject(context, intent, error as Stripe.PaymentIntent.LastPaymentError);
  return invalid(message, { ...named, payment_intent: structuredClone(intent) });
}

/** Back to waiting for a payment method. */
function reject(
  context: Context,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): void {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = error;
  emit(context, 'payment_intent.payment_failed', intent);
}

/** The buyer, or the bank, said no to 3-D Secure. */
export function failAuthentication(context: Context, intent: Stripe.PaymentIntent): void {
  const method = must(
    context.data.payment_methods.get(idOf(intent.payment_method) ?? ''),
    'method',
  );
  reject(context, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: structuredClone(method),
  });
}

function finish(context: Context, intent: Stripe.PaymentIntent, made: Stripe.Charge): void {
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.processing = null;
  emit(context, 'charge.succeeded', made);
  emit(context, 'payment_intent.succeeded', intent);
  bookSoon(context, made);
  const { forgets_methods: forgets } = context.data.seller;
  if (forgets) intent.payment_method = null;
  if (forgets === 'everywhere') Object.assign(made, NO_METHOD);
}

const NO_METHOD = { payment_method: null, payment_method_details: null };

/** Saved for later if that was agreed; used up if nobody owns it. */
function keepMethod(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): void {
  const customer = idOf(intent.customer);
  const saves = intent.setup_future_usage !== null;
  const works_once = method.type === 'ideal';
  if (saves && customer !== null && !works_once) attach(context, method, customer);
  if (intent.setup_future_usage === 'off_session') behind(context, method).is_set_up = true;
  if (method.customer === null && !saves) behind(context, method).is_spent = true;
}

function startDebit(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { beforeSuccess }: Attempt,
): void {
  const { world, data } = context;
  beforeSuccess?.();
  const made = makeCharge(context, intent, method, { status: 'pending', authenticated: false });
  intent.status = 'processing';
  emit(context, 'charge.pending', made);
  emit(context, 'payment_intent.processing', intent);
  keepMethod(context, intent, method);
  const ends = behind(context, method).debit?.ends ?? 'succeeded';
  const run = (later: Context) => settleDebit(later, intent, ends);
  data.due.push({ at: nowMs(world) + DEBIT_TAKES_MS, run });
}

const DEBIT_FAILED: Decline = {
  code: 'payment_intent_payment_attempt_failed',
  decline_code: 'insufficient_funds',
  message: 'The payment attempt failed: the bank account has insufficient funds.',
};

/** How the bank decided in the end. Nothing happens to a debit that is decided already. */
export function settleDebit(
  context: Context,
  intent: Stripe.PaymentIntent,
  ends: 'succeeded' | 'failed' | 'disputed',
): void {
  if (intent.status !== 'processing') return;
  const made = must(context.data.charges.get(idOf(intent.latest_charge) ?? ''), 'the debit');
  const session = [...context.data.sessions.values()].find(
    ({ payment_intent }) => payment_intent === intent.id,
  );
  if (ends === 'failed') {
    const method = must(context.data.payment_methods.get(made.payment_method ?? ''), 'the account');
    Object.assign(made, {
      status: 'failed',
      failure_code: DEBIT_FAILED.decline_code,
      failure_message: DEBIT_FAILED.message,
    });
    emit(context, 'charge.failed', made);
    reject(context, intent, {
      type: 'card_error',
      ...DEBIT_FAILED,
      charge: made.id,
      payment_method: structuredClone(method),
    } as Stripe.PaymentIntent.LastPaymentError);
    if (session) emit(context, 'checkout.session.async_payment_failed', session);
    return;
  }
  Object.assign(made, {
    status: 'succeeded',
    paid: true,
    captured: true,
    amount_captured: made.amount,
    receipt_url: `${context.world.origin}/receipts/${made.id}`,
  });
  finish(context, intent, made);
  if (session) {
    session.payment_status = 'paid';
    emit(context, 'checkout.session.async_payment_succeeded', session);
  }
  if (ends === 'disputed') {
    context.afterwards.push(() => openDispute(context, made, { reason: 'fraudulent' }));
  }
}

/** What is due by the clock, in that order: debits, refunds and sessions that end by themselves. */
export function runDue({ world }: Pick<Context, 'world'>): void {
  const now = nowMs(world);
  for (const data of world.data.values()) {
    const due = data.due.filter(({ at }) => at <= now);
    if (due.length === 0) continue;
    data.due = data.due.filter(({ at }) => at > now);
    for (const { run } of due.toSorted((a, b) => a.at - b.at)) {
      const later = byItself(world, data);
      run(later);
      runAfterwards(later);
    }
  }
}
