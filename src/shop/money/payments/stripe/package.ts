import type Stripe from 'stripe';

let loaded: typeof Stripe | undefined;

/** Stripe's package, loaded when a store first needs it: a start need not wait for it. */
export async function loadStripe(): Promise<typeof Stripe> {
  loaded ??= (await import('stripe')).default;
  return loaded;
}

/** Whether an error is one of the package; there are none before it is loaded. */
export const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  loaded !== undefined && error instanceof loaded.errors.StripeError;

export const isWrongSignature = (error: unknown): boolean =>
  loaded !== undefined && error instanceof loaded.errors.StripeSignatureVerificationError;
