import type { Static } from 'typebox';
import type { Detail } from '../../platform/core/errors.ts';
import { Described, OptionalOrNull } from '../../platform/core/fields.ts';
import { AMOUNT_MAX } from '../../platform/core/money.ts';
import { CheckoutSessionId } from '../../platform/core/record-ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { billing_fields } from '../customers/customer-fields.rules.ts';
import { CardInput, declineMessage, whyNotCard } from '../money/payments/card.rules.ts';
import { CustomValues } from '../money/transactions/custom-fields.rules.ts';
import type { Buyer } from './buyer.rules.ts';
import { Checkout, showCheckout } from './checkout-record.rules.ts';
import { PAY_ERRORS, payCheckout } from './pay-checkout.ts';
import { Quantity } from './session-fields.rules.ts';

const { customer_id: _, ...billing_details } = billing_fields;

const Billing = Type.Object(billing_details, {
  additionalProperties: false,
  description:
    'Who buys, as on the payment page. Needed, with a country, where taxes are charged and the ' +
    'country of the customer is not known. Saved as their details once it is paid',
});

export const completeCheckout = operation({
  method: 'POST',
  path: '/complete-checkout',
  summary: 'Pay a checkout session with a test card',
  description:
    'The same path as the hosted page, for scripts and CI; test stores with the built-in ' +
    'gateway only. Completing a ' +
    'completed session is 200, unchanged, and charges nothing. Nothing to pay needs no card.',
  scope: 'full',
  input: Type.Object({
    checkout_session_id: CheckoutSessionId,
    payment_method: OptionalOrNull(CardInput),
    total: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: AMOUNT_MAX,
        description: 'What you expect to pay: refused if the session costs something else',
        examples: [19.99],
      }),
    ),
    quantity: OptionalOrNull(
      Described('How many, where the session has `adjustable_quantity`', Quantity),
    ),
    billing: OptionalOrNull(Billing),
    custom_fields: Type.Optional(CustomValues),
  }),
  output: Checkout,
  errors: [
    ...PAY_ERRORS,
    'checkout_processing',
    'payment_declined',
    'payment_unresolved',
    'gateway_missing',
  ],
  answer_example: {
    status: 'completed',
    transaction_id: 'txn_1tq3v9w0e00h4rk6m2x8pz7ycn5',
    completed_at: '2026-11-14T09:30:00.000Z',
  },
  example: {
    checkout_session_id: 'cs_1tq3v9w0e00h4rk6m2x8pz7ycn5',
    payment_method: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
  },
  unanswered: 'payment_unresolved',
  async steps({ input, request_key, refuse, ...work }) {
    const { store, now, services } = work;
    const gateway = services.gatewayOf(store);
    if (!gateway?.takes_cards) throw refuse('gateway_missing', gateway ? PAID_ELSEWHERE : []);
    const card = input.payment_method ?? undefined;
    const problems = card ? whyNotCard(card, now) : [];
    if (problems.length > 0) {
      const context = problems.map((one) => ({ ...one, param: `payment_method.${one.param}` }));
      throw refuse('invalid_parameters', context);
    }
    const { checkout_session_id } = input;
    const { total, billing } = input;
    const buyer = billing ? buyerIn(billing) : undefined;
    const { custom_fields } = input;
    const quantity = input.quantity ?? undefined;
    const payment = { checkout_session_id, card, buyer, buyer_present: false, request_key, total };
    const outcome = await payCheckout({ ...work, refuse }, { ...payment, custom_fields, quantity });
    if (outcome.result === 'action_required' || outcome.result === 'processing') {
      throw refuse('checkout_processing');
    }
    if (outcome.result === 'declined') {
      const { decline_code: code } = outcome;
      throw refuse('payment_declined', [
        { param: 'payment_method', code, message: `was declined: ${declineMessage(code)}` },
      ]);
    }
    const { base_url, licensing } = services;
    return showCheckout(outcome.checkout, { base_url, now, revealKey: licensing.revealKey });
  },
});

/** An address that is sent replaces the whole address. */
function buyerIn({ email, name, address, ...details }: Static<typeof Billing>): Buyer {
  const { line1 = null, line2 = null, city = null, state = null, ...rest } = address ?? {};
  const { postal_code = null, country } = rest;
  return {
    ...(email && { email }),
    ...(name && { name }),
    ...details,
    ...(address && { line1, line2, city, state, postal_code }),
    ...(country && { country: country.toUpperCase() }),
  };
}

const PAID_ELSEWHERE: Detail[] = [
  {
    param: 'checkout_session_id',
    code: 'gateway_missing',
    message:
      "is paid on the payment provider's own page: send the buyer to its checkout_url. " +
      'Cards are taken here only by the built-in gateway of test stores',
  },
];
