import type { Words } from '../words/words.ts';

const NAMES: Readonly<Record<string, string>> = { stripe: 'Stripe' };

/** The payment provider as buyers know it. */
export const providerName = (
  { payments }: Pick<Words, 'payments'>,
  provider: string | null,
): string => NAMES[provider ?? ''] ?? payments.paymentProvider;
