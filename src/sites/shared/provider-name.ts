import type { Words } from '../../../texts/words.ts';

export const PROVIDER_NAMES: Readonly<Record<string, string>> = { stripe: 'Stripe' };

/** The payment provider as buyers know it. */
export const providerName = (
  { payments }: Pick<Words, 'payments'>,
  provider: string | null,
): string => PROVIDER_NAMES[provider ?? ''] ?? payments.paymentProvider;
