import type { StoreMode } from '../../platform/core/access.ts';
import type { Detail } from '../../platform/core/errors.ts';
import type { TaxSettings } from './tax-settings.rules.ts';

type Seller = Pick<TaxSettings, 'legal_name' | 'address' | 'country'>;

/**
 * What an invoice says about its seller, and this store does not: the parameters of
 * update-tax-settings. Of city and postal code one is enough, since some places have only one.
 */
export function missingOfSeller({ legal_name, address, country }: Seller): Detail[] {
  const missing = (param: string, is_there: unknown, message: string): Detail[] =>
    is_there ? [] : [{ param, code: 'missing', message }];
  return [
    ...missing('legal_name', legal_name, 'is missing: the name or company that sells'),
    ...missing('address.line1', address?.line1, 'is missing: street and number'),
    ...missing(
      'address.city',
      address?.city || address?.postal_code,
      'is missing: the city, or the postal code',
    ),
    ...missing('country', country, 'is missing: the country of the address'),
  ];
}

/** A live store that has said who sells goes on saying so: its invoices have it. */
export function whyNotSeller(before: Seller, after: Seller, mode: StoreMode): Detail[] {
  if (mode === 'test' || missingOfSeller(before).length > 0) return [];
  return missingOfSeller(after).map((one) => ({
    ...one,
    message: 'must stay: every invoice of a live store has it',
  }));
}
