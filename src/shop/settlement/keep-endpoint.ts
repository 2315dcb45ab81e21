import type { StoreWork } from '../../platform/operation/work.ts';
import { openCredentials, sealCredentials } from '../money/payments/connections.ts';
import {
  findConnection,
  lockConnection,
  saveConnection,
} from '../money/payments/provider-connection.sql.ts';
import type { ProviderName } from '../money/payments/provider-names.rules.ts';
import { placeEndpoint, removeEndpoint } from './place-endpoint.ts';
import { endpointUrl, secretsAfter, whyNotReachable } from './provider.rules.ts';

const NOT_MOVED = 'the provider does not have the new address';

/**
 * After a start: if this installation has another public address than the one that a provider
 * sends messages to, they are sent to the new one. Without a public address nothing is changed: perhaps
 * it is a copy of the data on the machine of a developer.
 */
export async function keepEndpoint(work: StoreWork, provider: ProviderName): Promise<void> {
  const { store, reader, write, services } = work;
  const { store_id } = store;
  const { secrets, base_url } = services;
  const connector = services.connectorOf(provider);
  const before = await findConnection(reader, provider);
  if (!before || before.sealed_credentials === null) return;
  if (before.endpoint_url === endpointUrl(base_url, { provider, store_id })) return;
  if (whyNotReachable(base_url, connector) !== undefined) return;
  const { key, secrets: old } = openCredentials(secrets, store_id, before.sealed_credentials);
  try {
    const placed = await placeEndpoint(work, { provider, key, before });
    const { endpoint_id, asks_because: error } = placed.place;
    if (endpoint_id === null) {
      services.log.warn(NOT_MOVED, { store_id, provider, error });
      return;
    }
    const is_saved = await write(async ({ tx }) => {
      const row = await lockConnection(tx, provider);
      // Connected anew in the meantime, or another process was faster.
      if (!row || row.sealed_credentials !== before.sealed_credentials) return false;
      const updated_at = services.clock();
      const sealed = { key, secrets: secretsAfter(old, placed, updated_at) };
      const sealed_credentials = sealCredentials(secrets, store_id, sealed);
      await saveConnection(tx, { ...row, ...placed.place, sealed_credentials, updated_at });
      return true;
    });
    services.connections.forget(store_id, provider);
    const unused = is_saved ? before.endpoint_id : endpoint_id;
    await removeEndpoint(work, { provider, key, endpoint_id: unused });
    if (is_saved) services.log.info('the provider has the new address', { store_id, provider });
  } catch (error) {
    services.log.warn(NOT_MOVED, { store_id, provider, error: String(error) });
  }
}
