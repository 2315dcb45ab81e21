import type { Static } from 'typebox';
import {
  CurrencyCode,
  Described,
  Instant,
  Nullable,
  OneOf,
  TextOrNull,
  UsuallyNull,
} from '../../../platform/core/fields.ts';
import { fromMinor } from '../../../platform/core/money.ts';
import { InvoiceId, TransactionId } from '../../../platform/core/record-ids.ts';
import { Type } from '../../../platform/core/schema.ts';
import { isoInstant } from '../../../platform/core/time.ts';
import { type InvoiceDocument, LANGUAGES, TAX_KINDS } from './invoice.rules.ts';
import { EXAMPLE_ADDRESS, invoiceAddresses, invoiceToken } from './invoice-address.rules.ts';
import type { InvoiceRow } from './invoice-row.rules.ts';
import { CAUSES, KINDS } from './invoice-row.rules.ts';
import { whyNotElectronic } from './xml/en16931.rules.ts';

export const parseDocument = ({ document }: Pick<InvoiceRow, 'document'>): InvoiceDocument =>
  JSON.parse(document);

const money = (example: number) => Type.Number({ examples: [example] });
const Day = Type.String({ format: 'date', examples: ['2026-11-16'] });

const Party = Type.Object(
  {
    name: Type.String({ examples: ['Analytical Engines Ltd'] }),
    contact: TextOrNull('Ada Lovelace'),
    email: TextOrNull('ada@example.com'),
    address: Type.Object({
      line1: TextOrNull('1 Main Street'),
      line2: TextOrNull('Second floor'),
      postal_code: TextOrNull('10115'),
      city: TextOrNull('Berlin'),
      state: TextOrNull('Berlin'),
      country: TextOrNull('DE'),
    }),
    vat_number: TextOrNull('DE136695976'),
    tax_number: TextOrNull('21/815/08150'),
    registration: TextOrNull('HRB 1234, Amtsgericht Ulm'),
  },
  { title: 'InvoiceParty' },
);

const tax_fields = {
  tax_kind: OneOf([...TAX_KINDS], { examples: ['charged'] }),
  rates: Type.Array(
    Type.Object({
      tax: Type.String({ examples: ['VAT'] }),
      percentage: Type.Number({ examples: [19] }),
    }),
  ),
};

/** An invoice or credit note, as the API shows it. */
export const Invoice = Type.Object({
  invoice_id: InvoiceId,
  object: Type.Literal('invoice'),
  kind: OneOf([...KINDS], { examples: ['invoice'] }),
  number: Type.String({ examples: ['INV-0001'] }),
  cause: OneOf([...CAUSES], { description: 'Why it was issued', examples: ['sale'] }),
  customer_id: Type.String({ examples: ['user_42'] }),
  transaction_id: Described('The payment or refund that it is about', TransactionId),
  preceding: UsuallyNull(
    Type.Object({
      relation: OneOf(['credits', 'replaces', 'reverses'], { examples: ['credits'] }),
      invoice_id: InvoiceId,
      number: Type.String({ examples: ['INV-0001'] }),
      issued_on: Day,
    }),
  ),
  language: OneOf([...LANGUAGES], { examples: ['en'] }),
  currency: CurrencyCode,
  issued_on: Day,
  supplied_on: Day,
  due_on: Nullable(Day),
  paid_on: Nullable(Day),
  seller: Party,
  buyer: Party,
  lines: Type.Array(
    Type.Object({
      description: Type.String({ examples: ['Photo editor'] }),
      quantity: Type.Integer({ examples: [1] }),
      subtotal: money(16.8),
      discount: money(0),
      net: money(16.8),
      tax: money(3.19),
      ...tax_fields,
      period_start: UsuallyNull(Day),
      period_end: UsuallyNull(Day),
    }),
  ),
  taxes: Type.Array(Type.Object({ ...tax_fields, net: money(16.8), tax: money(3.19) })),
  subtotal: money(16.8),
  discount: money(0),
  net: money(16.8),
  tax: money(3.19),
  total: money(19.99),
  payments: Type.Array(
    Type.Object({
      kind: OneOf(['card', 'balance', 'offset', 'other'], { examples: ['card'] }),
      amount: money(19.99),
      card_brand: TextOrNull('visa'),
      card_last4: TextOrNull('4242'),
    }),
  ),
  notes: Type.Array(Type.String({ examples: ['Thank you for your business.'] })),
  invoice_url: Type.String({
    description: 'A page to read and print, for whoever has this address: no key is needed',
    examples: [EXAMPLE_ADDRESS],
  }),
  invoice_pdf_url: Type.String({
    description: 'The same as PDF, with the electronic invoice (Factur-X) in it where there is one',
    examples: [`${EXAMPLE_ADDRESS}/invoice.pdf`],
  }),
  invoice_xml_url: Nullable(
    Type.String({
      description:
        'The electronic invoice (EN 16931, UBL 2.1); null if the document lacks what it needs',
      examples: [`${EXAMPLE_ADDRESS}/invoice.xml`],
    }),
  ),
  created_at: Instant,
});

export function showInvoice(row: InvoiceRow, base_url: string): Static<typeof Invoice> {
  const document = parseDocument(row);
  const { invoice_xml_url, ...addresses } = invoiceAddresses(base_url, invoiceToken(row));
  const { currency, preceding } = document;
  const money = (minor: number) => fromMinor(minor, currency);
  const shownTax = ({ tax_kind, rates }: Pick<InvoiceDocument['lines'][number], TaxName>) => ({
    tax_kind,
    rates: rates.map(({ tax, rate_ppm }) => ({ tax, percentage: rate_ppm / 10_000 })),
  });
  return {
    invoice_id: row.invoice_id,
    object: 'invoice',
    kind: row.kind,
    number: row.number,
    cause: row.cause,
    customer_id: row.customer_id,
    transaction_id: row.transaction_id,
    preceding: preceding && { ...preceding, invoice_id: row.refers_to ?? '' },
    language: document.language,
    currency,
    issued_on: document.issued_on,
    supplied_on: document.supplied_on,
    due_on: document.due_on,
    paid_on: document.paid_on,
    seller: document.seller,
    buyer: document.buyer,
    lines: document.lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      subtotal: money(line.subtotal_minor),
      discount: money(line.discount_minor),
      net: money(line.net_minor),
      tax: money(line.tax_minor),
      ...shownTax(line),
      period_start: line.period_start,
      period_end: line.period_end,
    })),
    taxes: document.taxes.map((group) => ({
      ...shownTax(group),
      net: money(group.net_minor),
      tax: money(group.tax_minor),
    })),
    subtotal: money(document.subtotal_minor),
    discount: money(document.discount_minor),
    net: money(document.net_minor),
    tax: money(document.tax_minor),
    total: money(document.total_minor),
    payments: document.payments.map(({ kind, amount_minor, card_brand, card_last4 }) => ({
      kind,
      amount: money(amount_minor),
      card_brand,
      card_last4,
    })),
    notes: document.notes,
    ...addresses,
    invoice_xml_url: whyNotElectronic(document).length === 0 ? invoice_xml_url : null,
    created_at: isoInstant(row.created_at),
  };
}

type TaxName = keyof typeof tax_fields;
