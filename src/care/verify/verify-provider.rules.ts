import { fromMinor } from '../../platform/core/money.ts';
import { KASSA } from '../../platform/core/program.ts';
import { MINUTE_MS } from '../../platform/core/time.ts';
import {
  type Dispute,
  isSameAmount,
  type ProviderRecord,
} from '../../shop/money/payments/provider-record.rules.ts';
import type { DisputeRow } from '../../shop/money/transactions/dispute.rules.ts';
import type { TransactionRow } from '../../shop/money/transactions/transaction.rules.ts';
import { isPaid } from '../../shop/money/transactions/transaction-status.rules.ts';

// What is different between our records and those of a provider, and what to do about it.

/** How long a payment may be under way before it is a difference that it is pending here. */
const SETTLES_WITHIN_MS = 15 * MINUTE_MS;

const LATER = `It should arrive within minutes; if not, see \`${KASSA} provider show\``;

/** Both are of the same payment or refund; either may be missing. */
export function recordDifferences(
  ours: TransactionRow | undefined,
  theirs: ProviderRecord | undefined,
  { now }: { now: number },
): string[] {
  if (!ours) return theirs ? missingHere(theirs) : [];
  if (!theirs) return missingThere(ours);
  const { total_minor: amount_minor, currency } = ours;
  if (!isSameAmount({ amount_minor, currency }, theirs)) {
    const amounts = `${amountText(amount_minor, currency)} here, ${recordAmount(theirs)} there`;
    return [`${amounts}. Correct the difference with a refund`];
  }
  const status = statusDifference(ours, theirs, now);
  if (status !== undefined) return [status];
  return theirs.kind === 'refund'
    ? []
    : [...refundedDifference(ours, theirs), ...feeDifference(ours, theirs)];
}

/** What nobody has paid is no difference, and neither is a refund that failed. */
function missingHere(theirs: ProviderRecord): string[] {
  if (theirs.status !== 'paid' && theirs.status !== 'pending') return [];
  const amount = recordAmount(theirs);
  return theirs.kind === 'refund'
    ? [`a refund of ${amount} that was made there is not recorded here. ${LATER}`]
    : [
        `a payment of ${amount} there is not known here. If nobody got anything for it, refund it there`,
      ];
}

const missingThere = (ours: TransactionRow): string[] =>
  isPaid(ours)
    ? [`${ours.status} here, unknown there. Was the store connected to another account then?`]
    : [];

function statusDifference(
  ours: TransactionRow,
  theirs: ProviderRecord,
  now: number,
): string | undefined {
  const both = `${ours.status} here, ${theirs.status} there`;
  if (ours.status === 'pending') {
    const is_late = ours.created_at + SETTLES_WITHIN_MS < now;
    const has_ended = theirs.status === 'paid' || theirs.status === 'declined';
    if (!has_ended || !is_late) return undefined;
    return ours.needs_review === 1
      ? `${both}. Settle it with resolve-transaction`
      : `${both}. ${LATER}`;
  }
  if (isPaid(ours) === (theirs.status === 'paid')) return undefined;
  if (isPaid(ours))
    return `${both}. ${theirs.kind === 'refund' ? LATER : 'Refund it here, or ask the provider'}`;
  // What came too late was given back.
  const is_returned = theirs.refunded_minor === theirs.amount_minor;
  if (theirs.kind === 'charge' && is_returned) return undefined;
  return theirs.status === 'paid'
    ? `${both}. If it is not given back within minutes, refund it there`
    : undefined;
}

function refundedDifference(ours: TransactionRow, theirs: ProviderRecord): string[] {
  const { refunded_minor } = theirs;
  // While refunds are under way, the provider may be ahead.
  const is_same = refunded_minor >= ours.refunded_minor && refunded_minor <= ours.refunding_minor;
  if (is_same || !isPaid(ours)) return [];
  const [here, there] = [ours.refunded_minor, refunded_minor].map((one) =>
    amountText(one, ours.currency),
  );
  return [`${here} given back here, ${there} there. ${LATER}`];
}

function feeDifference(ours: TransactionRow, { fee }: ProviderRecord): string[] {
  if (!fee || !isPaid(ours)) return [];
  const there = amountText(fee.amount_minor, fee.currency);
  if (ours.fee_minor === null) {
    return ours.fee_due_at === null ? [`its fee is not known here, ${there} there`] : [];
  }
  const here = amountText(ours.fee_minor, ours.fee_currency ?? ours.currency);
  return here === there ? [] : [`a fee of ${here} here, ${there} there`];
}

export function disputeDifferences(
  ours: DisputeRow | undefined,
  theirs: Dispute | undefined,
): string[] {
  if (!ours)
    return theirs ? [`a dispute of ${disputeText(theirs)} is not known here. ${LATER}`] : [];
  if (!theirs) return [`a dispute of ${disputeText(ours)} is not known there`];
  const [here, there] = [disputeText(ours), disputeText(theirs)];
  return here === there ? [] : [`a dispute: ${here} here, ${there} there. ${LATER}`];
}

const disputeText = (one: Dispute | DisputeRow): string =>
  `${amountText(one.amount_minor, one.currency)} (${one.status}, fee ${amountText(
    one.fee_minor,
    one.fee_currency,
  )})`;

const recordAmount = ({ amount_minor, currency }: ProviderRecord): string =>
  amountText(amount_minor, currency);

const amountText = (minor: number, currency: string): string =>
  `${fromMinor(minor, currency)} ${currency}`;
