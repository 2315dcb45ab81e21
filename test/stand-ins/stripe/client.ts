// The real stripe package, pointed at the stand-in.
import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { atEndOfFile } from '../../harness/endings.ts';
import { type StandIn, startStripe } from './stand-in.ts';

/** A stand-in for the tests of a file. */
export async function stripeForTests(): Promise<{ stand_in: StandIn; stripe: Stripe }> {
  const stand_in = await startStripe();
  atEndOfFile(() => stand_in.stop());
  return { stand_in, stripe: clientOf(stand_in) };
}

export const clientOf = (
  { host, port, keys }: StandIn,
  { key = keys.test, ...more }: Stripe.StripeConfig & { key?: string } = {},
): Stripe =>
  new Stripe(key, {
    ...{ host, port, protocol: 'http', telemetry: false, timeout: 60_000, maxNetworkRetries: 0 },
    ...more,
  });

/** What a call is refused with. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await call.then(
    (answer) => assert.fail(`not refused: ${JSON.stringify(answer).slice(0, 200)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return error;
}

const SUCCESS_URL = 'https://shop.example/done?session={CHECKOUT_SESSION_ID}';

/** A session for one line of 10 EUR, and more if need be. */
export const openSession = (
  stripe: Stripe,
  more: Stripe.Checkout.SessionCreateParams = {},
): Promise<Stripe.Checkout.Session> =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    managed_payments: { enabled: false },
    success_url: SUCCESS_URL,
    cancel_url: 'https://shop.example/back',
    line_items: [lineOf(1000, 'eur')],
    ...more,
  });

export const lineOf = (
  unit_amount: number,
  currency: string,
): Stripe.Checkout.SessionCreateParams.LineItem => ({
  quantity: 1,
  price_data: { currency, unit_amount, product_data: { name: 'A licence' } },
});

/** A customer with a card that was saved by a payment. */
export async function savedCard(
  { stand_in, stripe }: { stand_in: StandIn; stripe: Stripe },
  number = '4242424242424242',
): Promise<{ customer: string; payment_method: string }> {
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await openSession(stripe, {
    customer,
    payment_intent_data: { setup_future_usage: 'off_session' },
  });
  const paid = await stand_in.control.pay({ session: session.id, number, authenticate: 'approve' });
  assert.equal(paid.kind, 'done');
  const methods = await stripe.paymentMethods.list({ customer });
  return { customer, payment_method: methods.data[0]?.id ?? '' };
}

/** A renewal: the buyer is not there. */
export const chargeLater = (
  stripe: Stripe,
  card: { customer: string; payment_method: string },
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
  options: Stripe.RequestOptions = {},
): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create(
    {
      ...{ amount: 1000, currency: 'eur', ...card, confirm: true, off_session: true },
      ...{ allowed_payment_method_types: ['card', 'sepa_debit'], ...more },
    },
    options,
  );

/** The id of the object that an event tells of. */
export const about = (event: Stripe.Event | undefined): string | undefined =>
  (event?.data.object as { id?: string } | undefined)?.id;
