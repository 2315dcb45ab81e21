import type { Static } from 'typebox';
import type { ChangedColumns } from '../../platform/core/changes.ts';
import { Instant, Nullable, TextOrNull } from '../../platform/core/fields.ts';
import type { Language } from '../../platform/core/languages.ts';
import { Metadata } from '../../platform/core/metadata.ts';
import { fromMinor } from '../../platform/core/money.ts';
import { Type } from '../../platform/core/schema.ts';
import { isoInstant, isoInstantOrNull } from '../../platform/core/time.ts';
import { words } from '../../platform/core/words.ts';
import type { Address, billing_fields, customer_fields } from './customer-fields.rules.ts';
import { showTaxIdCheck, TaxIdCheck } from './tax-id-check.rules.ts';

export const BillingDetails = Type.Object({
  billing_id: Type.String({ examples: ['bill_1tq3v9w0e00h4rk6m2x8pz7ycn5'] }),
  object: Type.Literal('customer_billing'),
  customer_id: Type.String({ examples: ['user_42'] }),
  email: TextOrNull('ada@example.com'),
  name: TextOrNull('Ada Lovelace'),
  company: TextOrNull('Analytical Engines Ltd'),
  phone: TextOrNull('+49 30 123456'),
  tax_id: TextOrNull('DE123456789'),
  address: Nullable(
    Type.Object(
      {
        line1: TextOrNull('1 Main Street'),
        line2: TextOrNull('Second floor'),
        city: TextOrNull('Berlin'),
        state: TextOrNull('Berlin'),
        postal_code: TextOrNull('10115'),
        country: TextOrNull('DE'),
      },
      { title: 'Address' },
    ),
  ),
  tax_id_check: TaxIdCheck,
  created_at: Instant,
  updated_at: Instant,
});

export const Customer = Type.Object({
  customer_id: Type.String({ examples: ['user_42'] }),
  object: Type.Literal('customer'),
  email: TextOrNull('ada@example.com'),
  email_bounced_at: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When the mail server of the address of this customer refused a mail for good, in real time; null: it did not, or the address was changed since, or took another mail',
    }),
  ),
  name: TextOrNull('Ada Lovelace'),
  country: TextOrNull('DE'),
  language: TextOrNull('de'),
  metadata: Metadata,
  balances: Type.Record(Type.String(), Type.Number(), {
    description:
      'By currency: credit for the next payments, or what is owed if it is below 0. Empty: neither',
    examples: [{ USD: 12.5 }],
  }),
  billing: Nullable(BillingDetails),
  created_at: Instant,
  updated_at: Instant,
});

export interface CustomerRow {
  customer_id: string;
  email: string | null;
  email_folded: string | null;
  /** Whether the customer has typed it themselves: it may be somebody else's. */
  email_is_typed: number;
  name: string | null;
  country: string | null;
  language: Language | null;
  metadata: string;
  search_entry: number;
  created_at: number;
  updated_at: number;
  /** `EUR 500,USD -20` in minor units; computed when it is read. */
  balances: string | null;
  /** Computed: when the address of the customer, and that of the billing details, refused a mail. */
  email_bounced_at: number | null;
  billing_email_bounced_at: number | null;
}

export interface BillingRow {
  billing_id: string;
  customer_id: string;
  email: string | null;
  name: string | null;
  company: string | null;
  phone: string | null;
  tax_id: string | null;
  address: string | null;
  /** What is known about `tax_id`: KnownTaxNumber as JSON. Null if it was set by an older Kassa. */
  tax_number: string | null;
  /** When VIES is to be asked about it; null: not at all. */
  vies_due_at: number | null;
  created_at: number;
  updated_at: number;
}

export type CustomerInput = {
  [K in keyof typeof customer_fields]?: Static<(typeof customer_fields)[K]> | undefined;
};

export type BillingInput = Static<ReturnType<typeof Type.Object<typeof billing_fields>>>;

export function newCustomer(
  input: CustomerInput,
  { customer_id, now }: { customer_id: string; now: number },
): Omit<CustomerRow, 'search_entry'> {
  const email = input.email ?? null;
  return {
    customer_id,
    email,
    email_folded: foldOrNull(email),
    email_is_typed: 0,
    name: input.name ?? null,
    country: input.country?.toUpperCase() ?? null,
    language: input.language ?? null,
    metadata: JSON.stringify(input.metadata ?? {}),
    created_at: now,
    updated_at: now,
    balances: null,
    email_bounced_at: null,
    billing_email_bounced_at: null,
  };
}

/** `email_folded` and `email_is_typed` change together with `email`. */
export type ChangedCustomer = ChangedColumns<
  CustomerRow,
  CustomerInput & { email_folded: string; email_is_typed: number }
>;

/** The customer with some fields replaced; fields that are not given stay, null clears one. */
export function changedCustomer(
  before: CustomerRow,
  change: CustomerInput,
  { by, now }: { by: 'seller' | 'customer'; now: number },
): CustomerRow {
  const email = change.email === undefined ? before.email : change.email;
  const changed: ChangedCustomer = {
    email,
    email_folded: foldOrNull(email),
    email_is_typed: isTyped(before, email, change.email === undefined ? undefined : by),
    name: change.name === undefined ? before.name : change.name,
    country:
      change.country === undefined ? before.country : (change.country?.toUpperCase() ?? null),
    language: change.language === undefined ? before.language : change.language,
    metadata: change.metadata ? JSON.stringify(change.metadata) : before.metadata,
    updated_at: now,
  };
  return { ...before, ...changed };
}

/** Whether an address is only what the customer says; `by`: who has given it now. */
function isTyped(
  before: CustomerRow,
  email: string | null,
  by: 'seller' | 'customer' | undefined,
): number {
  if (by === 'seller') return 0;
  return by === undefined || email === before.email ? before.email_is_typed : 1;
}

/** New billing details replace the old ones, but keep their identifier and date. */
export function newBilling(
  input: BillingInput,
  before: BillingRow | undefined,
  { billing_id, tax_number, now }: { billing_id: string; tax_number: string | null; now: number },
): Omit<BillingRow, 'vies_due_at'> {
  return {
    billing_id: before?.billing_id ?? billing_id,
    customer_id: input.customer_id,
    email: input.email ?? null,
    name: input.name ?? null,
    company: input.company ?? null,
    phone: input.phone ?? null,
    tax_id: input.tax_id ?? null,
    address: input.address ? JSON.stringify(addressWithNulls(input.address)) : null,
    tax_number,
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
}

export function showCustomer(
  row: Omit<CustomerRow, 'search_entry'>,
  billing: BillingRow | undefined,
): Static<typeof Customer> {
  return {
    customer_id: row.customer_id,
    object: 'customer',
    email: row.email,
    email_bounced_at: isoInstantOrNull(bouncedAt(row)),
    name: row.name,
    country: row.country,
    language: row.language,
    metadata: JSON.parse(row.metadata),
    balances: parseBalances(row.balances),
    billing: billing ? showBilling(billing) : null,
    created_at: isoInstant(row.created_at),
    updated_at: isoInstant(row.updated_at),
  };
}

/** When one of the addresses of a customer last refused a mail; null: none did. */
export const bouncedAt = (
  row: Pick<CustomerRow, 'email_bounced_at' | 'billing_email_bounced_at'>,
): number | null => Math.max(row.email_bounced_at ?? 0, row.billing_email_bounced_at ?? 0) || null;

function parseBalances(kept: string | null): Record<string, number> {
  if (kept === null) return {};
  return Object.fromEntries(
    kept.split(',').map((one) => {
      const [currency = '', minor = ''] = one.split(' ');
      return [currency, fromMinor(Number(minor), currency)];
    }),
  );
}

export function showBilling(row: BillingRow): Static<typeof BillingDetails> {
  return {
    billing_id: row.billing_id,
    object: 'customer_billing',
    customer_id: row.customer_id,
    email: row.email,
    name: row.name,
    company: row.company,
    phone: row.phone,
    tax_id: row.tax_id,
    address: row.address === null ? null : JSON.parse(row.address),
    tax_id_check: showTaxIdCheck(row),
    created_at: isoInstant(row.created_at),
    updated_at: isoInstant(row.updated_at),
  };
}

export const customerScope = (store_number: number): string => `${store_number}c`;

export const customerText = (
  row: Pick<CustomerRow, 'customer_id' | 'name' | 'email'>,
  store_number: number,
) => ({
  record_id: row.customer_id,
  scope: customerScope(store_number),
  title: words(`${row.name ?? ''} ${row.email ?? ''} ${row.customer_id}`),
  body: [],
});

/** E-mail addresses are compared without case. */
export const foldEmail = (email: string): string => email.toLowerCase();

const foldOrNull = (email: string | null): string | null =>
  email === null ? null : foldEmail(email);

function addressWithNulls(address: Static<typeof Address>) {
  return {
    line1: address.line1 ?? null,
    line2: address.line2 ?? null,
    city: address.city ?? null,
    state: address.state ?? null,
    postal_code: address.postal_code ?? null,
    country: address.country?.toUpperCase() ?? null,
  };
}
