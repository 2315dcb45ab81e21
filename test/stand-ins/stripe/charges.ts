// A charge: one attempt to take money, whether it succeeded or not.
import type Stripe from 'stripe';
import { bookCharge } from './balance-transactions.ts';
import type { Decline } from './cards.ts';
import { emit } from './events.ts';
import { idealDetails } from './ideal.ts';
import { listOf, searchIn } from './lists.ts';
import { integer, page, range, required, text } from './parameters.ts';
import { find, route } from './route.ts';
import { type Context, idOf, newId, nowSeconds } from './world.ts';

export function makeCharge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  outcome: {
    status: 'succeeded' | 'pending' | 'failed';
    decline?: Decline;
    authenticated: boolean;
    /** A debit that is saved instead of the method. */
    debit?: string | null;
  },
): Stripe.Charge {
  const { status, decline, authenticated, debit = null } = outcome;
  const id = newId(method.type === 'card' ? 'ch' : 'py');
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: structuredClone(method.billing_details),
    calculated_statement_descriptor: 'STAND-IN',
    captured: status === 'succeeded',
    created: nowSeconds(context.world),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: intent.livemode,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method, intent, authenticated, debit),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: status === 'succeeded' ? `${context.world.origin}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
  context.data.charges.set(id, charge);
  intent.latest_charge = id;
  return charge;
}

const outcomeOf = (decline: Decline | undefined): Stripe.Charge.Outcome => ({
  advice_code: decline?.advice_code ?? null,
  network_advice_code: decline?.network_advice_code ?? null,
  network_decline_code: decline?.decline_code === undefined ? null : '01',
  network_status: decline === undefined ? 'approved_by_network' : 'declined_by_network',
  reason: decline?.decline_code ?? decline?.code ?? null,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: decline === undefined ? 'Payment complete.' : 'The bank declined the payment.',
  type: decline === undefined ? 'authorized' : 'issuer_declined',
});

function detailsOf(
  { card, sepa_debit, type }: Stripe.PaymentMethod,
  { amount }: Stripe.PaymentIntent,
  authenticated: boolean,
  debit: string | null,
): Stripe.Charge.PaymentMethodDetails {
  if (type === 'ideal') return { ideal: { ...idealDetails(debit), transaction_id: null }, type };
  if (card === undefined) {
    const { bank_code = null, branch_code = null, country = null } = sepa_debit ?? {};
    const { fingerprint = null, last4 = null } = sepa_debit ?? {};
    const mandate = newId('mandate');
    const account = { bank_code, branch_code, country, fingerprint, last4, mandate };
    return { sepa_debit: account, type: 'sepa_debit' };
  }
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = card;
  return {
    card: {
      ...{ amount_authorized: amount, authorization_code: null, brand, checks, country },
      ...{ electronic_commerce_indicator: authenticated ? '05' : null, exp_month, exp_year },
      ...{ fingerprint: fingerprint ?? null, funding, installments: null, last4, mandate: null },
      ...{ network: brand, network_transaction_id: null, regulated_status: 'unregulated' },
      three_d_secure: authenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: newId('3ds'),
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  };
}

/** A moment after the payment, unless it is held back: the fee is known only then. */
export function bookSoon(context: Context, charge: Stripe.Charge): void {
  context.afterwards.push(() => {
    if (!context.world.holds_balance_transactions) bookNow(context, charge);
  });
}

export function bookNow(context: Context, charge: Stripe.Charge): void {
  if (charge.balance_transaction !== null || charge.status !== 'succeeded') return;
  charge.balance_transaction = bookCharge(context, charge).id;
  emit(context, 'charge.updated', charge, { balance_transaction: null });
}

export const chargeRoutes = [
  route<Stripe.ChargeSearchParams>({
    call: 'GET /v1/charges/search',
    permission: 'rak_charge_read',
    parameters: { query: required(text), limit: integer, page: text },
    handle: (context, params) =>
      searchIn(context, context.data.charges.values(), '/v1/charges/search', params),
  }),
  route<Stripe.ChargeRetrieveParams>({
    call: 'GET /v1/charges/:id',
    permission: 'rak_charge_read',
    parameters: {},
    handle: (context, _params, id) => find(context, 'charges', id),
  }),
  route<Stripe.ChargeListParams>({
    call: 'GET /v1/charges',
    permission: 'rak_charge_read',
    parameters: { ...page, created: range, customer: text, payment_intent: text },
    handle({ data }, { customer, payment_intent, ...paging }) {
      const all = [...data.charges.values()].filter(
        (charge) =>
          (customer === undefined || charge.customer === customer) &&
          (payment_intent === undefined || charge.payment_intent === payment_intent),
      );
      return listOf(all, '/v1/charges', paging);
    },
  }),
];
