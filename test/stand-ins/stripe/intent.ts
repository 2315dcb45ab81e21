// A PaymentIntent as an object: how it is made, what it allows, how it is canceled.
import type Stripe from 'stripe';
import { emit } from './events.ts';
import { invalid } from './refusals.ts';
import { type Context, newId, nowSeconds, randomLetters } from './world.ts';

/** What the seller has switched on. Those that lead the buyer away need a `return_url`. */
const METHODS = ['card', 'link', 'sepa_debit', 'ideal', 'us_bank_account'];
const LEADING_AWAY = ['ideal'];

/** In euros alone. */
const EUROPEAN = ['sepa_debit', 'ideal'];

/** In dollars alone. */
const AMERICAN = ['us_bank_account'];

/** Of the methods that are switched on, those for this currency and these wishes. */
export function methodsFor(
  wishes: { allowed?: string[] | undefined; excluded?: string[] | undefined },
  currency: string | null,
): string[] {
  return METHODS.filter(
    (method) =>
      (wishes.allowed?.includes(method) ?? true) &&
      !wishes.excluded?.includes(method) &&
      (currency === 'eur' || !EUROPEAN.includes(method)) &&
      (currency === 'usd' || !AMERICAN.includes(method)),
  );
}

/** Not kept yet. */
export function makeIntent(
  context: Context,
  params: Stripe.PaymentIntentCreateParams,
): Stripe.PaymentIntent {
  const { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded } = params;
  const id = newId('pi');
  const { enabled = true, allow_redirects = 'always' } = params.automatic_payment_methods ?? {};
  const types = methodsFor({ allowed, excluded }, params.currency);
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects, enabled },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomLetters(25)}`,
    confirmation_method: 'automatic',
    created: nowSeconds(context.world),
    currency: params.currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: excluded ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: context.data.livemode,
    managed_payments: context.data.seller.sells_by_itself ? { enabled: true } : null,
    metadata: (params.metadata || {}) as Stripe.Metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: types.filter(
      (type) => allow_redirects === 'always' || !LEADING_AWAY.includes(type),
    ),
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  return intent;
}

export function keepIntent(context: Context, intent: Stripe.PaymentIntent): void {
  context.data.payment_intents.set(intent.id, intent);
  emit(context, 'payment_intent.created', intent);
}

export function cancelIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): void {
  intent.status = 'canceled';
  intent.canceled_at = nowSeconds(context.world);
  intent.cancellation_reason = reason;
  intent.next_action = null;
  emit(context, 'payment_intent.canceled', intent);
}

export function checkType(intent: Stripe.PaymentIntent, { type }: Stripe.PaymentMethod): void {
  if (intent.payment_method_types.includes(type)) return;
  throw invalid(
    `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}. Alternatively update the allowed payment_method_types for this PaymentIntent to include "${type}".`,
    { code: 'payment_intent_invalid_parameter', param: 'payment_method' },
  );
}

/** Whoever allows methods that lead the buyer away must say where they come back to. */
export function checkReturn(intent: Stripe.PaymentIntent, return_url: string | undefined): void {
  const leads_away = intent.payment_method_types.some((type) => LEADING_AWAY.includes(type));
  const all_allowed =
    intent.allowed_payment_method_types === null &&
    intent.automatic_payment_methods?.allow_redirects !== 'never';
  if (return_url !== undefined || !(leads_away || all_allowed)) return;
  throw invalid(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
  );
}
