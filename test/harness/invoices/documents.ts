import {
  composeInvoice,
  type InvoiceDraft,
  type InvoiceLine,
  type InvoiceParty,
  type InvoicePayment,
} from '../../../src/shop/money/invoices/invoice.rules.ts';

// Invoices to look at and to test with.

export const ADDRESS = {
  line1: 'Münsterplatz 21',
  line2: null,
  postal_code: '89073',
  city: 'Ulm',
  state: null,
  country: 'DE',
};

export const SELLER: InvoiceParty = {
  name: 'Kessler & Töchter Software GmbH',
  contact: null,
  email: 'billing@kessler.example',
  address: ADDRESS,
  vat_number: 'DE136695976',
  tax_number: null,
  registration: 'HRB 720 415, Amtsgericht Ulm',
};

export const BUYER: InvoiceParty = {
  name: 'Analytical Engines Ltd',
  contact: 'Ada Lovelace',
  email: 'ada@engines.example',
  address: {
    ...ADDRESS,
    line1: '12 St James’s Square',
    postal_code: '75001',
    city: 'Paris',
    country: 'FR',
  },
  vat_number: null,
  tax_number: null,
  registration: null,
};

export const LINE: InvoiceLine = {
  description: 'Photo editor, yearly plan',
  quantity: 1,
  unit_price_minor: 11_900,
  unit_price_includes_tax: true,
  subtotal_minor: 10_000,
  discount_minor: 0,
  net_minor: 10_000,
  tax_minor: 1_900,
  tax_kind: 'charged',
  rates: [{ tax: 'VAT', rate_ppm: 190_000 }],
  note: null,
  exemption_reason: null,
  period_start: '2026-11-16',
  period_end: '2027-11-15',
  credits_line: null,
};

export const CARD: InvoicePayment = {
  kind: 'card',
  amount_minor: 11_900,
  card_brand: 'visa',
  card_last4: '4242',
  offset_number: null,
};

/** A paid invoice; what is given replaces what it would have. Paid in full unless payments are given. */
export function invoiceOf({ lines = [LINE], ...more }: Partial<InvoiceDraft> = {}) {
  const total = lines.reduce((all, line) => all + line.net_minor + line.tax_minor, 0);
  return composeInvoice({
    kind: 'invoice',
    mode: 'live',
    number: 'INV-0042',
    language: 'en',
    currency: 'EUR',
    issued_on: '2026-11-16',
    supplied_on: '2026-11-16',
    due_on: null,
    paid_on: '2026-11-16',
    seller: SELLER,
    buyer: BUYER,
    lines,
    payments: total === 0 ? [] : [{ ...CARD, amount_minor: total }],
    tax_in_currency: null,
    notes: [],
    customer_id: 'user_42',
    transaction_id: 'txn_1tq3v9w0e00h4rk6m2x8pz7ycn5',
    buyer_reference: null,
    preceding: null,
    ...more,
  });
}

/** A line whose tax is computed from its net amount, rounded half up. */
export function lineOf(
  net_minor: number,
  rate_millipercent = 19_000,
  more: Partial<InvoiceLine> = {},
) {
  const tax_minor = Math.round((net_minor * rate_millipercent) / 100_000);
  const subtotal_minor = net_minor + (more.discount_minor ?? 0);
  return {
    ...LINE,
    unit_price_minor: null,
    subtotal_minor,
    net_minor,
    rates: rate_millipercent === 0 ? [] : [{ tax: 'VAT', rate_ppm: rate_millipercent * 10 }],
    note: noteOf(more.tax_kind),
    tax_minor,
    ...more,
  };
}

function noteOf(tax_kind: InvoiceLine['tax_kind'] = 'charged'): InvoiceLine['note'] {
  return tax_kind === 'reverse_charge' || tax_kind === 'exempt' ? tax_kind : null;
}
