import type { StoreWork } from '../operation/work.ts';
import { type Gateway, withTimeout } from '../payments/gateway.ts';
import { endDisputed } from '../subscriptions/end-disputed.ts';
import { settleDispute } from '../transactions/settle-dispute.ts';
import { findPaymentAt, type SettlePending } from './payment-at-provider.ts';

/**
 * The provider has told of a dispute: it is looked up and recorded, with everything that follows
 * from it. An inquiry moves no money and changes nothing here, until it becomes a dispute.
 */
export async function learnOfDispute(
  work: StoreWork,
  gateway: Gateway,
  { reference }: { reference: string },
  settlePending: SettlePending,
): Promise<void> {
  const { store, now } = work;
  const name = { store_id: store.store_id, reference, now };
  const found = gateway.lookUpDispute && (await withTimeout(gateway.lookUpDispute(name)));
  if (!found) return;
  const charge = { gateway, reference: found.charge_reference };
  const payment = await findPaymentAt(work, charge, settlePending);
  if (!payment) return;
  await settleDispute(work, payment, found);
  await endDisputed(work);
}
