// What the buyer does on the payment page, and on the page of 3-D Secure after it.

import type Stripe from 'stripe';
import { INCORRECT_NUMBER } from './cards.ts';
import { charge, failAuthentication } from './charging.ts';
import { makeCustomer } from './customers.ts';
import { emit } from './events.ts';
import type { Billing, Given } from './given.ts';
import { keepIntent, makeIntent } from './intent.ts';
import { makeMethod } from './payment-methods.ts';
import { invalid, Refusal } from './refusals.ts';
import { failSetupAuthentication, makeSetup, save } from './setup-intents.ts';
import { type Context, idOf, must } from './world.ts';

type Session = Stripe.Checkout.Session;

export type Paid =
  | { kind: 'done' | 'authenticate'; url: string }
  | { kind: 'declined'; message: string }
  | { kind: 'closed'; status: 'complete' | 'expired' };

/** The buyer presses "Pay" or "Save". */
export function pay(
  context: Context,
  session: Session,
  given: Given | null,
  billing: Billing,
): Paid {
  if (session.status !== 'open') return closed(session);
  if (session.mode === 'payment' && session.amount_total === 0) {
    return complete(context, session, billing, 'no_payment_required');
  }
  const method = given === null ? undefined : makeMethod(context, given, billing);
  if (method === undefined) {
    const message =
      given?.kind === 'sepa_debit' ? 'Your IBAN is invalid.' : INCORRECT_NUMBER.message;
    return { kind: 'declined', message };
  }
  return attempt(context, session, method, billing, false);
}

function attempt(
  context: Context,
  session: Session,
  method: Stripe.PaymentMethod,
  billing: Billing,
  authenticated: boolean,
): Paid {
  const return_url = `${context.world.origin}/c/pay/${session.id}`;
  const beforeSuccess = () => giveCustomer(context, session, billing);
  const options = { authenticated, return_url, beforeSuccess };
  try {
    if (session.mode === 'setup') {
      const setup = setupOf(context, session);
      save(context, setup, method, options);
      return next(context, session, billing, setup, 'no_payment_required');
    }
    const intent = intentOf(context, session);
    charge(context, intent, method, { off_session: false, ...options });
    return next(
      context,
      session,
      billing,
      intent,
      intent.status === 'succeeded' ? 'paid' : 'unpaid',
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'declined', message: error.message };
  }
}

function next(
  context: Context,
  session: Session,
  billing: Billing,
  { status, next_action }: Stripe.PaymentIntent | Stripe.SetupIntent,
  payment_status: Session['payment_status'],
): Paid {
  const is_here = next_action?.redirect_to_url !== undefined;
  if (status !== 'requires_action' || !is_here)
    return complete(context, session, billing, payment_status);
  return { kind: 'authenticate', url: next_action?.redirect_to_url?.url ?? '' };
}

function complete(
  context: Context,
  session: Session,
  billing: Billing,
  payment_status: Session['payment_status'],
): Paid {
  session.status = 'complete';
  session.payment_status = payment_status;
  session.url = null;
  session.customer_details = {
    address: {
      city: null,
      country: billing.country ?? null,
      line1: null,
      line2: null,
      postal_code: null,
      state: null,
    },
    business_name: null,
    email: session.customer_details?.email ?? billing.email ?? null,
    individual_name: billing.name ?? null,
    name: billing.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  emit(context, 'checkout.session.completed', session);
  return { kind: 'done', url: successUrl(session) };
}

const successUrl = ({ success_url, id }: Session): string =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id);

const closed = ({ status }: Session): Paid => ({
  kind: 'closed',
  status: status === 'expired' ? 'expired' : 'complete',
});

/** Only when it goes well: somebody who gives up leaves no customer behind. */
function giveCustomer(context: Context, session: Session, { name, email }: Billing): void {
  const plan = must(context.data.session_plans.get(session.id), 'the plan');
  const wanted =
    plan.customer_creation === 'always' ||
    (session.mode === 'payment' && plan.payment_intent_data.setup_future_usage !== undefined);
  if (session.customer === null && wanted) {
    const given = email ?? session.customer_email;
    const customer = makeCustomer(context, {
      ...(name && { name }),
      ...(given && { email: given }),
    });
    session.customer = customer.id;
  }
  const intent = context.data.payment_intents.get(idOf(session.payment_intent) ?? '');
  if (intent) intent.customer = session.customer;
  const setup = context.data.setup_intents.get(idOf(session.setup_intent) ?? '');
  if (setup) setup.customer = session.customer;
}

function intentOf(context: Context, session: Session): Stripe.PaymentIntent {
  const known = context.data.payment_intents.get(idOf(session.payment_intent) ?? '');
  if (known !== undefined) return known;
  const { payment_intent_data } = must(context.data.session_plans.get(session.id), 'the plan');
  const intent = makeIntent(context, {
    amount: must(session.amount_total, 'the total'),
    currency: must(session.currency, 'the currency'),
    ...(session.customer !== null && { customer: idOf(session.customer) ?? '' }),
    ...payment_intent_data,
  } as Stripe.PaymentIntentCreateParams);
  intent.payment_method_types = session.payment_method_types;
  session.payment_intent = intent.id;
  keepIntent(context, intent);
  return intent;
}

function setupOf(context: Context, session: Session): Stripe.SetupIntent {
  const known = context.data.setup_intents.get(idOf(session.setup_intent) ?? '');
  if (known !== undefined) return known;
  const { setup_intent_data } = must(context.data.session_plans.get(session.id), 'the plan');
  const setup = makeSetup(context, {
    ...(session.customer !== null && { customer: idOf(session.customer) ?? '' }),
    ...setup_intent_data,
  });
  session.setup_intent = setup.id;
  return setup;
}

/** The buyer comes back from their bank. */
export function authenticate(context: Context, id: string, approved: boolean): Paid {
  const { data } = context;
  const intent = data.payment_intents.get(id);
  const setup = data.setup_intents.get(id);
  const asked = must(intent ?? setup, id);
  const session = [...data.sessions.values()].find(
    ({ payment_intent, setup_intent }) => payment_intent === id || setup_intent === id,
  );
  if (asked.status !== 'requires_action') {
    if (session) return closed(session);
    throw invalid('Nothing is to be confirmed here.');
  }
  const return_url = asked.next_action?.redirect_to_url?.return_url ?? '';
  const method = must(data.payment_methods.get(idOf(asked.payment_method) ?? ''), 'the card');
  if (!approved) {
    if (intent) failAuthentication(context, intent);
    if (setup) failSetupAuthentication(context, setup);
    const message =
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
    return session
      ? { kind: 'declined', message }
      : { kind: 'done', url: withResult(return_url, asked, 'failed') };
  }
  if (session) return attempt(context, session, method, method.billing_details, true);
  try {
    const options = { authenticated: true, return_url };
    if (intent) charge(context, intent, method, { off_session: false, ...options });
    if (setup) save(context, setup, method, options);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'done', url: withResult(return_url, asked, 'failed') };
  }
  return { kind: 'done', url: withResult(return_url, asked, 'succeeded') };
}

/** Whom Stripe's script has asked was sent nowhere. */
function withResult(
  return_url: string,
  { object, id, client_secret }: Stripe.PaymentIntent | Stripe.SetupIntent,
  redirect_status: 'succeeded' | 'failed',
): string {
  if (return_url === '') return '';
  const url = new URL(return_url);
  url.searchParams.set(object, id);
  url.searchParams.set(`${object}_client_secret`, client_secret ?? '');
  url.searchParams.set('redirect_status', redirect_status);
  return url.href;
}
