const NAMES = ['line1', 'line2', 'postal_code', 'city', 'state'] as const;

type Part = (typeof NAMES)[number];
type Address = { [name in Part]: string | null };
type AddressFields = { [name in `address.${Part}`]: string | null };

/** An address as the fields of a form show it: `address.city`. */
export const addressFields = (address: Partial<Address> | null): Partial<AddressFields> =>
  Object.fromEntries(NAMES.map((name) => [`address.${name}`, address?.[name] ?? null]));

/** What was typed, with the fields of an address as one. */
export function withAddress<Values extends AddressFields>(values: Values) {
  const {
    'address.line1': line1,
    'address.line2': line2,
    'address.postal_code': postal_code,
    'address.city': city,
    'address.state': state,
    ...others
  } = values;
  return { ...others, address: { line1, line2, postal_code, city, state } };
}
