// A buyer goes to their bank: the money is taken with a fee, and perhaps given back.
import type Stripe from 'stripe';
import { bookDispute } from './balance-transactions.ts';
import { bookNow } from './charges.ts';
import { emit } from './events.ts';
import { listOf } from './lists.ts';
import { page, range, text } from './parameters.ts';
import { invalid } from './refusals.ts';
import { find, route } from './route.ts';
import { type Context, must, newId, nowSeconds } from './world.ts';

const ANSWER_WITHIN_SECONDS = 9 * 86_400;

export interface Opening {
  /** An inquiry takes no money yet. */
  reason: string;
  amount?: number;
}

export function openDispute(
  context: Context,
  charge: Stripe.Charge,
  { reason, amount = charge.amount }: Opening,
): Stripe.Dispute {
  const { world, data } = context;
  if (charge.status !== 'succeeded')
    throw invalid(`${charge.id} was not paid, so nobody disputes it`);
  const is_card = charge.id.startsWith('ch_');
  const is_inquiry = reason === 'inquiry' && is_card;
  const created = nowSeconds(world);
  const dispute: Stripe.Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...{ access_activity_log: null, billing_address: null, cancellation_policy: null },
      ...{ cancellation_policy_disclosure: null, cancellation_rebuttal: null },
      ...{ customer_communication: null, customer_email_address: null, customer_name: null },
      ...{ customer_purchase_ip: null, customer_signature: null },
      ...{ duplicate_charge_documentation: null, duplicate_charge_explanation: null },
      ...{ duplicate_charge_id: null, enhanced_evidence: {}, product_description: null },
      ...{ receipt: null, refund_policy: null, refund_policy_disclosure: null },
      ...{ refund_refusal_explanation: null, service_date: null, service_documentation: null },
      ...{ shipping_address: null, shipping_carrier: null, shipping_date: null },
      ...{ shipping_documentation: null, shipping_tracking_number: null },
      ...{ uncategorized_file: null, uncategorized_text: null },
    },
    evidence_details: {
      due_by: created + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: is_inquiry,
    livemode: data.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    ...(is_card && {
      payment_method_details: {
        card: {
          brand: 'visa',
          case_type: is_inquiry ? 'inquiry' : 'chargeback',
          network: 'visa',
          network_reason_code: '83',
        },
        type: 'card',
      },
    }),
    reason: is_inquiry ? 'general' : reason,
    status: is_inquiry ? 'warning_needs_response' : 'needs_response',
  };
  data.disputes.set(dispute.id, dispute);
  bookNow(context, charge); // A payment that is disputed has arrived.
  charge.disputed = true;
  emit(context, 'charge.dispute.created', dispute);
  if (!is_inquiry) move(context, dispute, 'withdrawn');
  if (!is_card) closeDispute(context, dispute, 'lost'); // The bank of a debit hears nobody.
  return dispute;
}

function move(
  context: Context,
  dispute: Stripe.Dispute,
  direction: 'withdrawn' | 'reinstated',
): void {
  dispute.balance_transactions.push(bookDispute(context, dispute, direction));
  emit(context, `charge.dispute.funds_${direction}`, dispute);
}

/** Decided by the bank. An inquiry that comes to nothing is closed either way. */
export function closeDispute(
  context: Context,
  dispute: Stripe.Dispute,
  outcome: 'won' | 'lost',
): void {
  if (!['needs_response', 'under_review', 'warning_needs_response'].includes(dispute.status)) {
    throw invalid('This dispute is already closed');
  }
  const { status } = dispute;
  const is_inquiry = status === 'warning_needs_response';
  dispute.status = is_inquiry ? 'warning_closed' : outcome;
  emit(context, 'charge.dispute.updated', dispute, { status });
  if (outcome === 'won' && !is_inquiry) move(context, dispute, 'reinstated');
  emit(context, 'charge.dispute.closed', dispute);
}

/** The buyer's bank makes of an inquiry a dispute with money in it. */
export function escalateDispute(context: Context, dispute: Stripe.Dispute): void {
  const { status } = dispute;
  if (status !== 'warning_needs_response') throw invalid('This is not an open inquiry');
  dispute.status = 'needs_response';
  dispute.is_charge_refundable = false;
  must(dispute.payment_method_details?.card, 'card').case_type = 'chargeback';
  emit(context, 'charge.dispute.updated', dispute, { status });
  move(context, dispute, 'withdrawn');
}

export const disputeRoutes = [
  route<Stripe.DisputeRetrieveParams>({
    call: 'GET /v1/disputes/:id',
    permission: 'rak_dispute_read',
    parameters: {},
    handle: (context, _params, id) => find(context, 'disputes', id),
  }),
  route<Stripe.DisputeListParams>({
    call: 'GET /v1/disputes',
    permission: 'rak_dispute_read',
    parameters: { ...page, created: range, charge: text, payment_intent: text },
    handle({ data }, { charge, payment_intent, ...paging }) {
      const all = [...data.disputes.values()].filter(
        (dispute) =>
          (charge === undefined || dispute.charge === charge) &&
          (payment_intent === undefined || dispute.payment_intent === payment_intent),
      );
      return listOf(all, '/v1/disputes', paging);
    },
  }),
];
