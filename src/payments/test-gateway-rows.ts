import { newId, randomText } from '../core/ids.ts';
import { DAY_MS } from '../core/time.ts';
import type { Charge, Refund, RefundResult } from './gateway.ts';
import type { GatewayChargeRow, GatewayRefundRow } from './test-gateway.sql.ts';

/** Decline codes of cards that can be saved but are declined when charged. */
const DECLINED_LATER: Record<string, string> = {
  declines_later: 'card_declined',
  lost_later: 'lost_card',
  pays_up_to_100: 'insufficient_funds',
};

const PAYING = ['pays', 'refuses_refunds', 'refunds_later', 'fails_refunds_later'];
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
    ...{ charge_reference, amount_minor, currency },
    ends_as: null,
    ends_at: null,
    created_at: now,
  };
  if (behavior === 'refuses_refunds') return { ...common, status: 'declined' };
  if (behavior !== 'refunds_later' && behavior !== 'fails_refunds_later') {
    return { ...common, status: 'paid' };
  }
  const ends_as = behavior === 'refunds_later' ? 'paid' : 'declined';
  return { ...common, status: 'pending', ends_as, ends_at: now + PENDING_REFUND_MS };
}

export const refundResult = ({ status }: Pick<GatewayRefundRow, 'status'>): RefundResult =>
  status === 'declined' ? { status, decline_code: 'refund_not_possible' } : { status };
