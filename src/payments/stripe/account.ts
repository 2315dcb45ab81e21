import Stripe from 'stripe';
import { ProviderUnanswered } from '../../core/errors.ts';

interface Where {
  key: string;
  /** Where Stripe is asked; tests have a stand-in. */
  api_address: string | undefined;
}

export type KeyCheck =
  | { status: 'good'; account_id: string | null; account_name: string | null }
  | { status: 'refused' }
  | { status: 'permissions'; missing: string[] };

/** Whether Stripe takes a key, whose it is, and whether it may do what Kassa does. */
export async function checkStripeKey(where: Where): Promise<KeyCheck> {
  const stripe = clientOf(where);
  const account = await stripe.accounts.retrieveCurrent().catch(plainly);
  if (account === 'refused') return { status: 'refused' };
  const probes = Object.entries(PERMISSIONS).map(async ([permission, probe]) =>
    (await probe(stripe).catch(plainly)) === 'forbidden' ? [permission] : [],
  );
  const missing = (await Promise.all(probes)).flat();
  if (missing.length > 0) return { status: 'permissions', missing };
  if (typeof account !== 'object') return { status: 'good', account_id: null, account_name: null };
  const { business_profile, settings, email } = account;
  const name = business_profile?.name ?? settings?.dashboard.display_name ?? email;
  return { status: 'good', account_id: account.id, account_name: name };
}

/** A call for each permission that has no effect: what it names does not exist. */
const PERMISSIONS: Record<string, (stripe: Stripe) => Promise<unknown>> = {
  rak_checkout_session_write: (stripe) => stripe.checkout.sessions.expire('cs_kassa_checks_a_key'),
  rak_payment_intent_write: (stripe) => stripe.paymentIntents.cancel('pi_kassa_checks_a_key'),
  rak_setup_intent_write: (stripe) => stripe.setupIntents.cancel('seti_kassa_checks_a_key'),
  rak_payment_method_write: (stripe) => stripe.paymentMethods.detach('pm_kassa_checks_a_key'),
  rak_customer_write: (stripe) => stripe.customers.update('cus_kassa_checks_a_key'),
  rak_charge_write: (stripe) => stripe.refunds.create({ charge: 'ch_kassa_checks_a_key' }),
  rak_dispute_read: (stripe) => stripe.disputes.list({ limit: 1 }),
  rak_balance_transaction_source_read: (stripe) => stripe.balanceTransactions.list({ limit: 1 }),
  rak_event_read: (stripe) => stripe.events.list({ limit: 1 }),
  rak_webhook_write: (stripe) => stripe.webhookEndpoints.update('we_kassa_checks_a_key'),
};

function plainly(error: unknown): 'refused' | 'forbidden' | 'wrong' {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'refused';
  if (error instanceof Stripe.errors.StripePermissionError) return 'forbidden';
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return 'wrong';
  throw new ProviderUnanswered('Stripe did not answer');
}

export type Endpoint =
  | { status: 'registered'; endpoint_id: string; secret: string }
  | { status: 'refused'; message: string };

/** Has Stripe send its messages to an address. */
export async function registerStripeEndpoint({
  url,
  ...where
}: Where & { url: string }): Promise<Endpoint> {
  try {
    const { id, secret = '' } = await clientOf(where).webhookEndpoints.create({
      url,
      enabled_events: ['*'],
    });
    return { status: 'registered', endpoint_id: id, secret };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      return { status: 'refused', message: error.message };
    }
    throw new ProviderUnanswered('Stripe did not answer');
  }
}

export async function removeStripeEndpoint({
  endpoint_id,
  ...where
}: Where & { endpoint_id: string }): Promise<void> {
  await clientOf(where).webhookEndpoints.del(endpoint_id);
}

function clientOf({ key, api_address }: Where): Stripe {
  const url = api_address === undefined ? undefined : new URL(api_address);
  return new Stripe(key, {
    ...(url && { host: url.hostname, port: url.port, protocol: 'http' as const }),
    ...{ telemetry: false, timeout: 15_000, maxNetworkRetries: 0 },
  });
}
