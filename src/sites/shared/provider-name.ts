import type { Words } from '../../../texts/words.ts';
import { PROVIDER_FACTS } from '../../shop/money/payments/provider-facts.ts';
import { isProviderName } from '../../shop/money/payments/provider-names.rules.ts';

/** The payment provider as buyers know it. */
export const providerName = (
  { payments }: Pick<Words, 'payments'>,
  provider: string | null,
): string => (isProviderName(provider) ? PROVIDER_FACTS[provider].title : payments.paymentProvider);
