// A bank account whose numbers the buyer has typed: Stripe sends it a small amount, which arrives
// days later, and the owner shows that it is theirs by what stands beside it on the statement.
import type Stripe from 'stripe';
import { behind } from './payment-methods.ts';
import { type Context, nowSeconds, randomLetters } from './world.ts';

const ARRIVES_SECONDS = 2 * 86_400;

/** Once it was shown to be theirs, it is asked for no more. */
export const wantsDeposits = (
  context: Context,
  method: Stripe.PaymentMethod,
  { authenticated }: { authenticated: boolean },
): boolean =>
  method.type === 'us_bank_account' && !authenticated && !behind(context, method).is_set_up;

/** What the intent waits for. The page of the buyer is complete all the same. */
export const depositsToVerify = (context: Context) => ({
  type: 'verify_with_microdeposits' as const,
  verify_with_microdeposits: {
    arrival_date: nowSeconds(context.world) + ARRIVES_SECONDS,
    hosted_verification_url: `https://payments.stripe.com/microdeposit/${randomLetters(24)}`,
    microdeposit_type: 'descriptor_code' as const,
  },
});
