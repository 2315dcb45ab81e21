import type { StoreWork } from '../../platform/operation/work.ts';
import type { Chargeable } from '../money/payments/chargeable.rules.ts';
import { chargeableBy } from '../money/payments/gateway.ts';
import { ANY_AMOUNT } from './bill.rules.ts';

/** Which amounts can be charged in a store. */
export function chargeableIn(
  { store, services }: Pick<StoreWork, 'store' | 'services'>,
  { currency }: { currency: string },
): Chargeable {
  const gateway = services.gatewayOf(store);
  return gateway ? chargeableBy(gateway, currency) : ANY_AMOUNT;
}
