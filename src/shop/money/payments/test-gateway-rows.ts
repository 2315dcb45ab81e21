import { newId, randomText } from '../../../platform/core/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts';
import type { Charge, Refund, RefundResult } from './gateway.ts';
import type { Dispute } from './provider-record.rules.ts';
import type { GatewayChargeRow, GatewayRefundRow } from './test-gateway.sql.ts';
import type { GatewayDisputeRow } from './test-gateway-messages.sql.ts';

/** Decline codes of cards that can be saved but are declined when charged. */
const DECLINED_LATER: Record<string, string> = {
  declines_later: 'card_declined',
  lost_later: 'lost_card',
  pays_up_to_100: 'insufficient_funds',
};

const PAYING = [
  'pays',
  'refuses_refunds',
  'refunds_later',
  'fails_refunds_later',
  'returns_refunds',
  'disputed_lost',
  'disputed_won',
];
const PENDING_REFUND_MS = 2 * DAY_MS;

/** A new charge, by the behavior of the card. */
export function newCharge(charge: Charge, behavior: string): GatewayChargeRow {
  const { payer, description, metadata, now } = charge;
  const common = {
    reference: newId('ch', now),
    charge_key: charge.key,
    token: charge.card_token ?? '',
    amount_minor: charge.amount_minor,
    refunded_minor: 0,
    currency: charge.currency,
    decline_code: null,
    action_token: null,
    return_url: charge.return_url,
    ends_as: null,
    ends_at: null,
    details: JSON.stringify({ payer, description, metadata }),
    created_at: now,
  };
  if (PAYING.includes(behavior)) return { ...common, status: 'paid' };
  if (behavior === 'confirms') {
    return charge.buyer_present
      ? { ...common, status: 'waiting', action_token: randomText(20) }
      : { ...common, status: 'declined', decline_code: 'authentication_required' };
  }
  if (behavior === 'pays_tomorrow') {
    return { ...common, status: 'pending', ends_as: 'paid', ends_at: now + DAY_MS };
  }
  if (behavior === 'pays_up_to_100' && charge.amount_minor <= 10_000) {
    return { ...common, status: 'paid' };
  }
  const code = DECLINED_LATER[behavior] ?? behavior;
  return { ...common, status: 'declined', decline_code: code };
}

/** A new refund, by the behavior of the card. */
export function newRefund(refund: Refund, behavior: string | undefined): GatewayRefundRow {
  const { key, charge_reference, amount_minor, currency, now } = refund;
  const common = {
    reference: newId('re', now),
    refund_key: key,
    charge_reference,
    amount_minor,
    currency,
    ends_as: null,
    ends_at: null,
    created_at: now,
  };
  if (behavior === 'refuses_refunds') return { ...common, status: 'declined' };
  const ends_at = now + PENDING_REFUND_MS;
  if (behavior === 'returns_refunds') {
    return { ...common, status: 'paid', ends_as: 'declined', ends_at };
  }
  if (behavior !== 'refunds_later' && behavior !== 'fails_refunds_later') {
    return { ...common, status: 'paid' };
  }
  const ends_as = behavior === 'refunds_later' ? 'paid' : 'declined';
  return { ...common, status: 'pending', ends_as, ends_at };
}

const DISPUTED: Record<string, { ends_as: 'won' | 'lost'; reason: string }> = {
  disputed_lost: { ends_as: 'lost', reason: 'fraudulent' },
  disputed_won: { ends_as: 'won', reason: 'product_not_received' },
};

/** The dispute that a paid charge will have, by the behavior of the card. */
export function newDispute(
  charge: GatewayChargeRow,
  behavior: string,
): GatewayDisputeRow | undefined {
  const { status, reference: charge_reference, amount_minor, currency, created_at } = charge;
  const dispute = DISPUTED[behavior];
  if (!dispute || status !== 'paid') return undefined;
  const opens_at = created_at + HOUR_MS;
  const reference = newId('du', created_at);
  const ends_at = created_at + 2 * DAY_MS;
  return { reference, charge_reference, amount_minor, currency, ...dispute, opens_at, ends_at };
}

/** A dispute as it is at that time; undefined before it is opened. */
export function disputeAt(row: GatewayDisputeRow, now: number): Dispute | undefined {
  const { reference, charge_reference, amount_minor, currency, reason, opens_at, ends_at } = row;
  if (now < opens_at) return undefined;
  const status = now < ends_at ? 'opened' : row.ends_as;
  const fee = { fee_minor: 0, fee_currency: currency };
  return {
    reference,
    charge_reference,
    status,
    amount_minor,
    currency,
    ...fee,
    reason,
    due_at: ends_at,
  };
}

export const refundResult = ({ status }: Pick<GatewayRefundRow, 'status'>): RefundResult =>
  status === 'declined' ? { status, decline_code: 'refund_not_possible' } : { status };
