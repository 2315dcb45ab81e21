import type { Database } from '../../../platform/db/database.ts';
import type { StandInAddresses } from '../../../platform/machine/setting-names.ts';
import type { Connections, CredentialsOf } from './connections.ts';
import type { Connector, ProviderApi } from './connector.ts';
import type { Gateway, GatewayOf } from './gateway.ts';
import { isProviderName, PROVIDER_NAMES, type ProviderName } from './provider-names.rules.ts';
import { createStripeConnector } from './stripe/stripe-connector.ts';
import { createStripeGateway } from './stripe/stripe-gateway.ts';
import { createTestGateway, type TestGateway } from './test-gateway.ts';

declare module '../../../platform/operation/services.ts' {
  interface Services {
    connectorOf: ConnectorOf;
  }
}

/** The two ports of each provider: to its payments, and to the accounts that are connected. */
const PORTS: Record<ProviderName, Ports> = {
  stripe: { createGateway: createStripeGateway, createConnector: createStripeConnector },
};

interface Ports {
  createGateway(options: ProviderApi & { credentialsOf: CredentialsOf }): Gateway;
  createConnector(api: ProviderApi): Connector;
}

export type ConnectorOf = (provider: ProviderName) => Connector;

interface Options extends Omit<ProviderApi, 'api_address'> {
  connections: Pick<Connections, 'credentialsOf'>;
  addresses: StandInAddresses;
}

export interface Providers {
  gatewayOf: GatewayOf;
  /** Also used by the page of the simulated bank. */
  test_gateway: TestGateway;
}

/** Every payment provider that this installation knows. */
export function createProviders(
  db: Pick<Database, 'reader' | 'write' | 'writeUnsynced'>,
  base_url: () => string,
  options?: Options,
): Providers {
  const test_gateway = createTestGateway(db, base_url);
  const known = new Map<string, Gateway>([[test_gateway.provider, test_gateway]]);
  if (options) {
    const { connections, addresses, ...api } = options;
    for (const provider of PROVIDER_NAMES) {
      const credentialsOf: CredentialsOf = (store_id) =>
        connections.credentialsOf(store_id, provider);
      const own = { ...api, api_address: addresses[provider], credentialsOf };
      known.set(provider, PORTS[provider].createGateway(own));
    }
  }
  return {
    test_gateway,
    gatewayOf(store, named) {
      const own = store.provider ?? (store.mode === 'test' ? test_gateway.provider : undefined);
      const name = named ?? own;
      // A live store never uses the test gateway, whatever its row says: no money would be moved.
      if (name === test_gateway.provider && store.mode !== 'test') return undefined;
      return name === undefined ? undefined : known.get(name);
    },
  };
}

export const createConnectors =
  (addresses: StandInAddresses, api: Omit<ProviderApi, 'api_address'> = {}): ConnectorOf =>
  (provider) =>
    PORTS[provider].createConnector({ ...api, api_address: addresses[provider] });

/** The provider that takes the payments of a store, if it is one that can be connected. */
export const ownProvider = ({ provider }: { provider: string | null }): ProviderName | undefined =>
  isProviderName(provider) ? provider : undefined;
