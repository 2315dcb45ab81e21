const NAMES: Readonly<Record<string, string>> = { stripe: 'Stripe' };

/** The payment provider as buyers know it. */
export const providerName = (provider: string | null): string =>
  NAMES[provider ?? ''] ?? 'the payment provider';
