// iDEAL: the buyer pays at their bank, once. Where it is to be saved, Stripe makes a debit of the
// same bank account, and that is what can be charged later.
import type Stripe from 'stripe';
import { attach, behind, makeMethod } from './payment-methods.ts';
import { type Context, newId, nowSeconds } from './world.ts';

const IDEAL_IBAN = 'NL91ABNA0417164300';

/** The debit that is saved instead; null for every other method, and where nothing is saved. */
export function debitInstead(
  context: Context,
  { type, billing_details }: Stripe.PaymentMethod,
  customer: string | null,
): string | null {
  if (type !== 'ideal' || customer === null) return null;
  const debit = makeMethod(context, { kind: 'sepa_debit', iban: IDEAL_IBAN }, billing_details);
  if (debit === undefined) return null;
  behind(context, debit).is_set_up = true;
  attach(context, debit, customer);
  return debit.id;
}

/** What a charge, or an attempt to save, tells of it. */
export const idealDetails = (generated_sepa_debit: string | null) => ({
  bank: 'abn_amro' as const,
  bic: 'ABNANL2A' as const,
  generated_sepa_debit,
  generated_sepa_debit_mandate: generated_sepa_debit === null ? null : newId('mandate'),
  iban_last4: IDEAL_IBAN.slice(-4),
  verified_name: null,
});

export function makeAttempt(
  context: Context,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  generated: string | null,
): Stripe.SetupAttempt {
  const attempt: Stripe.SetupAttempt = {
    id: newId('setatt'),
    object: 'setup_attempt',
    application: null,
    created: nowSeconds(context.world),
    customer: setup.customer,
    customer_account: null,
    flow_directions: null,
    livemode: context.data.livemode,
    on_behalf_of: null,
    payment_method: method.id,
    payment_method_details: {
      type: method.type,
      ...(method.type === 'ideal' && { ideal: idealDetails(generated) }),
      ...(method.type === 'sepa_debit' && { sepa_debit: {} }),
    },
    setup_error: null,
    setup_intent: setup.id,
    status: 'succeeded',
    usage: setup.usage,
  };
  context.data.setup_attempts.set(attempt.id, attempt);
  return attempt;
}
