import type Stripe from 'stripe';
import type { Gateway } from '../gateway.ts';
import type { ProviderRecord } from '../provider-record.rules.ts';
import { feeOf } from './charge-result.ts';
import { type StripeAccess, stripeOf } from './credentials.ts';
import { fromStripeAmount } from './currency.rules.ts';
import { answerOf, isMissing } from './refusals.ts';
import { idOf, objectOf } from './saved-card.ts';

const PAGE = 100;
/** Stripe allows 25 calls a second in test mode. */
const CALLS_AT_ONCE = 3;

/** A place in the list: of payments, or of the refunds after them. */
const CURSOR = /^(charge|refund) (\w*)$/;

export const recordsAt = (access: StripeAccess): Pick<Gateway, 'recordsOf' | 'listRecords'> => ({
  async recordsOf({ store_id, references }) {
    const stripe = await stripeOf(access, store_id);
    const left = [...references];
    const found: ProviderRecord[] = [];
    const work = async () => {
      for (let reference = left.pop(); reference !== undefined; reference = left.pop()) {
        const record = await recordOf(stripe, reference);
        if (record) found.push(record);
      }
    };
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
    return found;
  },

  async listRecords({ store_id, cursor, since, until }) {
    const stripe = await stripeOf(access, store_id);
    const [, kind = 'charge', after = ''] = CURSOR.exec(cursor ?? '') ?? [];
    const period = {
      ...(since !== undefined && { gte: Math.floor(since / 1000) }),
      ...(until !== undefined && { lt: Math.ceil(until / 1000) }),
    };
    const page = {
      limit: PAGE,
      ...(after !== '' && { starting_after: after }),
      ...(Object.keys(period).length > 0 && { created: period }),
    };
    const isOurs = (metadata: Stripe.Metadata | null | undefined) =>
      metadata?.store_id === store_id;
    if (kind === 'charge') {
      const expand = ['data.latest_charge.balance_transaction'];
      const { data, has_more } = await answerOf(stripe.paymentIntents.list({ ...page, expand }));
      const records = data.filter(({ metadata }) => isOurs(metadata)).map(intentRecord);
      return { records, next_cursor: `${has_more ? 'charge' : 'refund'} ${last(data, has_more)}` };
    }
    const expand = ['data.payment_intent'];
    const { data, has_more } = await answerOf(stripe.refunds.list({ ...page, expand }));
    const records = data
      .filter(({ payment_intent }) => isOurs(objectOf(payment_intent)?.metadata))
      .map(refundRecord);
    return { records, next_cursor: has_more ? `refund ${last(data, has_more)}` : null };
  },
});

const last = (data: { id: string }[], has_more: boolean): string =>
  has_more ? (data.at(-1)?.id ?? '') : '';

/** Undefined if Stripe has nothing under this reference. */
async function recordOf(stripe: Stripe, reference: string): Promise<ProviderRecord | undefined> {
  try {
    if (/^(re|pyr)_/.test(reference)) {
      return refundRecord(await answerOf(stripe.refunds.retrieve(reference)));
    }
    if (reference.startsWith('cs_')) {
      const expand = ['payment_intent.latest_charge.balance_transaction'];
      const request = stripe.checkout.sessions.retrieve(reference, { expand });
      return sessionRecord(await answerOf(request));
    }
    if (reference.startsWith('seti_')) {
      return setupRecord(await answerOf(stripe.setupIntents.retrieve(reference)));
    }
    const expand = ['latest_charge.balance_transaction'];
    return intentRecord(await answerOf(stripe.paymentIntents.retrieve(reference, { expand })));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function sessionRecord(session: Stripe.Checkout.Session): ProviderRecord {
  const { id: reference, status, mode, amount_total, metadata } = session;
  const intent = objectOf(session.payment_intent);
  if (intent && status === 'complete') return { ...intentRecord(intent), reference };
  const currency = (session.currency ?? '').toUpperCase();
  const complete = mode === 'setup' ? 'paid' : 'pending';
  return {
    kind: 'charge',
    reference,
    key: metadata?.transaction_id ?? null,
    status: status === 'open' ? 'waiting' : status === 'expired' ? 'declined' : complete,
    amount_minor: fromStripeAmount(amount_total ?? 0, currency),
    refunded_minor: 0,
    currency,
    charge_reference: null,
  };
}

/** A card that was saved on our page: no money has moved. */
const setupRecord = ({ id, status, metadata }: Stripe.SetupIntent): ProviderRecord => ({
  kind: 'charge',
  reference: id,
  key: metadata?.transaction_id ?? null,
  status: INTENT_STATUS[status] ?? 'waiting',
  amount_minor: 0,
  refunded_minor: 0,
  currency: '',
  charge_reference: null,
});

const INTENT_STATUS: Readonly<Record<string, ProviderRecord['status']>> = {
  succeeded: 'paid',
  processing: 'pending',
  requires_payment_method: 'declined',
  canceled: 'declined',
};

function intentRecord(intent: Stripe.PaymentIntent): ProviderRecord {
  const currency = intent.currency.toUpperCase();
  const charge = objectOf(intent.latest_charge);
  const refunded = charge?.amount_refunded ?? 0;
  const fee = intent.status === 'succeeded' ? feeOf(charge) : undefined;
  return {
    kind: 'charge',
    reference: intent.id,
    key: intent.metadata.transaction_id ?? null,
    made_at: intent.created * 1000,
    about: {
      store_id: intent.metadata.store_id ?? null,
      type: intent.metadata.type ?? null,
      subscription_id: intent.metadata.subscription_id ?? null,
      checkout_session_id: intent.metadata.checkout_session_id ?? null,
    },
    status: INTENT_STATUS[intent.status] ?? 'waiting',
    amount_minor: fromStripeAmount(intent.amount, currency),
    refunded_minor: fromStripeAmount(refunded, currency),
    currency,
    charge_reference: null,
    ...(fee && { fee }),
  };
}

const REFUND_STATUS: Readonly<Record<string, ProviderRecord['status']>> = {
  succeeded: 'paid',
  failed: 'declined',
  canceled: 'declined',
};

function refundRecord(refund: Stripe.Refund): ProviderRecord {
  const currency = refund.currency.toUpperCase();
  return {
    kind: 'refund',
    reference: refund.id,
    key: refund.metadata?.transaction_id ?? null,
    made_at: refund.created * 1000,
    status: REFUND_STATUS[refund.status ?? ''] ?? 'pending',
    amount_minor: fromStripeAmount(refund.amount, currency),
    refunded_minor: 0,
    currency,
    charge_reference: idOf(refund.payment_intent),
  };
}
