import type { Tx } from '../db/database.ts';
import type { Emit, StoreWrite } from '../events/outbox.ts';
import { type Gateway, GatewayUnavailable } from '../payments/gateway.ts';
import { findPendingCharge } from '../transactions/transaction.sql.ts';
import { settleCharge } from './settle-charge.ts';
import type { SubscriptionRow } from './subscription.rules.ts';
import { lockSubscription } from './subscription.sql.ts';

/** A subscription of which no charge is under way, locked. */
export interface AtRest {
  tx: Tx;
  emit: Emit;
  before: SubscriptionRow;
}

interface Context {
  write: StoreWrite;
  gateway: Gateway | undefined;
  store: { store_id: string };
  now: number;
}

/**
 * Works on a subscription of which no charge is under way: one that is, is settled first. So
 * nothing changes between what was asked of the provider and what is recorded.
 */
export async function awaitCharge<T>(
  { write, gateway, store, now }: Context,
  subscription_id: string,
  work: (found: AtRest) => Promise<T>,
): Promise<T | undefined> {
  for (;;) {
    const done = await write(async (tx, emit) => {
      const before = await lockSubscription(tx, subscription_id);
      if (!before) return { value: undefined };
      const pending = await findPendingCharge(tx, subscription_id);
      return pending ? { pending } : { value: await work({ tx, emit, before }) };
    });
    if (!done.pending) return done.value;
    if (!gateway) throw new GatewayUnavailable('this store has no payment provider');
    await settleCharge({ write, gateway, store, now }, done.pending);
  }
}
