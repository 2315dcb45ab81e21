/**
 * The payment providers that a store can be connected to. Another name here, and the compiler asks
 * for the rest: what is known of it (provider-facts.ts), its two ports, and the variable with the
 * address of a stand-in (both in providers.ts; the variable stands in setting-names.ts).
 */
export const PROVIDER_NAMES = ['stripe'] as const;

export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Not the test gateway, to which nobody connects an account. */
export const isProviderName = (name: string | null): name is ProviderName =>
  PROVIDER_NAMES.some((one) => one === name);
