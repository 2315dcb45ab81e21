import { ProviderRefused } from '../../../../platform/core/errors.ts';
import type { ChargeResult, Started } from '../gateway.ts';
import { declined } from './charge-card.ts';
import type { StripeRefused } from './refusals.ts';

/** What Stripe refuses to a buyer who is there, after which nothing exists that could be paid. */
export function refusedBuyer({ code, param, message }: StripeRefused): Started<ChargeResult> {
  if (param?.includes('currency')) return declined('currency_not_supported');
  const is_of_amount = code === 'amount_too_small' || code === 'amount_too_large';
  if (is_of_amount) return declined(code);
  throw new ProviderRefused(message);
}
