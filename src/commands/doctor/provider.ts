import type { StoreMode } from '../../platform/core/access.ts';
import { KASSA } from '../../platform/core/program.ts';
import { wallClock } from '../../platform/core/time.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Settings } from '../../platform/machine/settings.ts';
import { newestCurrency } from '../../shop/catalogue/products/product.sql.ts';
import {
  type ConnectionRow,
  findConnection,
} from '../../shop/money/payments/provider-connection.sql.ts';
import { PROVIDER_FACTS } from '../../shop/money/payments/provider-facts.ts';
import type { ProviderName } from '../../shop/money/payments/provider-names.rules.ts';
import { FAR_OFF_MS } from '../../shop/money/payments/provider-time.ts';
import { createConnectors } from '../../shop/money/payments/providers.ts';
import { aboutWallets, showWallets } from '../../shop/money/payments/wallets.rules.ts';
import { endpointUrl } from '../../shop/settlement/provider.rules.ts';
import { type Finding, fail, messageOf, ok, warn } from './finding.ts';

interface KeyCheck {
  store_id: string;
  name: string;
  mode: StoreMode;
  key: string;
  settings: Settings;
}

const TIMEOUT_MS = 5_000;
const connectAgain = (provider: ProviderName): string =>
  `connect it again (${PROVIDER_FACTS[provider].document})`;
const seeToIt = (provider: ProviderName): string =>
  `see to it in ${PROVIDER_FACTS[provider].title}’s dashboard`;

/**
 * What a provider says now. Of what a running Kassa has kept, only what that does not answer: what was
 * refused to a payment, and a problem where the provider finds none. Nothing is said twice.
 */
export async function aboutProvider(
  reader: Reader,
  row: ConnectionRow,
  { key, ...check }: Omit<KeyCheck, 'store_id' | 'key'> & { key: string | undefined },
): Promise<Finding[]> {
  const { provider, problem, refusal } = row;
  const about = `provider of ${check.name}`;
  const broken = problem === null ? [] : [fail(about, problem, connectAgain(provider))];
  const refused = refusal === null ? [] : [fail(about, refusal, seeToIt(provider))];
  if (key === undefined) return [...broken, ...refused];
  const { is_answered, found } = await askAboutKey(reader, provider, { ...check, key });
  if (!is_answered) return [...refused, ...found];
  const is_well = found.every(({ state }) => state === 'ok');
  const is_reported = !row.refused_key || found.some(({ what }) => what === refusal);
  const kept = [...(is_well ? broken : []), ...(is_reported ? [] : refused)];
  return is_well && kept.length > 0 ? kept : [...kept, ...found];
}

/** Whether a provider takes the key of a store, lets it do everything, and opens its pages. */
async function askAboutKey(
  reader: Reader,
  provider: ProviderName,
  { name, mode, key, settings }: Omit<KeyCheck, 'store_id'>,
): Promise<{ is_answered: boolean; found: Finding[] }> {
  const about = `provider of ${name}`;
  const currency = await newestCurrency(reader);
  const has_fields = (await findConnection(reader, provider))?.publishable_key != null;
  let ahead_ms = 0;
  const onTime = (provider_time: number) => {
    ahead_ms = wallClock() - provider_time;
  };
  const options = { timeout_ms: TIMEOUT_MS, onTime };
  const connector = createConnectors(settings.provider_addresses, options)(provider);
  const { title } = connector;
  try {
    const checked = await connector.checkKey({ key, currency, has_fields });
    if (!checked.ok) {
      const words = checked.reason === 'not_allowed' ? `: ${checked.message}` : '';
      const what = `${title} does not accept the key${words}`;
      return { is_answered: true, found: [fail(about, what, connectAgain(provider))] };
    }
    const { missing, refusals, charges_enabled } = checked;
    const found = [
      ...refusals.map((said) => fail(about, said, seeToIt(provider))),
      ...(missing.length > 0
        ? [
            warn(
              about,
              `the key lacks ${missing.join(', ')}`,
              `make one: ${connector.keyFormUrl(mode)}`,
            ),
          ]
        : []),
    ];
    const of_test = charges_enabled === false ? '; its account takes no live payments yet' : '';
    if (found.length === 0) found.push(ok(about, `${title} accepts the key${of_test}`));
    if (Math.abs(ahead_ms) > FAR_OFF_MS) {
      const differs = `differs from ${title}'s by ${Math.round(ahead_ms / 1000)} s`;
      found.push(fail('clock', differs, 'set it by the network: no subscription is charged'));
    }
    return { is_answered: true, found };
  } catch (error) {
    const todo = `check the way from this machine to ${title}`;
    return { is_answered: false, found: [warn(about, messageOf(error), todo)] };
  }
}

/** Whether wallets are offered on our pages, as a running Kassa has learned it. */
export function aboutWalletsOf(row: ConnectionRow, name: string): Finding[] {
  const wallets = showWallets(row.wallets);
  if (!wallets) return [];
  const about = `wallets of ${name}`;
  const what = aboutWallets(wallets);
  if (wallets.problem === null) return [ok(about, what)];
  return [warn(about, what, `cards are taken; ${PROVIDER_FACTS[row.provider].document} has more`)];
}

/** Whether a provider sends its messages here. */
export async function aboutEndpoint(
  { provider, endpoint_id, endpoint_url, asks_because }: ConnectionRow,
  { store_id, name, key, settings }: KeyCheck,
): Promise<Finding[]> {
  const options = { timeout_ms: TIMEOUT_MS };
  const connector = createConnectors(settings.provider_addresses, options)(provider);
  const { title } = connector;
  const about = `messages to ${name}`;
  if (endpoint_id === null) return [ok(about, asks_because ?? `Kassa asks ${title}`)];
  const again = `${KASSA} provider connect ${provider} --store "${name}"`;
  const { base_url } = settings;
  if (base_url !== undefined && endpoint_url !== endpointUrl(base_url, { provider, store_id })) {
    const todo = `start Kassa with KASSA_BASE_URL: it registers its address with ${title}`;
    return [warn(about, `${title} sends them to ${endpoint_url}, not to ${base_url}`, todo)];
  }
  try {
    const found = await connector.findEndpoint({ key, endpoint_id });
    if (!found) return [fail(about, `${title} has forgotten where to send them`, again)];
    if (found.url !== endpoint_url) {
      return [fail(about, `${title} sends them to ${found.url}, not here`, again)];
    }
    return found.is_enabled
      ? [ok(about, `${title} sends them to ${found.url}`)]
      : [fail(about, `are switched off at ${title}`, 'switch the endpoint on in its dashboard')];
  } catch (error) {
    return [warn(about, messageOf(error), `check the way from this machine to ${title}`)];
  }
}
