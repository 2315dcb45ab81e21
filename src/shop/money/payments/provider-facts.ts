import type { ProviderFacts } from './connector.ts';
import { PROVIDER_NAMES, type ProviderName } from './provider-names.rules.ts';
import { stripe_facts } from './stripe/facts.ts';

export const PROVIDER_FACTS: Readonly<Record<ProviderName, ProviderFacts>> = {
  stripe: stripe_facts,
};

/** One text for every provider. */
export const ofEachProvider = <T>(from: (facts: ProviderFacts) => T): T[] =>
  PROVIDER_NAMES.map((name) => from(PROVIDER_FACTS[name]));
