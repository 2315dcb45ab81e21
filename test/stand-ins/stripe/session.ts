// A Checkout Session as an object: how it is made and how it ends unpaid.
import type Stripe from 'stripe';
import { emit } from './events.ts';
import { cancelIntent, methodsFor } from './intent.ts';
import { cancelSetup } from './setup-intents.ts';
import { type Context, idOf, newId, nowSeconds } from './world.ts';

export function makeSession(
  { world, data }: Context,
  params: Stripe.Checkout.SessionCreateParams,
  { expires_at, total }: { expires_at: number; total: { amount: number; currency: string } | null },
): Stripe.Checkout.Session {
  const { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded } = params;
  const mode = params.mode === 'setup' ? 'setup' : 'payment';
  const id = newId(`cs_${data.livemode ? 'live' : 'test'}`, 58);
  const paid_in = total?.currency ?? params.currency ?? null;
  const nothing_due = total === null || total.amount === 0;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: allowed ?? null,
    amount_subtotal: total?.amount ?? null,
    amount_total: total?.amount ?? null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: nowSeconds(world),
    currency: mode === 'setup' && data.seller.keeps_setup_currency ? null : paid_in,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation:
      params.customer === undefined ? (params.customer_creation ?? 'if_required') : null,
    customer_details: detailsOf(
      data.customers.get(params.customer ?? '')?.email ?? params.customer_email,
    ),
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: data.livemode,
    locale: params.locale ?? null,
    managed_payments: { enabled: params.managed_payments?.enabled ?? data.seller.managed_payments },
    metadata: (params.metadata || {}) as Stripe.Metadata,
    mode,
    origin_context: null,
    payment_intent: null, // Made when the buyer pays, not before.
    payment_link: null,
    payment_method_collection: mode === 'setup' ? null : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: methodsFor({ allowed, excluded }, paid_in),
    payment_status: nothing_due ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details:
      total === null ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.origin}/c/pay/${id}`,
    wallet_options: null,
  };
}

const detailsOf = (
  email: string | null | undefined,
): Stripe.Checkout.Session.CustomerDetails | null =>
  email == null
    ? null
    : {
        address: null,
        business_name: null,
        email,
        individual_name: null,
        name: null,
        phone: null,
        tax_exempt: 'none',
        tax_ids: null,
      };

/** Nothing happens to a session that is complete or expired already. */
export function expireOpen(context: Context, session: Stripe.Checkout.Session): void {
  if (session.status !== 'open') return;
  const { data } = context;
  session.status = 'expired';
  session.url = null;
  const intent = data.payment_intents.get(idOf(session.payment_intent) ?? '');
  if (intent && intent.status !== 'canceled') cancelIntent(context, intent, 'expired');
  const setup = data.setup_intents.get(idOf(session.setup_intent) ?? '');
  if (setup && setup.status !== 'canceled') cancelSetup(context, setup);
  emit(context, 'checkout.session.expired', session);
}
