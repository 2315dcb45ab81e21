import type Stripe from 'stripe';
import type { Account, CheckedKey, ProviderApi } from '../connector.ts';
import { createStripeClients } from './client.ts';
import { isLiveKey } from './credentials.ts';
import { isStripeError } from './package.ts';
import { describeNeed, type Need, permissionsIn } from './permissions.ts';
import { answerOf, wordsOf } from './refusals.ts';
import { refusedPages } from './try-pages.ts';
import { type Try, triesOf, triesOfFields } from './try-permissions.ts';

/**
 * Asks Stripe whose key this is and what it may do, and opens a page of each kind, which it ends at
 * once. `currency`: what the store sells in, if it sells yet.
 */
export async function checkStripeKey({
  key,
  currency,
  has_fields = false,
  ...api
}: ProviderApi & {
  key: string;
  currency?: string | undefined;
  has_fields?: boolean | undefined;
}): Promise<CheckedKey> {
  if (!/^(sk|rk)_(live|test)_\w{10,250}$/.test(key)) return { ok: false, reason: 'not_a_key' };
  const stripe = await createStripeClients(api)(key);
  const account = await findAccount(stripe);
  if ('ok' in account) return account;
  const missing = await missingPermissions(stripe, has_fields);
  const sells_in = currency ?? account.currency ?? 'USD';
  const pages = missing.includes('pages') ? [] : await refusedPages(stripe, sells_in);
  const is_live = isLiveKey(key);
  const refusals = account.charges_enabled === false && is_live ? [NOT_ENABLED, ...pages] : pages;
  return { ok: true, is_live, ...account, missing: missing.map(describeNeed), refusals };
}

/** Stripe lets nobody pay into it until the seller has proved who they are. */
const NOT_ENABLED =
  'Stripe takes no live payments for this account yet (charges_enabled is false): see ' +
  'https://dashboard.stripe.com/account/onboarding';

async function findAccount(stripe: Stripe): Promise<Account | (CheckedKey & { ok: false })> {
  try {
    const account = await stripe.accounts.retrieveCurrent();
    const { business_profile, settings, country = null, default_currency } = account;
    return {
      account_id: account.id,
      name: business_profile?.name ?? settings?.dashboard?.display_name ?? null,
      country,
      currency: default_currency?.toUpperCase() ?? null,
      charges_enabled: account.charges_enabled,
    };
  } catch (error) {
    if (!isStripeError(error)) throw error;
    if (error.statusCode === 401) return { ok: false, reason: 'not_accepted' };
    if (error.statusCode !== 403) return answerOf(Promise.reject(error));
    const account_id = /'(acct_\w+)'/.exec(error.message)?.[1] ?? null;
    if (permissionsIn(error.message).length === 0 && account_id === null) {
      return { ok: false, reason: 'not_allowed', message: wordsOf(error) };
    }
    return { account_id, name: null, country: null, currency: null, charges_enabled: null };
  }
}

async function missingPermissions(stripe: Stripe, has_fields: boolean): Promise<Need[]> {
  const tries = [...triesOf(stripe), ...(has_fields ? triesOfFields(stripe) : [])];
  const refused = await Promise.all(tries.map(isRefused));
  const lacking = tries.filter((_, at) => refused[at]);
  const missing = new Set(lacking.flatMap(({ need, within }) => (within ? [] : need)));
  // A part of something that may not be seen at all was not tried.
  for (const { need, within = [] } of lacking) {
    if (!within.some((around) => missing.has(around))) missing.add(need);
  }
  return [...missing];
}

/** Each try knows what it needs: Stripe's message may name something else that would do, or nothing. */
async function isRefused({ call }: Try): Promise<boolean> {
  try {
    await call();
    return false;
  } catch (error) {
    if (!isStripeError(error)) throw error;
    if (error.statusCode === 403) return true;
    if (error.statusCode === 404 || error.statusCode === 400) return false;
    return answerOf(Promise.reject(error));
  }
}
