import { COUNTRIES } from '../../../../platform/core/countries.ts';
import type { InvoiceParty } from '../invoice.rules.ts';

/** The seller or the buyer, each number in the term of EN 16931 that may hold it. */
export interface ElectronicParty {
  name: string; // BT-27, BT-44
  identifier: string | null; // BT-29, BT-46
  legal_identifier: string | null; // BT-30, BT-47
  vat_identifier: string | null; // BT-31, BT-48
  tax_registration: string | null; // BT-32
  email: string | null;
  contact: string | null;
  address: InvoiceParty['address'];
}

/** Outside of the tax no VAT number may be said (BR-O-02): it stands as a plain identifier. */
export function sellerOf(seller: InvoiceParty, is_outside: boolean): ElectronicParty {
  const vat = vatIdentifier(seller.vat_number);
  const other = seller.tax_number ?? (vat === null ? seller.vat_number : null);
  const vat_identifier = is_outside ? null : vat;
  const legal_identifier = seller.registration;
  const is_named = vat_identifier !== null || legal_identifier !== null;
  return {
    ...seller,
    vat_identifier,
    legal_identifier,
    tax_registration: is_outside ? (vat ?? other) : other,
    identifier: is_named ? null : (seller.vat_number ?? other ?? seller.email), // BR-CO-26
  };
}

export function buyerOf(buyer: InvoiceParty, is_outside: boolean): ElectronicParty {
  const vat = vatIdentifier(buyer.vat_number);
  const other = buyer.tax_number ?? (vat === null ? buyer.vat_number : null);
  return {
    ...buyer,
    vat_identifier: is_outside ? null : vat,
    legal_identifier: buyer.registration ?? other,
    tax_registration: null,
    identifier: is_outside ? vat : null,
  };
}

/** A number with a country in front (BR-CO-09); Greece is EL, Northern Ireland XI. */
function vatIdentifier(number: string | null): string | null {
  const plain = number?.replace(/[\s.-]/g, '').toUpperCase() ?? '';
  const country = plain.slice(0, 2);
  return COUNTRIES.has(country) || country === 'EL' || country === 'XI' ? plain : null;
}
