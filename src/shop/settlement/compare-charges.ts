import { fromMinor } from '../../platform/core/money.ts';
import { DAY_MS, HOUR_MS, isoInstant } from '../../platform/core/time.ts';
import type { StoreWork } from '../../platform/operation/work.ts';
import type { Gateway } from '../money/payments/gateway.ts';
import type { Hold } from '../money/payments/held-charges.sql.ts';
import { ChargesHeld } from '../money/payments/held-charges.ts';
import type { ProviderRecord } from '../money/payments/provider-record.rules.ts';
import { findUsableCard } from '../money/payments/usable-card.ts';
import { ifSettled } from '../money/transactions/ask-provider.ts';
import type { TransactionRow } from '../money/transactions/transaction.rules.ts';
import { findByReference, findTransaction } from '../money/transactions/transaction.sql.ts';
import { type Adopted, adoptRenewal } from '../subscriptions/adopt-renewal.ts';
import { findCardUpdate } from '../subscriptions/card-update.sql.ts';
import { readBilling } from '../subscriptions/read-billing.ts';
import { nextPeriod } from '../subscriptions/renewal.rules.ts';
import { settleCharge } from '../subscriptions/settle-charge.ts';
import { findSubscription } from '../subscriptions/subscription.sql.ts';
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
  /** Pages of before the crash on which nobody can pay any more. */
  closed_pages: number;
  /** What a person has to know of before charges go on. */
  unexplained: string[];
}

/**
 * Compares what a provider has charged since a backup with what the restored shop knows. Renewals
 * are recorded, so that nobody pays them twice, and so are refunds; the rest is reported. It can be
 * repeated, and nothing is charged by it.
 */
export async function compareCharges(
  work: StoreWork,
  gateway: Gateway,
  hold: Hold,
): Promise<ComparedCharges> {
  const { held_from } = hold;
  const closed_pages = await closeUnknownPages(work, gateway, held_from - DAY_MS);
  const records = await recordsSince(work, gateway, held_from - MARGIN_MS);
  const comparison: ComparedCharges = {
    looked_at: records.length,
    adopted: [],
    to_review: [],
    closed_pages,
    unexplained: [],
  };
  for (const record of records) {
    try {
      if (record.kind === 'charge')
        await compareCharge(work, gateway, { record, hold, comparison });
      else await followHint(work, gateway, { of: 'refund', ...record });
    } catch (error) {
      if (!(error instanceof ChargesHeld)) throw error;
      comparison.unexplained.push(
        `${describe(record)}: waits for another charge: compare again later`,
      );
    }
  }
  comparison.unexplained.push(...(await neverTried(work, records, hold)));
  return comparison;
}

/** Pages that buyers still have, and whose payment nobody here would know what it is for. */
async function closeUnknownPages(
  { reader, store }: StoreWork,
  gateway: Gateway,
  since: number,
): Promise<number> {
  const { store_id } = store;
  let closed = 0;
  for (const { reference, key } of (await gateway.listOpenPages?.({ store_id, since })) ?? []) {
    const is_known =
      key !== null && ((await findTransaction(reader, key)) ?? (await findCardUpdate(reader, key)));
    if (is_known) continue;
    await gateway.closePage?.({ store_id, reference });
    closed++;
  }
  return closed;
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
      store_id,
      cursor,
      since,
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
  { record, hold, comparison }: { record: ProviderRecord; hold: Hold; comparison: ComparedCharges },
): Promise<void> {
  const { reference, key, status } = record;
  if (status !== 'paid' && status !== 'pending') return;
  const { provider } = gateway;
  const text = `${describe(record)}: `;
  const ours =
    (await findByReference(work.reader, { provider, reference })) ??
    (key === null ? undefined : await findTransaction(work.reader, key));
  if (ours) {
    // What was under way in the backup has ended since.
    if (ours.status === 'pending') await settleKnown(work, gateway, ours, record);
    if (await isLeft(work, record, hold)) comparison.unexplained.push(text + LEFT);
    return;
  }
  const outcome = await adopt(work, gateway, record, hold);
  if (await isLeft(work, record, hold)) comparison.unexplained.push(text + LEFT);
  if (outcome === 'paid' || outcome === 'pending' || outcome === 'given_back')
    comparison.adopted.push(text + ADOPTED[outcome]);
  else if (outcome === 'review') comparison.to_review.push(text + REVIEW);
  // What went back altogether is owed to nobody.
  else if (record.refunded_minor < record.amount_minor) {
    comparison.unexplained.push(text + UNEXPLAINED[outcome]);
  }
}

/** By the name that the provider gave it, so that nothing is started anew. */
async function settleKnown(
  work: StoreWork,
  gateway: Gateway,
  ours: TransactionRow,
  { reference, key }: ProviderRecord,
): Promise<void> {
  const is_of_subscription = ours.type === 'renewal' || ours.type === 'plan_change';
  if (!is_of_subscription || ours.provider_reference !== null) {
    return followHint(work, gateway, { of: 'charge', reference, key });
  }
  await ifSettled(settleCharge(work, { ...ours, provider_reference: reference }));
}

/** A renewal of after the backup that was given back, of a subscription that goes on here. */
async function isLeft(
  { reader }: StoreWork,
  { refunded_minor, about, made_at = 0 }: ProviderRecord,
  hold: Hold,
): Promise<boolean> {
  if (refunded_minor === 0 || !isBetween(made_at, hold)) return false;
  const row = await findSubscription(reader, about?.subscription_id ?? '');
  const goes_on = row && !['canceled', 'paused'].includes(row.status);
  return goes_on === true && row.cancel_at_period_end === 0;
}

/** After the backup, and before it was restored. */
const isBetween = (at: number, { held_from, held_at }: Hold): boolean =>
  at > held_from && at <= (held_at ?? Number.POSITIVE_INFINITY);

async function adopt(
  work: StoreWork,
  gateway: Gateway,
  { reference, key, about, made_at = 0 }: ProviderRecord,
  hold: Hold,
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
    transaction_id: key,
    subscription_id,
    provider,
    reference,
    made_at: at,
    held_from: hold.held_from + work.store.clock_ahead_ms,
  });
}

const ADOPTED = {
  paid: 'a renewal that was paid. It is recorded, and the subscription goes on after it',
  given_back:
    'a renewal of somebody who has left since the restore. It is recorded, and what is for the ' +
    'time after that goes back',
  pending: 'a renewal that is under way at the provider. It is recorded',
};

const REVIEW =
  'a renewal of another amount than it costs here: the plan, the price or a coupon was changed ' +
  'after the backup. It is not charged until you settle it with resolve-transaction';

const LEFT =
  'money of this renewal went back: the subscription was probably canceled after the backup. ' +
  'Cancel it here if so';

const UNEXPLAINED: Record<
  Exclude<Adopted, 'paid' | 'given_back' | 'pending' | 'review'> | Kind,
  string
> = {
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
async function neverTried(
  work: StoreWork,
  records: ProviderRecord[],
  hold: Hold,
): Promise<string[]> {
  if (work.store.clock_ahead_ms !== 0) return [];
  const tried = new Set(records.map(({ about }) => about?.subscription_id));
  // What was sold after the restore says nothing about the shop before it.
  const last_at = records.reduce(
    (last, { made_at = 0 }) => (isBetween(made_at, hold) ? Math.max(last, made_at) : last),
    0,
  );
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

/** A free period, or one without a card, never reaches the provider. */
async function wouldBeTried(work: StoreWork, subscription_id: string): Promise<boolean> {
  const { reader, now } = work;
  const row = await findSubscription(reader, subscription_id);
  if (!row || !(await findUsableCard(work, reader, row.customer_id))) return false;
  const billing = (await readBilling(work, reader, row)).at(now);
  return nextPeriod(row, billing).bill.total_minor > 0;
}
