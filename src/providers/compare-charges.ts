import { fromMinor } from '../core/money.ts';
import { HOUR_MS, isoInstant } from '../core/time.ts';
import type { StoreWork } from '../operation/work.ts';
import type { Gateway } from '../payments/gateway.ts';
import type { ProviderRecord } from '../payments/provider-record.rules.ts';
import { findUsableCard } from '../payments/usable-card.ts';
import { type Adopted, adoptRenewal } from '../subscriptions/adopt-renewal.ts';
import { readBilling } from '../subscriptions/read-billing.ts';
import { nextPeriod } from '../subscriptions/renewal.rules.ts';
import { findSubscription } from '../subscriptions/subscription.sql.ts';
import { findByReference, findTransaction } from '../transactions/transaction.sql.ts';
import { listDueBy } from './compare-charges.sql.ts';
import { followHint } from './follow-hint.ts';

/** Clocks differ, and a backup takes a while. */
const MARGIN_MS = HOUR_MS;
const LISTED_MAX = 10_000;
const TRANSACTION_ID = /^txn_[0-9a-z]{28}$/;

/** What came of comparing a store with its provider after a restore. */
export interface ComparedCharges {
  /** Payments and refunds that the provider has since the backup. */
  looked_at: number;
  /** Renewals that were recorded. */
  adopted: string[];
  /** Renewals that a person has to look at: until then their subscriptions are not charged. */
  to_review: string[];
  /** What a person has to know of before charges go on. */
  unexplained: string[];
}

/**
 * Compares what a provider has charged since a backup with what the restored shop knows. Renewals
 * are recorded, so that nobody pays them twice, and so are refunds; the rest is told. It can be
 * repeated, and nothing is charged by it.
 */
export async function compareCharges(
  work: StoreWork,
  gateway: Gateway,
  held_from: number,
): Promise<ComparedCharges> {
  const records = await recordsSince(work, gateway, held_from - MARGIN_MS);
  const found: ComparedCharges = {
    ...{ looked_at: records.length, adopted: [], to_review: [], unexplained: [] },
  };
  for (const record of records.filter(({ kind }) => kind === 'charge')) {
    await compareCharge(work, gateway, record, found);
  }
  for (const { reference, key } of records.filter(({ kind }) => kind === 'refund')) {
    await followHint(work, gateway, { of: 'refund', reference, key });
  }
  found.unexplained.push(...(await neverTried(work, records)));
  return found;
}

/** The oldest first: each period begins where the one before ended. */
async function recordsSince(
  { store }: StoreWork,
  gateway: Gateway,
  since: number,
): Promise<ProviderRecord[]> {
  const { store_id } = store;
  const records: ProviderRecord[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<Gateway['listRecords']>> = await gateway.listRecords({
      ...{ store_id, cursor, since },
    });
    records.push(...page.records);
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  return records.toSorted((a, b) => (a.made_at ?? 0) - (b.made_at ?? 0));
}

async function compareCharge(
  work: StoreWork,
  gateway: Gateway,
  record: ProviderRecord,
  found: ComparedCharges,
): Promise<void> {
  const { reference, key, status } = record;
  if (status !== 'paid' && status !== 'pending') return;
  const { provider } = gateway;
  const ours =
    (await findByReference(work.reader, { provider, reference })) ??
    (key === null ? undefined : await findTransaction(work.reader, key));
  if (ours) {
    // What was under way in the backup has ended since.
    if (ours.status === 'pending')
      await followHint(work, gateway, { of: 'charge', reference, key });
    return;
  }
  const outcome = await adopt(work, gateway, record);
  const text = `${describe(record)}: `;
  if (outcome === 'paid' || outcome === 'pending') found.adopted.push(text + ADOPTED[outcome]);
  else if (outcome === 'review') found.to_review.push(text + REVIEW);
  // What went back altogether is owed to nobody.
  else if (record.refunded_minor < record.amount_minor) {
    found.unexplained.push(text + UNEXPLAINED[outcome]);
  }
}

async function adopt(
  work: StoreWork,
  gateway: Gateway,
  { reference, key, about, made_at = 0 }: ProviderRecord,
): Promise<Adopted | 'purchase' | 'plan_change'> {
  const subscription_id = about?.subscription_id ?? null;
  if (subscription_id === null) return 'purchase';
  const subscription = await findSubscription(work.reader, subscription_id);
  if (!subscription) return 'unknown_subscription';
  const at = made_at + work.store.clock_ahead_ms;
  // An older version of Kassa did not say what a charge is for: a change comes before the period ends.
  const is_due = subscription.status === 'past_due' || at >= subscription.current_period_end;
  const type = about?.type ?? (is_due ? 'renewal' : 'plan_change');
  if (type !== 'renewal' || key === null || !TRANSACTION_ID.test(key)) return 'plan_change';
  const { provider } = gateway;
  return adoptRenewal(work, {
    ...{ transaction_id: key, subscription_id, provider, reference, made_at: at },
  });
}

const ADOPTED = {
  paid: 'a renewal that was paid. It is recorded, and the subscription goes on after it',
  pending: 'a renewal that is under way at the provider. It is recorded',
};

const REVIEW =
  'a renewal of another amount than it costs here: the plan, the price or a coupon was changed ' +
  'after the backup. It is not charged until you settle it with resolve-transaction';

const UNEXPLAINED: Record<Exclude<Adopted, 'paid' | 'pending' | 'review'> | Kind, string> = {
  purchase: 'a purchase after the backup. Give the customer what was bought, or refund it there',
  plan_change: 'a change of plan after the backup. Make it again without a charge, or refund it',
  unknown_subscription: 'the subscription is newer than the backup, and is not renewed any more',
  not_renewing: 'the subscription had ended or was paused in the backup: look what became of it',
  other_charge: 'another charge of this subscription is under way: compare again later',
  free: 'the next period is free here, and something was paid for it: look what was changed',
  declined: 'it is declined by now: look at it at the provider',
};

type Kind = 'purchase' | 'plan_change';

function describe(record: ProviderRecord): string {
  const { amount_minor, currency, reference, about, made_at = 0 } = record;
  const names = [reference, about?.subscription_id, about?.checkout_session_id].filter(Boolean);
  const amount = `${fromMinor(amount_minor, currency)} ${currency}`;
  return `${isoInstant(made_at)} ${amount} (${names.join(', ')})`;
}

/**
 * Subscriptions that were due while the shop still charged others, and of which the provider has no
 * try: they were canceled, paused or changed after the backup, which nobody knows here. Whose clock
 * is moved cannot be compared so.
 */
async function neverTried(work: StoreWork, records: ProviderRecord[]): Promise<string[]> {
  if (work.store.clock_ahead_ms !== 0) return [];
  const tried = new Set(records.map(({ about }) => about?.subscription_id));
  const last_at = Math.max(0, ...records.map(({ made_at = 0 }) => made_at));
  const due = { until: last_at - MARGIN_MS, limit: LISTED_MAX };
  const lines: string[] = [];
  for (const { subscription_id, next_payment_at } of await listDueBy(work.reader, due)) {
    if (tried.has(subscription_id) || !(await wouldBeTried(work, subscription_id))) continue;
    lines.push(
      `${subscription_id}: was due on ${isoInstant(next_payment_at)}, and nobody tried to charge ` +
        'it: it was probably canceled, paused or changed after the backup. Cancel it here if so',
    );
  }
  return lines;
}

/** A free period, or one without a card, is not asked of the provider. */
async function wouldBeTried(work: StoreWork, subscription_id: string): Promise<boolean> {
  const { reader, now } = work;
  const row = await findSubscription(reader, subscription_id);
  if (!row || !(await findUsableCard(work, reader, row.customer_id))) return false;
  const billing = (await readBilling(work, reader, row)).at(now);
  return nextPeriod(row, billing).bill.total_minor > 0;
}
