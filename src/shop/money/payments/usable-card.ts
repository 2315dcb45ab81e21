import type { Reader } from '../../../platform/db/database.ts';
import type { StoreWork } from '../../../platform/operation/work.ts';
import { findPaymentMethod, type PaymentMethodRow } from './payment-method.sql.ts';

/** The customer's saved card, if it is at the provider that the store has now. */
export async function findUsableCard(
  { store, services }: Pick<StoreWork, 'store' | 'services'>,
  reader: Reader,
  customer_id: string,
): Promise<PaymentMethodRow | undefined> {
  const provider = services.gatewayOf(store)?.provider;
  return provider === undefined ? undefined : findPaymentMethod(reader, { customer_id, provider });
}
