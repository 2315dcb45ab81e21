import type Stripe from 'stripe';
import { type ApiOptions, createStripeClients, STRIPE_API_VERSION } from './client.ts';
import { isLiveKey } from './credentials.ts';
import { EVENT_TYPES } from './event-types.ts';
import { newestCursor } from './events.ts';
import { isStripeError } from './package.ts';
import { answerOf, permissionIn, StripeRefused } from './refusals.ts';

interface Access extends ApiOptions {
  key: string;
}

export type CheckedKey =
  | { ok: false; reason: 'not_a_key' | 'not_accepted' }
  | {
      ok: true;
      is_live: boolean;
      /** Null if the key may not see the account. */
      account_id: string | null;
      name: string | null;
      country: string | null;
      currency: string | null;
      charges_enabled: boolean | null;
      /** Permissions that the key lacks, by Stripe's names. */
      missing: string[];
    };

/** Asks Stripe whose key this is and what it may do. */
export async function checkStripeKey({ key, ...api }: Access): Promise<CheckedKey> {
  if (!/^(sk|rk)_(live|test)_\w{10,250}$/.test(key)) return { ok: false, reason: 'not_a_key' };
  const stripe = await createStripeClients(api)(key);
  const is_live = isLiveKey(key);
  try {
    const account = await stripe.accounts.retrieveCurrent();
    const { business_profile, settings, country = null, default_currency } = account;
    return {
      ok: true,
      is_live,
      account_id: account.id,
      name: business_profile?.name ?? settings?.dashboard?.display_name ?? null,
      country,
      currency: default_currency?.toUpperCase() ?? null,
      charges_enabled: account.charges_enabled,
      missing: await missingPermissions(stripe),
    };
  } catch (error) {
    if (!isStripeError(error)) throw error;
    if (error.statusCode === 401) return { ok: false, reason: 'not_accepted' };
    if (error.statusCode !== 403) return answerOf(Promise.reject(error));
    const account_id = /'(acct_\w+)'/.exec(error.message)?.[1] ?? null;
    const unknown = { name: null, country: null, currency: null, charges_enabled: null };
    const missing = await missingPermissions(stripe);
    return { ok: true, is_live, account_id, ...unknown, missing };
  }
}

/** Reads nothing and changes nothing: what is asked for does not exist. */
const NOTHING = {
  ...{ pi: 'pi_kassa', cs: 'cs_kassa', we: 'we_kassa' },
  ...{ pm: 'pm_kassa', du: 'du_kassa', cus: 'cus_kassa' },
};

async function missingPermissions(stripe: Stripe): Promise<string[]> {
  const tries = [
    () => stripe.checkout.sessions.expire(NOTHING.cs),
    () => stripe.paymentIntents.cancel(NOTHING.pi),
    () => stripe.setupIntents.list({ limit: 1 }),
    () => stripe.paymentMethods.retrieve(NOTHING.pm),
    () => stripe.customers.update(NOTHING.cus, { name: 'Kassa' }),
    () => stripe.refunds.create({ payment_intent: NOTHING.pi }),
    () => stripe.disputes.retrieve(NOTHING.du),
    () => stripe.balanceTransactions.list({ limit: 1 }),
    () => stripe.events.list({ limit: 1 }),
    () => stripe.webhookEndpoints.update(NOTHING.we, { description: 'Kassa' }),
  ];
  const missing = await Promise.all(tries.map(permissionLacking));
  return missing.filter((permission) => permission !== undefined);
}

async function permissionLacking(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (!isStripeError(error)) throw error;
    if (error.statusCode === 403) return permissionIn(error.message) ?? 'unknown';
    if (error.statusCode === 404 || error.statusCode === 400) return undefined;
    return answerOf(Promise.reject(error));
  }
}

/** The cursor of the newest event, for `listHints`: what happens from now on comes after it. */
export const newestStripeEvent = async ({ key, ...api }: Access): Promise<string> =>
  newestCursor(await createStripeClients(api)(key));

type Registered =
  | { kind: 'registered'; endpoint_id: string; secret: string }
  /** Stripe's sentence about it. */
  | { kind: 'refused'; reason: string };

/** Has Stripe send its messages to this address. The secret is told only here. */
export async function registerStripeEndpoint({
  key,
  url,
  ...api
}: Access & { url: string }): Promise<Registered> {
  const stripe = await createStripeClients(api)(key);
  try {
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...EVENT_TYPES],
      api_version: STRIPE_API_VERSION,
      description: 'Kassa',
    });
    return { kind: 'registered', endpoint_id: made.id, secret: made.secret ?? '' };
  } catch (error) {
    if (!isStripeError(error) || error.statusCode !== 400) {
      return answerOf(Promise.reject(error));
    }
    // Nothing of a buyer was sent that it could repeat.
    const reason = error.message.slice(0, REASON_MAX).replace(/\s+/g, ' ').trim();
    return { kind: 'refused', reason };
  }
}

const REASON_MAX = 300;

/** Where Stripe sends its messages, and whether it does; undefined if it knows no such endpoint. */
export async function findStripeEndpoint({
  key,
  endpoint_id,
  ...api
}: Access & { endpoint_id: string }): Promise<{ url: string; is_enabled: boolean } | undefined> {
  const stripe = await createStripeClients(api)(key);
  try {
    const found = await answerOf(stripe.webhookEndpoints.retrieve(endpoint_id));
    return { url: found.url, is_enabled: found.status === 'enabled' };
  } catch (error) {
    if (error instanceof StripeRefused && error.status === 404) return undefined;
    throw error;
  }
}

/** Whether it was there. */
export async function removeStripeEndpoint({
  key,
  endpoint_id,
  ...api
}: Access & { endpoint_id: string }): Promise<boolean> {
  const stripe = await createStripeClients(api)(key);
  try {
    await answerOf(stripe.webhookEndpoints.del(endpoint_id));
    return true;
  } catch (error) {
    if (error instanceof StripeRefused && error.status === 404) return false;
    throw error;
  }
}
