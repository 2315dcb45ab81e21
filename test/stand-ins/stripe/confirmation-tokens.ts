// What the buyer has typed into Stripe's fields on somebody's page: good for one attempt.
import type Stripe from 'stripe';
import { cardDetails, numberOfReady } from './cards.ts';
import type { Given, TokenPlan } from './given.ts';
import { choice, email, hash, required, text, textOrNothing, url } from './parameters.ts';
import { behind, makeMethod } from './payment-methods.ts';
import { invalid } from './refusals.ts';
import { find, route } from './route.ts';
import { type Context, must, newId, nowSeconds } from './world.ts';

const KEPT_SECONDS = 12 * 3600;
const EXP = { month: 12, year: 2034 };

/** As the fields send it, with the publishable key. Of what Stripe's script sends, the card alone. */
interface FromPage {
  payment_method_data: {
    type: 'card';
    card: { number: string; exp_month: string; exp_year: string; cvc: string };
    billing_details?: { name?: string; email?: string; address?: { country?: string } };
  };
  return_url?: string;
  setup_future_usage?: 'off_session' | 'on_session';
}

/** As tests make one without a page. */
type Helped = NonNullable<Parameters<Stripe['testHelpers']['confirmationTokens']['create']>[0]>;

function make(
  context: Context,
  { given, billing }: TokenPlan,
  more: { return_url?: string | undefined; setup_future_usage?: string | undefined },
): Stripe.ConfirmationToken {
  const { data, world } = context;
  // Only to show it: the payment method itself is made when the token is used.
  const shown = makeMethod(context, given, billing);
  if (shown === undefined) {
    throw invalid('Your card number is incorrect.', { code: 'incorrect_number' });
  }
  const card = given.kind === 'card' ? { card: cardDetails(behind(context, shown)) } : {};
  data.payment_methods.delete(shown.id);
  const created = nowSeconds(world);
  const token: Stripe.ConfirmationToken = {
    id: newId('ctoken'),
    object: 'confirmation_token',
    created,
    expires_at: created + KEPT_SECONDS,
    livemode: data.livemode,
    mandate_data: null,
    metadata: null,
    payment_intent: null,
    payment_method_options: { card: { cvc_token: null } },
    payment_method_preview: {
      allow_redisplay: 'limited',
      billing_details: shown.billing_details,
      ...card,
      customer: null,
      customer_account: null,
      type: given.kind,
    },
    return_url: more.return_url ?? null,
    setup_future_usage: more.setup_future_usage ?? null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  };
  data.confirmation_tokens.set(token.id, token);
  data.token_plans.set(token.id, { given, billing });
  return token;
}

export interface TypedCard {
  number?: string;
  exp?: { month: number; year: number };
  country?: string;
  setup_future_usage?: 'off_session' | 'on_session';
  /** An account for debits instead of a card: what the fields of our page do not offer. */
  iban?: string;
}

/** The token of a card as a buyer types it: 4242 4242 4242 4242 if nothing is said. */
export function tokenFor(context: Context, typed: TypedCard): Stripe.ConfirmationToken {
  const { number = '4242424242424242', exp = EXP, country = null, setup_future_usage } = typed;
  const { iban } = typed;
  const given: Given =
    iban === undefined ? { kind: 'card', number, exp } : { kind: 'sepa_debit', iban };
  return make(context, { given, billing: { country } }, { setup_future_usage });
}

/** The payment method that a token makes, once. Refused before anything is made. */
export function takeToken(
  context: Context,
  id: string,
): { token: Stripe.ConfirmationToken; method: Stripe.PaymentMethod } {
  const token = find(context, 'confirmation_tokens', id, 'confirmation_token');
  const refused = whyNotToken(context, token);
  if (refused) throw refused;
  const { given, billing } = must(context.data.token_plans.get(id), `what is behind ${id}`);
  return { token, method: must(makeMethod(context, given, billing), 'the card') };
}

function whyNotToken({ world }: Context, token: Stripe.ConfirmationToken): Error | undefined {
  const { id, payment_intent, setup_intent, expires_at } = token;
  const param = 'confirmation_token';
  if (payment_intent !== null || setup_intent !== null) {
    return invalid(`The ConfirmationToken ${id} was already used and may not be used again.`, {
      param,
    });
  }
  if ((expires_at ?? 0) > nowSeconds(world)) return undefined;
  return invalid(`The ConfirmationToken ${id} has expired. Please create a new one.`, { param });
}

/** What the page has promised about later payments is what is asked for. */
export function checkUsage(
  token: Stripe.ConfirmationToken,
  setup_future_usage: string | null | undefined,
): void {
  const { setup_future_usage: promised } = token;
  if (promised === null || promised === (setup_future_usage ?? null)) return;
  throw invalid(
    `The provided setup_future_usage (${setup_future_usage ?? 'null'}) does not match the setup_future_usage from the provided confirmation token (${promised}).`,
    { param: 'setup_future_usage' },
  );
}

export const confirmationTokenRoutes = [
  route<FromPage>({
    call: 'POST /v1/confirmation_tokens',
    permission: 'rak_confirmation_token_client_write',
    with_publishable_key: 'always',
    parameters: {
      payment_method_data: required(
        hash<FromPage['payment_method_data']>({
          type: required(choice('card')),
          card: required(
            hash<FromPage['payment_method_data']['card']>({
              number: required(text),
              exp_month: required(text),
              exp_year: required(text),
              cvc: required(text),
            }),
          ),
          billing_details: hash({
            name: textOrNothing,
            email,
            address: hash({ country: textOrNothing }),
          }),
        }),
      ),
      return_url: url,
      setup_future_usage: choice('off_session', 'on_session'),
    },
    handle(context, { payment_method_data, ...more }) {
      const { card, billing_details: billed = {} } = payment_method_data;
      const { number, exp_month, exp_year } = card;
      const exp = { month: Number(exp_month), year: Number(exp_year) };
      const { name = null, email: address = null } = billed;
      const billing = { name, email: address, country: billed.address?.country ?? null };
      return make(context, { given: { kind: 'card', number, exp }, billing }, more);
    },
  }),
  route<Helped>({
    call: 'POST /v1/test_helpers/confirmation_tokens',
    permission: 'rak_confirmation_token_client_write',
    parameters: {
      payment_method: required(text),
      return_url: url,
      setup_future_usage: choice('off_session', 'on_session'),
    },
    handle(context, { payment_method = '', ...more }) {
      const number = numberOfReady(payment_method);
      if (context.data.livemode || number === undefined) {
        throw invalid(`No such PaymentMethod: '${payment_method}'`, { param: 'payment_method' });
      }
      const plan = { given: { kind: 'card' as const, number, exp: EXP }, billing: {} };
      return make(context, plan, more);
    },
  }),
  route<Stripe.ConfirmationTokenRetrieveParams>({
    call: 'GET /v1/confirmation_tokens/:id',
    permission: 'rak_confirmation_token_client_read',
    or: 'rak_confirmation_token_read',
    parameters: {},
    handle: (context, _params, id) => find(context, 'confirmation_tokens', id),
  }),
];
