// Money given back: at once, after a while, or not at all in the end.
import type Stripe from 'stripe';
import { bookFailedRefund, bookRefund } from './balance-transactions.ts';
import { bookNow } from './charges.ts';
import { emit } from './events.ts';
import { listOf } from './lists.ts';
import { inWords } from './money.ts';
import { choice, integer, metadata, page, range, text } from './parameters.ts';
import { invalid } from './refusals.ts';
import { find, route } from './route.ts';
import { type Context, idOf, newId, nowMs, nowSeconds } from './world.ts';

const TAKES_MS = 86_400_000;

export function makeRefund(context: Context, params: Stripe.RefundCreateParams): Stripe.Refund {
  const { data, world } = context;
  const charge = chargeOf(context, params);
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  checkRefundable(context, charge, amount);
  const is_card = charge.id.startsWith('ch_');
  const habit = data.methods.get(charge.payment_method ?? '')?.habit;
  const waits = !is_card || habit?.refunds === 'pending';
  const refund: Stripe.Refund = {
    id: newId(is_card ? 're' : 'pyr'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowSeconds(world),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    ...(is_card && {
      destination_details: {
        card: {
          reference_status: 'pending',
          reference_type: 'acquirer_reference_number',
          type: 'refund',
        },
        type: 'card',
      },
    }),
    metadata: (params.metadata || {}) as Stripe.Metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    ...(waits && { pending_reason: 'processing' }),
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: waits ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  data.refunds.set(refund.id, refund);
  bookNow(context, charge); // What is given back has arrived.
  refund.balance_transaction = bookRefund(context, refund).id;
  count(charge, amount);
  emit(context, 'refund.created', refund);
  emit(context, 'charge.refunded', charge);
  const later = waits ? succeedRefund : habit?.refunds === 'fail_later' ? failRefund : undefined;
  if (later) data.due.push({ at: nowMs(world) + TAKES_MS, run: (when) => later(when, refund) });
  return refund;
}

function chargeOf(context: Context, params: Stripe.RefundCreateParams): Stripe.Charge {
  if (params.charge !== undefined) return find(context, 'charges', params.charge, 'charge');
  if (params.payment_intent === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = find(context, 'payment_intents', params.payment_intent, 'payment_intent');
  const charge = context.data.charges.get(idOf(intent.latest_charge) ?? '');
  if (intent.status !== 'succeeded' || charge?.status !== 'succeeded') {
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      {
        param: 'payment_intent',
      },
    );
  }
  return charge;
}

function checkRefundable(context: Context, charge: Stripe.Charge, amount: number): void {
  if (charge.status !== 'succeeded') {
    throw invalid(`You cannot refund this charge because it has a status of ${charge.status}.`);
  }
  const dispute = [...context.data.disputes.values()].find(
    (opened) =>
      opened.charge === charge.id && !opened.is_charge_refundable && opened.status !== 'won',
  );
  if (dispute !== undefined) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amount > left) {
    const [asked, rest] = [amount, left].map((units) => inWords(units, charge.currency));
    throw invalid(
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`,
      {
        param: 'amount',
      },
    );
  }
}

function count(charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

export function succeedRefund(context: Context, refund: Stripe.Refund): void {
  if (refund.status !== 'pending') return;
  refund.status = 'succeeded';
  delete refund.pending_reason;
  tell(context, refund, 'pending');
}

/** Days later the bank does not take it: the money is back with the seller. */
export function failRefund(
  context: Context,
  refund: Stripe.Refund,
  reason = 'expired_or_canceled_card',
): void {
  const { status } = refund;
  if (status === 'failed' || status === 'canceled') return;
  refund.status = 'failed';
  refund.failure_reason = reason;
  delete refund.pending_reason;
  refund.failure_balance_transaction = bookFailedRefund(context, refund).id;
  const charge = context.data.charges.get(idOf(refund.charge) ?? '');
  if (charge) count(charge, -refund.amount);
  tell(context, refund, status);
  emit(context, 'refund.failed', refund);
}

function tell(context: Context, refund: Stripe.Refund, status: string | null): void {
  emit(context, 'refund.updated', refund, { status });
  emit(context, 'charge.refund.updated', refund, { status });
}

export const refundRoutes = [
  route<Stripe.RefundCreateParams>({
    call: 'POST /v1/refunds',
    permission: 'rak_charge_write',
    parameters: {
      amount: integer,
      charge: text,
      payment_intent: text,
      metadata,
      reason: choice('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    handle: makeRefund,
  }),
  route<Stripe.RefundRetrieveParams>({
    call: 'GET /v1/refunds/:id',
    permission: 'rak_charge_read',
    parameters: {},
    handle: (context, _params, id) => find(context, 'refunds', id),
  }),
  route<Stripe.RefundListParams>({
    call: 'GET /v1/refunds',
    permission: 'rak_charge_read',
    parameters: { ...page, created: range, charge: text, payment_intent: text },
    handle(context, { charge, payment_intent, ...paging }) {
      const { data } = context;
      // As documented: a list of what does not exist is refused, and not empty.
      if (charge !== undefined) find(context, 'charges', charge, 'charge');
      if (payment_intent !== undefined) {
        find(context, 'payment_intents', payment_intent, 'payment_intent');
      }
      const all = [...data.refunds.values()].filter(
        (refund) =>
          (charge === undefined || refund.charge === charge) &&
          (payment_intent === undefined || refund.payment_intent === payment_intent),
      );
      return listOf(all, '/v1/refunds', paging);
    },
  }),
];
