import type { Reader } from '../db/database.ts';
import type { StoreWork } from '../operation/work.ts';
import { NO_TAX } from '../taxes/decide-tax.rules.ts';
import type { Billing } from './bill.rules.ts';
import { chargeableIn } from './chargeable-in.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

/** With what the bills of a subscription are made, by the instant of the bill. */
export async function readBilling(
  work: Pick<StoreWork, 'store' | 'services'>,
  _reader: Reader,
  row: Pick<SubscriptionRow, 'currency' | 'customer_id'>,
): Promise<(at: number) => Billing> {
  const chargeable = chargeableIn(work, row);
  return () => ({ chargeable, taxOf: () => NO_TAX });
}
