import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { ifAnswered } from '../money/payments/if-answered.ts';
import { type HeldDebt, listHeldDebts } from '../money/transactions/held-debt.sql.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { beginDebtCharge } from './begin-debt-charge.ts';
import { settleCharge } from './settle-charge.ts';
import type { SubscriptionRow } from './subscription.rules.ts';

// What a customer owes is collected before a subscription ends. A payment that they have begun and
// will never confirm must not keep it from that: such payments are given up first.

/** A customer may begin another payment meanwhile; not for ever. */
export const ROUNDS = 3;

/** A charge to settle; or payments to be given up before there is one. */
interface Collecting {
  charge?: TransactionRow | undefined;
  held?: HeldDebt[];
}

/** Begins to collect what is owed, in the transaction that ends the subscription or before it. */
export async function beginCollecting(
  context: StoreTx,
  row: SubscriptionRow,
  { request_key, is_last }: { request_key: string | null; is_last: boolean },
): Promise<Collecting> {
  const charge = await beginDebtCharge(context, row, request_key);
  if (charge || is_last) return { charge };
  return { held: await listHeldDebts(context.tx, row) };
}

/** Collects what `begin` finds. If the provider does not answer about it, a job settles it later. */
export async function collectDebt(
  work: StoreWork,
  begin: (is_last: boolean) => Promise<Collecting | undefined>,
): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    const { charge, held = [] } = (await begin(round === ROUNDS)) ?? {};
    if (charge) await ifAnswered(settleCharge(work, charge));
    if (charge || held.length === 0) return;
    await giveUp(work, held);
  }
}

export const giveUp = (work: StoreWork, held: HeldDebt[]): Promise<void> =>
  work.services.giveUpPayments(
    work,
    held.map(({ transaction_id }) => transaction_id),
  );
