import type { Database } from '../../../platform/db/database.ts';
import type { Gateway, GatewayOf } from './gateway.ts';
import { createStripeGateway, type StripeOptions } from './stripe/stripe-gateway.ts';
import { createTestGateway, type TestGateway } from './test-gateway.ts';

export interface Providers {
  gatewayOf: GatewayOf;
  /** Also used by the page of the simulated bank. */
  test_gateway: TestGateway;
}

/** Every payment provider that this installation knows. */
export function createProviders(
  db: Pick<Database, 'reader' | 'write' | 'writeUnsynced'>,
  base_url: () => string,
  stripe?: StripeOptions,
): Providers {
  const test_gateway = createTestGateway(db, base_url);
  const gateways: Gateway[] = stripe ? [test_gateway, createStripeGateway(stripe)] : [test_gateway];
  const known = new Map(gateways.map((gateway) => [gateway.provider, gateway]));
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
