import type { Words } from '../../../texts/words.ts';
import type { Gateway } from '../../shop/money/payments/gateway.ts';
import { providerName } from './provider-name.ts';

export interface Host {
  name: string;
  origins: readonly string[];
}

/** The provider with a page of its own, on which buyers pay; undefined: they do that on ours. */
export const hostOf = (
  words: Words,
  { takes_cards, provider, page_origins = [] }: Gateway,
): Host | undefined =>
  takes_cards ? undefined : { name: providerName(words, provider), origins: page_origins };

/**
 * Browsers follow a form only to origins that its page has named. With a provider's page elsewhere,
 * such as at a domain of the seller's own, our page shows a link to it.
 */
export const mayLeadTo = ({ takes_cards, page_origins = [] }: Gateway, address: string) =>
  takes_cards || page_origins.includes(URL.parse(address)?.origin ?? '') ? address : undefined;
