// Saving a method for later payments without taking money now.
import type Stripe from 'stripe';
import type { Decline } from './cards.ts';
import { checkUsage, takeToken } from './confirmation-tokens.ts';
import { emit } from './events.ts';
import { debitInstead, makeAttempt } from './ideal.ts';
import { methodsFor } from './intent.ts';
import { listOf } from './lists.ts';
import { depositsToVerify, wantsDeposits } from './micro-deposits.ts';
import { boolean, choice, hash, list, metadata, page, range, text, url } from './parameters.ts';
import { attach, behind, cardError, checkUsable, takeMethod } from './payment-methods.ts';
import { invalid } from './refusals.ts';
import { find, route } from './route.ts';
import { type Context, idOf, must, newId, nowSeconds, randomLetters } from './world.ts';

export function makeSetup(
  context: Context,
  params: Stripe.SetupIntentCreateParams & { currency?: string },
): Stripe.SetupIntent {
  const { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded } = params;
  const id = newId('seti');
  const setup: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed ?? null,
    application: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomLetters(25)}`,
    created: nowSeconds(context.world),
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: excluded ?? null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: context.data.livemode,
    managed_payments: context.data.seller.sells_by_itself ? { enabled: true } : null,
    mandate: null,
    metadata: (params.metadata || {}) as Stripe.Metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: methodsFor({ allowed, excluded }, params.currency ?? 'eur'),
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  };
  context.data.setup_intents.set(id, setup);
  emit(context, 'setup_intent.created', setup);
  return setup;
}

export interface Saving {
  authenticated: boolean;
  return_url: string | null;
  beforeSuccess?: () => void;
}

/** Leaves it succeeded or requiring action; throws a decline, which it also keeps. */
export function save(
  context: Context,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  { authenticated, return_url, beforeSuccess }: Saving,
): void {
  const card = behind(context, method);
  setup.payment_method = method.id;
  setup.last_setup_error = null;
  setup.next_action = null;
  if (card.habit?.declines) throw fail(context, setup, method, card.habit.declines);
  if (wantsDeposits(context, method, { authenticated })) {
    beforeSuccess?.();
    setup.status = 'requires_action';
    setup.next_action = depositsToVerify(context);
    emit(context, 'setup_intent.requires_action', setup);
    return;
  }
  if (card.habit?.authentication && !authenticated) {
    const url = `${context.world.origin}/3d-secure/${setup.id}`;
    setup.status = 'requires_action';
    setup.next_action =
      return_url === null
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } }
        : { type: 'redirect_to_url', redirect_to_url: { return_url, url } };
    emit(context, 'setup_intent.requires_action', setup);
    return;
  }
  beforeSuccess?.();
  setup.status = 'succeeded';
  if (card.debit) setup.mandate = newId('mandate');
  if (setup.usage === 'off_session') card.is_set_up = true;
  const customer = idOf(setup.customer);
  const debit = debitInstead(context, method, customer);
  setup.latest_attempt = makeAttempt(context, setup, method, debit).id;
  if (customer !== null && debit === null) attach(context, method, customer);
  emit(context, 'setup_intent.succeeded', setup);
}

function fail(
  context: Context,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Error {
  const error = { ...decline, payment_method: structuredClone(method) };
  rejectSetup(context, setup, {
    type: 'card_error',
    ...error,
  } as Stripe.SetupIntent.LastSetupError);
  return cardError(decline, { ...error, setup_intent: structuredClone(setup) });
}

export function rejectSetup(
  context: Context,
  setup: Stripe.SetupIntent,
  error: Stripe.SetupIntent.LastSetupError,
): void {
  setup.status = 'requires_payment_method';
  setup.payment_method = null;
  setup.next_action = null;
  setup.last_setup_error = error;
  emit(context, 'setup_intent.setup_failed', setup);
}

export function failSetupAuthentication(context: Context, setup: Stripe.SetupIntent): void {
  const method = must(context.data.payment_methods.get(idOf(setup.payment_method) ?? ''), 'method');
  rejectSetup(context, setup, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    doc_url: 'https://stripe.com/docs/error-codes/setup-intent-authentication-failure',
    message:
      'The latest attempt to set up the payment method has failed because authentication failed.',
    payment_method: structuredClone(method),
  });
}

export function cancelSetup(context: Context, setup: Stripe.SetupIntent): void {
  setup.status = 'canceled';
  setup.cancellation_reason = 'abandoned';
  setup.next_action = null;
  emit(context, 'setup_intent.canceled', setup);
}

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

const wrongState = (setup: Stripe.SetupIntent, act: 'confirm' | 'cancel') =>
  invalid(
    `You cannot ${act} this SetupIntent because it has a status of ${setup.status}. Only a SetupIntent with one of the following statuses may be ${act}ed: ${OPEN.join(', ')}.`,
    { code: 'setup_intent_unexpected_state', setup_intent: structuredClone(setup) },
  );

const notConfirmed = () =>
  invalid(
    'The parameter `confirmation_token` cannot be passed when creating a SetupIntent unless `confirm` is set to true.',
    { param: 'confirmation_token' },
  );

interface Confirming {
  payment_method?: string;
  confirmation_token?: string;
  usage?: string;
  return_url?: string;
  use_stripe_sdk?: boolean;
}

function methodIn(
  context: Context,
  { payment_method, confirmation_token, usage }: Confirming,
): { method?: Stripe.PaymentMethod; token?: Stripe.ConfirmationToken } {
  if (confirmation_token !== undefined) {
    const taken = takeToken(context, confirmation_token);
    checkUsage(taken.token, usage ?? 'off_session');
    return taken;
  }
  if (payment_method === undefined) return {};
  return { method: takeMethod(context, payment_method, 'payment_method') };
}

/** Where the buyer comes back to; where Stripe's script goes on, they are sent nowhere. */
function placeIn(
  { data }: Context,
  params: Confirming,
  token?: Stripe.ConfirmationToken,
): string | null {
  const { use_stripe_sdk = token?.use_stripe_sdk ?? false } = params;
  return use_stripe_sdk && !data.seller.asks_elsewhere
    ? null
    : (params.return_url ?? token?.return_url ?? null);
}

export const setupIntentRoutes = [
  route<Stripe.SetupIntentCreateParams>({
    call: 'POST /v1/setup_intents',
    permission: 'rak_setup_intent_write',
    gone: ['payment_method_types'],
    parameters: {
      allowed_payment_method_types: list(text),
      excluded_payment_method_types: list(text),
      automatic_payment_methods: hash<Stripe.SetupIntentCreateParams.AutomaticPaymentMethods>({
        enabled: boolean,
        allow_redirects: choice('always', 'never'),
      }),
      confirm: boolean,
      confirmation_token: text,
      customer: text,
      description: text,
      metadata,
      payment_method: text,
      return_url: url,
      usage: choice('off_session', 'on_session'),
      use_stripe_sdk: boolean,
    },
    handle(context, params) {
      const { confirm = false, customer, confirmation_token } = params;
      if (confirmation_token !== undefined && !confirm) throw notConfirmed();
      if (customer !== undefined) find(context, 'customers', customer, 'customer');
      const { method, token } = methodIn(context, params);
      if (method) checkUsable(context, method, customer ?? null);
      if (confirm && !method) {
        throw invalid(
          "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
          { code: 'setup_intent_unexpected_state' },
        );
      }
      const setup = makeSetup(context, params);
      if (!method) return setup;
      setup.payment_method = method.id;
      setup.status = 'requires_confirmation';
      if (token) token.setup_intent = setup.id;
      const return_url = placeIn(context, params, token);
      if (confirm) save(context, setup, method, { authenticated: false, return_url });
      return setup;
    },
  }),
  route<Stripe.SetupIntentConfirmParams>({
    call: 'POST /v1/setup_intents/:id/confirm',
    permission: 'rak_setup_intent_write',
    parameters: {
      confirmation_token: text,
      payment_method: text,
      return_url: url,
      use_stripe_sdk: boolean,
    },
    handle(context, params, id) {
      const setup = find(context, 'setup_intents', id);
      if (!OPEN.includes(setup.status)) throw wrongState(setup, 'confirm');
      const { method, token } = methodIn(context, { ...params, usage: setup.usage });
      if (!method) throw wrongState(setup, 'confirm');
      checkUsable(context, method, idOf(setup.customer));
      if (token) token.setup_intent = setup.id;
      const return_url = placeIn(context, params, token);
      save(context, setup, method, { authenticated: false, return_url });
      return setup;
    },
  }),
  route<Stripe.SetupIntentCancelParams>({
    call: 'POST /v1/setup_intents/:id/cancel',
    permission: 'rak_setup_intent_write',
    parameters: { cancellation_reason: choice('abandoned', 'duplicate', 'requested_by_customer') },
    handle(context, _params, id) {
      const setup = find(context, 'setup_intents', id);
      if (!OPEN.includes(setup.status)) throw wrongState(setup, 'cancel');
      cancelSetup(context, setup);
      return setup;
    },
  }),
  route<Stripe.SetupIntentRetrieveParams>({
    call: 'GET /v1/setup_intents/:id',
    permission: 'rak_setup_intent_read',
    with_publishable_key: 'with_secret',
    parameters: { client_secret: text },
    handle: (context, _params, id) => find(context, 'setup_intents', id),
  }),
  route<Stripe.SetupIntentListParams>({
    call: 'GET /v1/setup_intents',
    permission: 'rak_setup_intent_read',
    parameters: { ...page, created: range, customer: text, payment_method: text },
    handle({ data }, { customer, payment_method, ...paging }) {
      const all = [...data.setup_intents.values()].filter(
        (setup) =>
          (customer === undefined || setup.customer === customer) &&
          (payment_method === undefined || setup.payment_method === payment_method),
      );
      return listOf(all, '/v1/setup_intents', paging);
    },
  }),
];
