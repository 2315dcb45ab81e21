import type { StoreMode } from '../../platform/core/access.ts';
import { KASSA } from '../../platform/core/program.ts';
import { wallClock } from '../../platform/core/time.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Settings } from '../../platform/machine/settings.ts';
import { newestCurrency } from '../../shop/catalogue/products/product.sql.ts';
import { findConnection } from '../../shop/money/payments/provider-connection.sql.ts';
import { FAR_OFF_MS } from '../../shop/money/payments/provider-time.ts';
import { checkStripeKey } from '../../shop/money/payments/stripe/check-key.ts';
import { findStripeEndpoint } from '../../shop/money/payments/stripe/connection.ts';
import { keyFormUrl } from '../../shop/money/payments/stripe/permissions.ts';
import { endpointUrl } from '../../shop/settlement/provider.rules.ts';
import { type Finding, fail, messageOf, ok, warn } from './finding.ts';

interface Asked {
  store_id: string;
  name: string;
  mode: StoreMode;
  key: string;
  settings: Settings;
}

const CONNECT = 'connect it again (docs/stripe.md)';
const SEE_TO_IT = 'see to it in Stripe’s dashboard';

/**
 * What Stripe says now. Of what a running Kassa has kept, only what that does not answer: what was
 * refused to a payment, and a problem where Stripe finds none. Nothing is said twice.
 */
export async function aboutProvider(
  reader: Reader,
  { key, ...asked }: Omit<Asked, 'store_id' | 'key'> & { key: string | undefined },
): Promise<Finding[]> {
  const row = await findConnection(reader);
  const { problem = null, refusal = null } = row ?? {};
  const about = `provider of ${asked.name}`;
  const broken = problem === null ? [] : [fail(about, problem, CONNECT)];
  const refused = refusal === null ? [] : [fail(about, refusal, SEE_TO_IT)];
  if (key === undefined) return [...broken, ...refused];
  const { is_answered, found } = await askAboutKey(reader, { ...asked, key });
  if (!is_answered) return [...refused, ...found];
  const is_well = found.every(({ state }) => state === 'ok');
  const is_told = !row?.refused_key || found.some(({ what }) => what === refusal);
  const kept = [...(is_well ? broken : []), ...(is_told ? [] : refused)];
  return is_well && kept.length > 0 ? kept : [...kept, ...found];
}

/** Whether Stripe takes the key of a store, lets it do everything, and opens its pages. */
async function askAboutKey(
  reader: Reader,
  { name, mode, key, settings: { stripe_api } }: Omit<Asked, 'store_id'>,
): Promise<{ is_answered: boolean; found: Finding[] }> {
  const about = `provider of ${name}`;
  const currency = await newestCurrency(reader);
  const asked = { key, currency, api_address: stripe_api, timeout_ms: 5_000 };
  let ahead_ms = 0;
  const hear = (told: number) => {
    ahead_ms = wallClock() - told;
  };
  try {
    const checked = await checkStripeKey({ ...asked, hear });
    if (!checked.ok) {
      const words = checked.reason === 'not_allowed' ? `: ${checked.message}` : '';
      const what = `Stripe does not accept the key${words}`;
      return { is_answered: true, found: [fail(about, what, CONNECT)] };
    }
    const { missing, refusals, charges_enabled } = checked;
    const found = [
      ...refusals.map((said) => fail(about, said, SEE_TO_IT)),
      ...(missing.length > 0
        ? [warn(about, `the key lacks ${missing.join(', ')}`, `make one: ${keyFormUrl(mode)}`)]
        : []),
    ];
    const of_test = charges_enabled === false ? '; its account takes no live payments yet' : '';
    if (found.length === 0) found.push(ok(about, `Stripe accepts the key${of_test}`));
    if (Math.abs(ahead_ms) > FAR_OFF_MS) {
      const differs = `differs from Stripe's by ${Math.round(ahead_ms / 1000)} s`;
      found.push(fail('clock', differs, 'set it by the network: no subscription is charged'));
    }
    return { is_answered: true, found };
  } catch (error) {
    const todo = 'check the way from this machine to Stripe';
    return { is_answered: false, found: [warn(about, messageOf(error), todo)] };
  }
}

/** Whether Stripe sends its messages here. */
export async function aboutEndpoint(
  reader: Reader,
  { store_id, name, key, settings }: Asked,
): Promise<Finding[]> {
  const about = `messages to ${name}`;
  const connection = await findConnection(reader);
  const { endpoint_id = null, endpoint_url, asks_because } = connection ?? {};
  if (endpoint_id === null) return [ok(about, asks_because ?? 'Kassa asks Stripe')];
  const again = `${KASSA} provider connect stripe --store "${name}"`;
  const { base_url, stripe_api: api_address } = settings;
  if (base_url !== undefined && endpoint_url !== endpointUrl(base_url, store_id)) {
    const todo = 'start Kassa with KASSA_BASE_URL: it tells Stripe its address';
    return [warn(about, `Stripe sends them to ${endpoint_url}, not to ${base_url}`, todo)];
  }
  try {
    const found = await findStripeEndpoint({ key, endpoint_id, api_address, timeout_ms: 5_000 });
    if (!found) return [fail(about, 'Stripe has forgotten where to send them', again)];
    if (found.url !== endpoint_url) {
      return [fail(about, `Stripe sends them to ${found.url}, not here`, again)];
    }
    return found.is_enabled
      ? [ok(about, `Stripe sends them to ${found.url}`)]
      : [fail(about, 'are switched off at Stripe', 'switch the endpoint on in its dashboard')];
  } catch (error) {
    return [warn(about, messageOf(error), 'check the way from this machine to Stripe')];
  }
}
