import type Stripe from 'stripe';
import { ProviderRefused } from '../../../../platform/core/errors.ts';
import type { Gateway, Refund, RefundResult, Started } from '../gateway.ts';
import { keyAt, keysBy } from './charge-card.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { toStripeAmount } from './currency.rules.ts';
import { answerOf, isMissing, isSellers, StripeFailed, StripeRefused } from './refusals.ts';
import { findInList, type Searched } from './search.ts';

type Refunds = Pick<Gateway, 'startRefund' | 'lookUpRefund' | 'findRefund'>;

export const refundsAt = (access: StripeAccess): Refunds => ({
  async startRefund(refund) {
    // Nothing can be on its way: no store is disconnected while a refund is pending.
    const is_connected = (await access.credentialsOf(refund.store_id)) !== undefined;
    if (!is_connected) return declined('provider_disconnected');
    return start(await stripeOf(access, refund.store_id), refund);
  },

  async lookUpRefund({ store_id, reference }) {
    const stripe = await stripeOf(access, store_id);
    return refundResult(await answerOf(stripe.refunds.retrieve(reference)));
  },

  async findRefund({ store_id, key, charge_reference }) {
    const found = await find(await stripeOf(access, store_id), key, charge_reference);
    return typeof found === 'string' ? found : { ...refundResult(found), reference: found.id };
  },
});

async function start(stripe: Stripe, refund: Refund, step = 0): Promise<Started<RefundResult>> {
  const { key, charge_reference: payment_intent, metadata, amount_minor, currency } = refund;
  const amount = toStripeAmount(amount_minor, currency);
  if (amount === undefined) return declined('refund_not_possible');
  try {
    const made = await answerOf(
      stripe.refunds.create(
        { payment_intent, amount, metadata },
        { idempotencyKey: keyAt(refund, step) },
      ),
    );
    return { ...refundResult(made), reference: made.id };
  } catch (error) {
    if (!(error instanceof StripeRefused || error instanceof StripeFailed)) throw error;
    // As a charge that is refused so, it is requested again under other keys (see chargeCard).
    const { now, created_at = now } = refund;
    const is_of_account = isSellers(error) && OF_ACCOUNT.includes(error.code ?? '');
    if (is_of_account && error.is_repeated && step < keysBy({ now, created_at })) {
      return start(stripe, refund, step + 1);
    }
    const found = await find(stripe, key, payment_intent);
    if (typeof found !== 'string') return { ...refundResult(found), reference: found.id };
    if (error instanceof StripeFailed) throw error;
    if (found === 'unknown' || error.is_other_request) throw error;
    if (is_of_account) throw new ProviderRefused(error.message);
    return refused(error);
  }
}

/** Stripe refuses to list refunds of a payment that this account does not have: it has none. */
async function find(
  stripe: Stripe,
  key: string,
  payment_intent: string,
): Promise<Searched<Stripe.Refund>> {
  try {
    return await findInList((paging) => stripe.refunds.list({ ...paging, payment_intent }), key);
  } catch (error) {
    if (isMissing(error)) return 'none';
    throw error;
  }
}

/** What is wrong with the account, and not with this refund: when that is mended, it is made. */
const OF_ACCOUNT: readonly string[] = [
  ...['account_invalid', 'capability_not_active', 'testmode_charges_only', 'livemode_mismatch'],
  ...['action_blocked', 'approval_required', 'request_blocked', 'anomalous_money_movement_request'],
  ...['not_allowed_on_standard_account', 'progressive_onboarding_limit_exceeded'],
];

const REFUSALS: Readonly<Record<string, string>> = {
  charge_already_refunded: 'charge_already_refunded',
  charge_disputed: 'charge_disputed',
  refund_disputed_payment: 'charge_disputed',
  balance_insufficient: 'balance_insufficient',
  insufficient_funds: 'balance_insufficient',
};

/** Stripe has no code for some of it, and names no parameter: only its words say what is wrong. */
function refused({ code = '', param, message: refusal }: StripeRefused): Started<RefundResult> {
  const known = REFUSALS[code];
  if (known !== undefined) return declined(known);
  return { ...declined('refund_not_possible'), ...(param === undefined && { refusal }) };
}

const declined = (decline_code: string) => ({
  status: 'declined' as const,
  decline_code,
  reference: null,
});

/** `requires_action`: the buyer has to say to Stripe where the money should go. */
function refundResult({ status }: Stripe.Refund): RefundResult {
  if (status === 'succeeded') return { status: 'paid' };
  if (status === 'failed' || status === 'canceled') {
    return { status: 'declined', decline_code: `refund_${status}` };
  }
  return { status: 'pending' };
}
