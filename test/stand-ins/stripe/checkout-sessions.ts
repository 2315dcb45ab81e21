// Checkout Sessions: what is to be paid or saved on Stripe's own page, and for how long.
import type Stripe from 'stripe';
import { lineItemOf, totalOf } from './line-items.ts';
import { listOf } from './lists.ts';
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
  url,
} from './parameters.ts';
import { invalid } from './refusals.ts';
import { find, route } from './route.ts';
import { expireOpen, makeSession } from './session.ts';
import { type Context, must, nowSeconds } from './world.ts';

const DAY_SECONDS = 86_400;
/** The languages of Stripe's page. */
const LOCALES = [
  ...['auto', 'bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr'],
  ...['fr-CA', 'hi-IN', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl'],
  ...['pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW'],
];
const SHORTEST_SECONDS = 30 * 60;

type Params = Stripe.Checkout.SessionCreateParams;

function create(context: Context, params: Params): Stripe.Checkout.Session {
  const { mode, customer, success_url } = params;
  if (mode === undefined) throw parameterMissing('mode');
  if (success_url === undefined) throw parameterMissing('success_url');
  checkAccount(context);
  checkManaged(context, params);
  checkTogether(params);
  if (customer !== undefined) find(context, 'customers', customer, 'customer');
  const now = nowSeconds(context.world);
  const expires_at = params.expires_at ?? now + DAY_SECONDS;
  checkExpiry(expires_at - now);
  const items = (params.line_items ?? []).map((item, index) => lineItemOf(context, item, index));
  const total = mode === 'setup' ? null : totalOf(items);
  const session = makeSession(context, params, { expires_at, total });
  context.data.sessions.set(session.id, session);
  context.data.line_items.set(session.id, items);
  context.data.session_plans.set(session.id, {
    payment_intent_data: params.payment_intent_data ?? {},
    setup_intent_data: params.setup_intent_data ?? {},
    customer_creation: params.customer_creation === 'always' ? 'always' : 'if_required',
  });
  const run = (later: Context) => expireOpen(later, session);
  context.data.due.push({ at: expires_at * 1000, run });
  return session;
}

function checkAccount({ data }: Context): void {
  const { business_name, refuses } = data.seller;
  if (refuses) throw invalid(refuses.message, refuses.code ? { code: refuses.code } : {});
  if (business_name !== null) return;
  throw invalid(
    'In order to use Checkout, you must set an account or business name at https://dashboard.stripe.com/account.',
  );
}

/** Stripe as the seller has only what is sold under a tax code of its own, and saves no card. */
function checkManaged({ data }: Context, { mode, managed_payments }: Params): void {
  if (!(managed_payments?.enabled ?? data.seller.managed_payments)) return;
  if (mode === 'setup') {
    throw invalid(
      'Invalid mode: setup. Managed Payments, which is enabled by default on your account, only supports mode: subscription or mode: payment.',
    );
  }
  throw invalid(
    'Invalid line_items[0]: the product tax code is missing. Product tax code is required for Managed Payments, which is enabled by default on your account. If you want to disable Managed Payments on this session, you can pass managed_payments[enabled]=false.',
  );
}

/** What may not be said together, or not in this mode. */
function checkTogether(params: Params): void {
  const { mode, line_items, customer, customer_email, customer_creation } = params;
  const { payment_intent_data, setup_intent_data, currency } = params;
  const notIn = (name: string) =>
    invalid(`You can not pass \`${name}\` in \`${mode}\` mode.`, { param: name });
  if (mode === 'subscription') {
    throw invalid('The stand-in speaks the modes payment and setup alone.', { param: 'mode' });
  }
  if (mode === 'setup') {
    if (line_items !== undefined) throw notIn('line_items');
    if (payment_intent_data !== undefined) throw notIn('payment_intent_data');
    if (currency === undefined && params.allowed_payment_method_types === undefined) {
      throw parameterMissing('currency');
    }
  } else {
    if (line_items === undefined || line_items.length === 0) {
      throw invalid('You must provide `line_items` in `payment` mode.', {
        code: 'parameter_missing',
        param: 'line_items',
      });
    }
    if (setup_intent_data !== undefined) throw notIn('setup_intent_data');
  }
  if (customer !== undefined && customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  }
  if (customer !== undefined && customer_creation !== undefined) {
    throw invalid('`customer_creation` can only be used when `customer` is not set.', {
      param: 'customer_creation',
    });
  }
}

/** Counted from now by the clock of Stripe, not by the caller's. */
function checkExpiry(seconds: number): void {
  if (seconds < SHORTEST_SECONDS) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  if (seconds > DAY_SECONDS) {
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
}

const parameterMissing = (param: string) =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

export const checkoutSessionRoutes = [
  route<Params>({
    call: 'POST /v1/checkout/sessions',
    permission: 'rak_checkout_session_write',
    gone: ['payment_method_types'],
    parameters: {
      adaptive_pricing: hash<Stripe.Checkout.SessionCreateParams.AdaptivePricing>({
        enabled: boolean,
      }),
      allowed_payment_method_types: list(text),
      excluded_payment_method_types: list(text),
      billing_address_collection: choice('auto', 'required'),
      cancel_url: url,
      client_reference_id: { kind: 'text', max: 200 },
      currency,
      customer: text,
      customer_creation: choice('always', 'if_required'),
      customer_email: email,
      expires_at: integer,
      line_items: list(
        hash<Stripe.Checkout.SessionCreateParams.LineItem>({
          quantity: integer,
          metadata,
          price_data: hash<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>({
            currency: required(currency),
            unit_amount: integer,
            product_data: hash<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>({
              name: required(text),
              description: text,
              metadata,
            }),
          }),
        }),
      ),
      locale: choice(...LOCALES),
      managed_payments: hash<Stripe.Checkout.SessionCreateParams.ManagedPayments>({
        enabled: boolean,
      }),
      metadata,
      mode: choice('payment', 'setup', 'subscription'),
      payment_intent_data: hash<Stripe.Checkout.SessionCreateParams.PaymentIntentData>({
        description: { kind: 'text', max: 1000 },
        metadata,
        receipt_email: email,
        setup_future_usage: choice('off_session', 'on_session'),
        statement_descriptor_suffix: { kind: 'text', max: 22 },
      }),
      setup_intent_data: hash<Stripe.Checkout.SessionCreateParams.SetupIntentData>({
        description: { kind: 'text', max: 1000 },
        metadata,
      }),
      submit_type: choice('auto', 'book', 'donate', 'pay', 'subscribe'),
      success_url: url,
      ui_mode: choice('elements', 'embedded_page', 'form', 'hosted_page'),
    },
    handle: create,
  }),
  route<Stripe.Checkout.SessionRetrieveParams>({
    call: 'GET /v1/checkout/sessions/:id',
    permission: 'rak_checkout_session_read',
    parameters: {},
    handle: (context, _params, id) => find(context, 'sessions', id),
  }),
  route<Stripe.Checkout.SessionListLineItemsParams>({
    call: 'GET /v1/checkout/sessions/:id/line_items',
    permission: 'rak_checkout_session_read',
    parameters: { ...page },
    handle(context, paging, id) {
      const { id: session } = find(context, 'sessions', id);
      const items = must(context.data.line_items.get(session), 'line items');
      return listOf(items.toReversed(), `/v1/checkout/sessions/${id}/line_items`, paging);
    },
  }),
  route<Stripe.Checkout.SessionListParams>({
    call: 'GET /v1/checkout/sessions',
    permission: 'rak_checkout_session_read',
    parameters: {
      ...page,
      created: range,
      customer: text,
      payment_intent: text,
      status: choice('complete', 'expired', 'open'),
    },
    handle({ data }, { customer, payment_intent, status, ...paging }) {
      const all = [...data.sessions.values()].filter(
        (session) =>
          (customer === undefined || session.customer === customer) &&
          (payment_intent === undefined || session.payment_intent === payment_intent) &&
          (status === undefined || session.status === status),
      );
      return listOf(all, '/v1/checkout/sessions', paging);
    },
  }),
  route<Stripe.Checkout.SessionExpireParams>({
    call: 'POST /v1/checkout/sessions/:id/expire',
    permission: 'rak_checkout_session_write',
    parameters: {},
    handle(context, _params, id) {
      const session = find(context, 'sessions', id);
      if (session.status !== 'open') {
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        );
      }
      expireOpen(context, session);
      return session;
    },
  }),
];
