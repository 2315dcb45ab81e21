import type { StoreTx, StoreWork } from '../../platform/operation/work.ts';
import { ChargesHeld } from '../money/payments/held-charges.ts';
import { findUsableCard } from '../money/payments/usable-card.ts';
import { StillPending } from '../money/transactions/ask-provider.ts';
import { openTransaction } from '../money/transactions/open-transaction.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { findPendingCharge, findTransaction } from '../money/transactions/transaction.sql.ts';
import { readBilling } from './read-billing.ts';
import { chargeOf, giveBackMinor, nextPeriod } from './renewal.rules.ts';
import { settleCharge } from './settle-charge.ts';
import type { SubscriptionRow } from './subscription.rules.ts';
import { lockSubscription } from './subscription.sql.ts';

/** A charge of a subscription that the provider has, and that is not here. */
interface Charged {
  /** The transaction that it was made for, whose record is lost. */
  transaction_id: string;
  subscription_id: string;
  provider: string;
  reference: string;
  /** By the clock of the store. */
  made_at: number;
  /** When the backup was made, by the same clock. */
  held_from: number;
}

/**
 * `given_back`: the customer has left since the restore, and what is for the time after that goes
 * back. `review`: it is another amount than the next period costs, so a person has to look; until then
 * the subscription is not charged. Others: why it is no renewal of a subscription here.
 */
export type Adopted =
  | 'paid'
  | 'given_back'
  | 'pending'
  | 'declined'
  | 'review'
  | 'unknown_subscription'
  | 'not_renewing'
  | 'other_charge'
  | 'free';

/**
 * Records a renewal that was charged after the backup that was restored, under its own identifier
 * and the provider's name of it: from here on it is one of ours, and its outcome is looked up at the
 * provider. It pays the next period, which is so not charged again. Can be repeated.
 */
export async function adoptRenewal(work: StoreWork, charged: Charged): Promise<Adopted> {
  const { transaction_id } = charged;
  // What was under way in the backup has ended since, one way or the other.
  const earlier = await findPendingCharge(work.reader, charged.subscription_id);
  // What collects a debt of somebody who left meanwhile waits for the release.
  const is_other = earlier?.effect != null && earlier.transaction_id !== transaction_id;
  if (is_other) await trySettling(work, earlier);
  const begun = await work.write((context) => begin(context, charged));
  if (typeof begun === 'string') return begun;
  await trySettling(work, begun);
  const now = await findTransaction(work.reader, transaction_id);
  if (now?.status === 'pending') return now.needs_review === 1 ? 'review' : 'pending';
  if (now?.status === 'declined') return 'declined';
  return now?.give_back_minor === null ? 'paid' : 'given_back';
}

async function trySettling(work: StoreWork, pending: TransactionRow): Promise<void> {
  try {
    // Nothing is started here: what has no name at the provider is given up there, and is the
    // outcome if it was paid.
    await settleCharge(work, pending, pending.provider_reference === null ? 'cancel' : 'ask');
  } catch (error) {
    if (!(error instanceof StillPending || error instanceof ChargesHeld)) throw error;
  }
}

/** When it was ended or paused; null while it renews. */
function leftAt({ status, paused_at, ended_at, canceled_at }: SubscriptionRow): number | null {
  if (status === 'paused') return paused_at ?? 0;
  return status === 'canceled' ? (ended_at ?? canceled_at ?? 0) : null;
}

async function begin(context: StoreTx, charged: Charged): Promise<TransactionRow | Adopted> {
  const { tx, now } = context;
  const { transaction_id, subscription_id, provider, reference } = charged;
  const row = await lockSubscription(tx, subscription_id);
  if (!row) return 'unknown_subscription';
  const known = await findTransaction(tx, transaction_id);
  if (known) return known;
  const left_at = leftAt(row);
  if (left_at !== null && left_at < charged.held_from) return 'not_renewing';
  if (await findPendingCharge(tx, subscription_id)) return 'other_charge';
  const at = Math.max(Math.min(charged.made_at, now), row.updated_at, row.paid_since + 1);
  const billing = (await readBilling(context, tx, row)).at(at);
  const { effect, bill } = nextPeriod(row, billing);
  if (bill.total_minor === 0) return 'free';
  const made = { bill, effect, tax_evidence: billing.tax_evidence, request_key: null, now: at };
  const charge = chargeOf(row, { ...made, transaction_id, type: 'renewal' });
  const pending = {
    ...charge,
    ...(left_at !== null && { give_back_minor: giveBackMinor(charge, row, left_at) }),
    ...((await findUsableCard(context, tx, row.customer_id)) ?? {}),
    provider,
    provider_reference: reference,
  };
  await openTransaction(tx, pending);
  return pending;
}
