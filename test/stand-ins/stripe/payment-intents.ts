import type Stripe from 'stripe';
import { charge, refuseForAccount } from './charging.ts';
import { checkUsage, takeToken } from './confirmation-tokens.ts';
import { cancelIntent, checkReturn, checkType, keepIntent, makeIntent } from './intent.ts';
import { listOf, searchIn } from './lists.ts';
import { whyNotCharge } from './money.ts';
import {
  boolean,
  choice,
  currency,
  email,
  hash,
  integer,
  list,
  metadata,
  page,
  range,
  required,
  text,
  textOrNothing,
  url,
} from './parameters.ts';
import { checkUsable, takeMethod } from './payment-methods.ts';
import { invalid } from './refusals.ts';
import { find, route } from './route.ts';
import { type Context, idOf } from './world.ts';

/** Only at the confirmation, wherever that is. */
const CONFIRMING = {
  off_session: boolean,
  error_on_requires_action: boolean,
  return_url: url,
  payment_method: text,
  confirmation_token: text,
  use_stripe_sdk: boolean,
} as const;

const NAMES = [
  'off_session',
  'error_on_requires_action',
  'return_url',
  'confirmation_token',
] as const;

/** The method that is named, or that a token makes; the token is used with that. */
function methodIn(
  context: Context,
  params: {
    payment_method?: string;
    confirmation_token?: string;
    setup_future_usage?: string | null;
  },
): { method?: Stripe.PaymentMethod; token?: Stripe.ConfirmationToken } {
  const { payment_method, confirmation_token } = params;
  if (confirmation_token !== undefined) {
    if (payment_method !== undefined) throw bothGiven();
    const taken = takeToken(context, confirmation_token);
    checkUsage(taken.token, params.setup_future_usage);
    return taken;
  }
  if (payment_method === undefined) return {};
  return { method: takeMethod(context, payment_method, 'payment_method') };
}

const bothGiven = () =>
  invalid(
    'You cannot pass both `payment_method` and `confirmation_token`. Please pass only one of them.',
    { param: 'confirmation_token' },
  );

function create(context: Context, params: Stripe.PaymentIntentCreateParams): Stripe.PaymentIntent {
  const refused = whyNotCharge(params.amount, params.currency, 'amount');
  if (refused) throw refused;
  const { confirm = false, customer } = params;
  for (const name of NAMES) {
    if (params[name] === undefined || confirm) continue;
    throw invalid(
      `The parameter \`${name}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
      { param: name },
    );
  }
  if (customer !== undefined) find(context, 'customers', customer, 'customer');
  const { method, token } = methodIn(context, params);
  if (method) checkUsable(context, method, customer ?? null);
  if (confirm && !method) throw withoutMethod();
  const intent = makeIntent(context, params);
  if (confirm) checkReturn(intent, params.return_url ?? token?.return_url ?? undefined);
  if (method) {
    checkType(intent, method);
    intent.payment_method = method.id;
    intent.status = 'requires_confirmation';
  }
  keepIntent(context, intent);
  if (confirm && method) pay(context, intent, method, params, token);
  return intent;
}

function pay(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  params: Stripe.PaymentIntentConfirmParams,
  token?: Stripe.ConfirmationToken,
): void {
  const { off_session = false, error_on_requires_action = false } = params;
  // Where Stripe's script goes on, the buyer is sent nowhere.
  const { use_stripe_sdk = token?.use_stripe_sdk ?? false } = params;
  const return_url = params.return_url ?? token?.return_url ?? null;
  const refusal = refuseForAccount(context, intent);
  if (refusal) throw refusal;
  if (token) token.payment_intent = intent.id;
  charge(context, intent, method, {
    off_session: off_session !== false || error_on_requires_action,
    authenticated: false,
    return_url: use_stripe_sdk && !context.data.seller.asks_elsewhere ? null : return_url,
  });
}

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

function confirm(
  context: Context,
  params: Stripe.PaymentIntentConfirmParams,
  id: string,
): Stripe.PaymentIntent {
  const intent = find(context, 'payment_intents', id);
  if (!CONFIRMABLE.includes(intent.status)) throw wrongState(intent, 'confirm');
  refuseOfCheckout(context, intent, 'confirm');
  const kept = idOf(intent.payment_method) ?? undefined;
  const { method, token } = methodIn(
    context,
    params.confirmation_token === undefined && params.payment_method === undefined
      ? { ...params, ...(kept !== undefined && { payment_method: kept }) }
      : { setup_future_usage: intent.setup_future_usage, ...params },
  );
  if (!method) throw withoutMethod(intent);
  checkUsable(context, method, idOf(intent.customer));
  checkType(intent, method);
  checkReturn(intent, params.return_url ?? token?.return_url ?? undefined);
  const { receipt_email, setup_future_usage } = params;
  if (receipt_email !== undefined) intent.receipt_email = receipt_email || null;
  if (setup_future_usage !== undefined) intent.setup_future_usage = setup_future_usage || null;
  pay(context, intent, method, params, token);
  return intent;
}

const CANCELABLE = [...CONFIRMABLE, 'processing'];

function cancel(
  context: Context,
  { cancellation_reason }: Stripe.PaymentIntentCancelParams,
  id: string,
): Stripe.PaymentIntent {
  const intent = find(context, 'payment_intents', id);
  if (!CANCELABLE.includes(intent.status)) throw wrongState(intent, 'cancel');
  refuseOfCheckout(context, intent, 'cancel');
  cancelIntent(context, intent, cancellation_reason ?? null);
  return intent;
}

const STATES = {
  confirm: 'requires_confirmation, requires_payment_method, requires_action',
  cancel:
    'requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing',
};

function wrongState(intent: Stripe.PaymentIntent, act: 'confirm' | 'cancel') {
  const ed = act === 'confirm' ? 'confirmed' : 'canceled';
  const message =
    act === 'confirm' && intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot ${act} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${ed}: ${STATES[act]}.`;
  return invalid(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: structuredClone(intent),
  });
}

/** The page of Checkout decides about it; whoever wants to end it expires the session. */
function refuseOfCheckout({ data }: Context, intent: Stripe.PaymentIntent, act: string): void {
  for (const { payment_intent, status } of data.sessions.values()) {
    if (payment_intent !== intent.id || status !== 'open') continue;
    throw invalid(
      `You cannot ${act} this PaymentIntent because it was created by a Checkout Session. Expire the Checkout Session instead.`,
      { code: 'payment_intent_unexpected_state', payment_intent: structuredClone(intent) },
    );
  }
}

const withoutMethod = (intent?: Stripe.PaymentIntent) =>
  invalid(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    {
      code: 'payment_intent_unexpected_state',
      ...(intent && { payment_intent: structuredClone(intent) }),
    },
  );

export const paymentIntentRoutes = [
  route<Stripe.PaymentIntentCreateParams>({
    call: 'POST /v1/payment_intents',
    permission: 'rak_payment_intent_write',
    gone: ['payment_method_types'],
    parameters: {
      ...CONFIRMING,
      amount: required(integer),
      currency: required(currency),
      allowed_payment_method_types: list(text),
      excluded_payment_method_types: list(text),
      automatic_payment_methods: hash<Stripe.PaymentIntentCreateParams.AutomaticPaymentMethods>({
        enabled: required(boolean),
        allow_redirects: choice('always', 'never'),
      }),
      confirm: boolean,
      customer: text,
      description: text,
      metadata,
      receipt_email: email,
      setup_future_usage: choice('off_session', 'on_session'),
      statement_descriptor_suffix: { kind: 'text', max: 22 },
    },
    handle: create,
  }),
  route<Stripe.PaymentIntentConfirmParams>({
    call: 'POST /v1/payment_intents/:id/confirm',
    permission: 'rak_payment_intent_write',
    gone: ['payment_method_types'],
    parameters: {
      ...CONFIRMING,
      receipt_email: textOrNothing,
      setup_future_usage: choice('off_session', 'on_session'),
    },
    handle: confirm,
  }),
  route<Stripe.PaymentIntentCancelParams>({
    call: 'POST /v1/payment_intents/:id/cancel',
    permission: 'rak_payment_intent_write',
    parameters: {
      cancellation_reason: choice('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
    },
    handle: cancel,
  }),
  route<Stripe.PaymentIntentSearchParams>({
    call: 'GET /v1/payment_intents/search',
    permission: 'rak_payment_intent_read',
    parameters: { query: required(text), limit: integer, page: text },
    handle: (context, params) =>
      searchIn(
        context,
        context.data.payment_intents.values(),
        '/v1/payment_intents/search',
        params,
      ),
  }),
  route<Stripe.PaymentIntentRetrieveParams>({
    call: 'GET /v1/payment_intents/:id',
    permission: 'rak_payment_intent_read',
    with_publishable_key: 'with_secret',
    parameters: { client_secret: text },
    handle: (context, _params, id) => find(context, 'payment_intents', id),
  }),
  route<Stripe.PaymentIntentListParams>({
    call: 'GET /v1/payment_intents',
    permission: 'rak_payment_intent_read',
    parameters: { ...page, created: range, customer: text },
    handle(context, { customer, ...paging }) {
      // What Stripe does is not documented; the harder of the two for whoever asks.
      if (customer !== undefined) find(context, 'customers', customer, 'customer');
      const all = [...context.data.payment_intents.values()].filter(
        (intent) => customer === undefined || intent.customer === customer,
      );
      return listOf(all, '/v1/payment_intents', paging);
    },
  }),
];
