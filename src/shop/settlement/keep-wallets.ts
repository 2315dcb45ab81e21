import { ProviderUnanswered } from '../../platform/core/errors.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import {
  findConnection,
  lockConnection,
  saveConnection,
} from '../money/payments/provider-connection.sql.ts';
import type { ProviderName } from '../money/payments/provider-names.rules.ts';
import {
  areDue,
  hostOf,
  type KeptWallets,
  keptWallets,
  parseWallets,
  whyNoWallets,
} from '../money/payments/wallets.rules.ts';

interface Asked {
  provider: ProviderName;
  key: string;
  /** What was kept so far. */
  before: string | null;
}

/**
 * Has the provider show wallets in its fields on our pages, and answers what to keep of it. Nothing
 * that is refused, or not answered, stands in the way of anything: cards are taken without.
 */
export async function registerWallets(
  { services }: Pick<StoreWork, 'services'>,
  { provider, key, before }: Asked,
): Promise<string> {
  const { base_url, clock } = services;
  const host = hostOf(base_url);
  const checked_at = clock();
  const because = whyNoWallets(base_url);
  if (because !== undefined) return keptJson({ host, problem: because, checked_at });
  try {
    const said = await services.connectorOf(provider).registerDomain({ key, host });
    return keptJson(keptWallets(host, said, checked_at));
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
    const kept = parseWallets(before);
    const shown = kept?.host === host ? kept.shown : undefined;
    const problem = `It could not be asked: ${error.message}. It is asked again.`;
    return keptJson({ host, shown, problem, checked_at });
  }
}

const keptJson = (kept: KeptWallets): string => JSON.stringify(kept);

/**
 * Looks now and then whether wallets are shown on our pages, and registers the host that these have
 * by now. One that no provider knows, such as localhost, is only written down.
 */
export async function keepWallets(work: StoreWork, provider: ProviderName): Promise<void> {
  const { store, reader, write, services } = work;
  const row = await findConnection(reader, provider);
  if (!row || row.publishable_key === null || row.sealed_credentials === null) return;
  const kept = parseWallets(row.wallets);
  const { base_url, clock, connections } = services;
  if (kept && !areDue(kept, hostOf(base_url), clock())) return;
  const found = await connections.credentialsOf(store.store_id, provider);
  if (!found) return;
  const asked = { provider, key: found.key, before: row.wallets };
  const wallets = await registerWallets(work, asked);
  await write(async ({ tx }) => {
    const now = await lockConnection(tx, provider);
    // Connected anew in the meantime, or disconnected.
    if (now?.sealed_credentials !== row.sealed_credentials || now.publishable_key === null) return;
    await saveConnection(tx, { ...now, wallets });
  });
}
