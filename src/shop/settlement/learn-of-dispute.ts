import type { StoreWork } from '../../platform/operation/work.ts';
import type { Gateway } from '../money/payments/gateway.ts';
import { settleDispute } from '../money/transactions/settle-dispute.ts';
import { endLost } from '../subscriptions/end-lost.ts';
import { findWithPayment, type SettlePending } from './payment-at-provider.ts';

/**
 * The provider has reported a dispute: it is looked up and recorded, with everything that follows
 * from it. An inquiry moves no money and changes nothing here, until it becomes a dispute.
 */
export async function learnOfDispute(
  work: StoreWork,
  gateway: Gateway,
  { reference }: { reference: string },
  settlePending: SettlePending,
): Promise<void> {
  const named = { gateway, reference };
  const lookUp = gateway.lookUpDispute?.bind(gateway);
  const known = await findWithPayment(work, named, lookUp, settlePending);
  if (!known) return;
  await settleDispute(work, known.payment, known.found);
  await endLost(work, 'dispute_lost');
}
