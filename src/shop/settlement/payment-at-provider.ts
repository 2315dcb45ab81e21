import { ProviderUnanswered } from '../../platform/core/errors.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import type { ByReference, Gateway } from '../money/payments/gateway.ts';
import { withTimeout } from '../money/payments/with-timeout.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { findByReference, findTransaction } from '../money/transactions/transaction.sql.ts';
import { isPaid } from '../money/transactions/transaction-status.rules.ts';

/** Finds out the state of a pending payment and records it. */
export type SettlePending = (pending: TransactionRow) => Promise<unknown>;

/**
 * The payment that a refund or dispute at the provider is of; undefined if it is not ours, or is
 * declined here. The provider may report these before it reports that the payment was made: then
 * that is settled first.
 */
export async function findPaymentAt(
  work: StoreWork,
  { gateway, reference }: { gateway: Gateway; reference: string },
  settlePending: SettlePending,
): Promise<TransactionRow | undefined> {
  const { reader, store } = work;
  const { provider } = gateway;
  const known = await findByReference(reader, { provider, reference });
  const found = known ?? (await findByKey(work, gateway, reference));
  if (!found || found.type === 'refund') return undefined;
  if (found.status === 'pending') {
    await settlePending(found);
    const settled = await findTransaction(reader, found.transaction_id);
    if (settled?.status === 'pending') {
      throw new ProviderUnanswered(`a payment of ${store.store_id} is not settled yet`);
    }
    return settled && isPaid(settled) ? settled : undefined;
  }
  return isPaid(found) ? found : undefined;
}

/** What the provider says under a reference, and the payment that it is of; undefined if none. */
export async function findWithPayment<Found extends { charge_reference: string }>(
  work: StoreWork,
  { gateway, reference }: { gateway: Gateway; reference: string },
  lookUp: ((name: ByReference) => Promise<Found | undefined>) | undefined,
  settlePending: SettlePending,
): Promise<{ found: Found; payment: TransactionRow } | undefined> {
  const { store, now } = work;
  const found = lookUp && (await withTimeout(lookUp({ store_id: store.store_id, reference, now })));
  if (!found) return undefined;
  const charge = { gateway, reference: found.charge_reference };
  const payment = await findPaymentAt(work, charge, settlePending);
  return payment && { found, payment };
}

async function findByKey(
  { reader, store }: StoreWork,
  gateway: Gateway,
  reference: string,
): Promise<TransactionRow | undefined> {
  const { store_id } = store;
  const records = await withTimeout(gateway.recordsOf({ store_id, references: [reference] }));
  const key = records.find((one) => one.reference === reference)?.key ?? null;
  return key === null ? undefined : findTransaction(reader, key);
}
