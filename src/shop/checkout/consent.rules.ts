import { type CheckoutRow, isFree } from './checkout.rules.ts';

/**
 * Where consumers have the rights of Directive 2011/83/EU: the European Union, the other states of
 * the European Economic Area, and the United Kingdom, which has kept them (decision 41).
 */
const CONSUMER_RIGHTS: ReadonlySet<string> = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE'],
  ...['IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  ...['IS', 'LI', 'NO', 'GB'],
]);

/** What a buyer has agreed to. */
export interface Consent {
  /** As it was shown. */
  text: string;
  language: string;
  country: string;
  given_at: number;
}

interface Buying {
  country: string | null;
  /** A company has no right of withdrawal. */
  is_company: boolean;
}

/** Whether the button has to say that the order is to be paid. */
export const isConsumerIn = ({ country, is_company }: Buying): boolean =>
  country !== null && CONSUMER_RIGHTS.has(country) && !is_company;

/**
 * Whether the buyer has to agree that delivery begins at once: all that is sold here is delivered
 * so. What costs nothing, now and later, needs no consent.
 */
export const needsConsent = (checkout: CheckoutRow, buying: Buying): boolean =>
  isConsumerIn(buying) && !isFree(checkout);
