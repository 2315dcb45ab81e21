import fc from 'fast-check';
import { CURRENCY_DECIMALS } from '../../../src/platform/core/currencies.ts';
import {
  type InvoiceDocument,
  type InvoiceLine,
  LANGUAGES,
  ratePpm,
} from '../../../src/shop/money/invoices/invoice.rules.ts';
import { ADDRESS, BUYER, CARD, invoiceOf, LINE, SELLER } from './documents.ts';

// Invoices of all kinds, as a shop could make them.

const words = fc.oneof(
  fc.constantFrom(
    'Editor',
    'A & B <Co>',
    '"Quoted"',
    'Łódź',
    'Ελλάδα',
    'Київ',
    '株式会社',
    '🚀 Go',
    'x',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((text) => `t${text}`),
);

type Tax = Pick<InvoiceLine, 'tax_kind' | 'rates' | 'exemption_reason' | 'note'>;

const rates = fc.constantFrom(19_000, 7_000, 21_000, 25_500, 8_100, 5_000, 14_975, 10_000, 27_000);
const none = { rates: [], exemption_reason: null, note: null };
/** In Quebec two taxes are charged together. */
const ratesOf = (rate: number) =>
  rate === 14_975
    ? [
        { tax: 'GST', rate_ppm: 50_000 },
        { tax: 'QST', rate_ppm: 99_750 },
      ]
    : [{ tax: 'VAT', rate_ppm: rate * 10 }];

const taxes: fc.Arbitrary<Tax> = fc.oneof(
  {
    weight: 5,
    arbitrary: rates.map((rate) => ({
      ...none,
      tax_kind: 'charged' as const,
      rates: ratesOf(rate),
    })),
  },
  { weight: 1, arbitrary: fc.constant({ ...none, tax_kind: 'zero' as const }) },
  {
    weight: 1,
    arbitrary: fc.option(words).map((exemption_reason) => ({
      ...none,
      tax_kind: 'exempt' as const,
      note: 'exempt' as const,
      exemption_reason,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      ...none,
      tax_kind: 'reverse_charge' as const,
      note: 'reverse_charge' as const,
    }),
  },
);
const outside: fc.Arbitrary<Tax> = fc.constantFrom(
  { ...none, tax_kind: 'out_of_scope', note: 'outside_seller_country' },
  { ...none, tax_kind: 'not_registered' },
);

/** A line from a price with or without tax, with a discount, now and then below zero. */
const lineWith = (tax: fc.Arbitrary<Tax>, unit: number): fc.Arbitrary<InvoiceLine> =>
  fc
    .record({
      tax,
      description: words,
      quantity: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 0, max: 90_000 }),
      includes: fc.boolean(),
      off_percent: fc.constantFrom(0, 0, 10, 33, 100),
      is_back: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      period: fc.boolean(),
    })
    .map(({ tax, description, quantity, price, includes, off_percent, is_back, period }) => {
      const rate = ratePpm(tax) / 1_000_000;
      const whole = (amount: number) => Math.round(amount) * unit;
      const sign = is_back ? -1 : 1;
      const gross = sign * whole(price * quantity);
      const paid = gross - Math.trunc((gross * off_percent) / 100 / unit) * unit;
      const taxPart = (amount: number) => whole((amount * rate) / (1 + rate) / unit);
      const subtotal_minor = includes ? gross - taxPart(gross) : gross;
      const net_minor = includes ? paid - taxPart(paid) : paid;
      const tax_minor = (includes ? taxPart(paid) : whole((paid * rate) / unit)) || 0;
      return {
        ...LINE,
        ...tax,
        description,
        quantity,
        unit_price_minor: whole(price),
        unit_price_includes_tax: includes,
        subtotal_minor,
        discount_minor: subtotal_minor - net_minor || 0,
        net_minor,
        tax_minor,
        period_start: period ? '2026-11-01' : null,
        period_end: period ? '2026-11-30' : null,
      };
    });

const parties = fc.record({
  vat: fc.constantFrom('FR83404833048', 'EL 123456789', 'ATU12345678', 'CHE-123.456.789 MWST'),
  name: words,
  country: fc.constantFrom('FR', 'GR', 'AT', 'CH', 'US', 'JP'),
  state: fc.option(words),
  line2: fc.option(words),
  registration: fc.option(words),
  reference: fc.option(words),
});

export const anyInvoice: fc.Arbitrary<InvoiceDocument> = fc
  .record({
    currency: fc.constantFrom('EUR', 'USD', 'PLN', 'JPY', 'KWD'),
    is_outside: fc.boolean(),
  })
  .chain(({ currency, is_outside }) => {
    // Three decimals are made of tens here: with others there is no EN 16931.
    const unit = CURRENCY_DECIMALS[currency] === 3 ? 10 : 1;
    const tax = is_outside ? outside : taxes;
    return fc.record({
      currency: fc.constant(currency),
      lines: fc.array(lineWith(tax, unit), { minLength: 1, maxLength: 6 }),
      party: parties,
      language: fc.constantFrom(...LANGUAGES),
      paying: fc.constantFrom('card', 'both', 'other', 'open', 'open_with_day'),
      seller_has: fc.constantFrom('vat', 'number', 'both'),
    });
  })
  .map(({ currency, lines, party, language, paying, seller_has }) => {
    const total = lines.reduce((all, line) => all + line.net_minor + line.tax_minor, 0);
    // A shop charges nothing below zero: what is more goes to the balance.
    const kept = total < 0 ? lines.map(positive) : lines;
    const sum = kept.reduce((all, line) => all + line.net_minor + line.tax_minor, 0);
    const card = { ...CARD, amount_minor: sum };
    const half = Math.floor(sum / 20) * 10;
    const payments = {
      card: [card],
      both: [
        { ...card, amount_minor: sum - half },
        {
          ...card,
          kind: 'balance' as const,
          amount_minor: half,
          card_brand: null,
          card_last4: null,
        },
      ],
      other: [{ ...card, kind: 'other' as const, card_brand: null, card_last4: null }],
      open: [],
      open_with_day: [],
    }[paying];
    const { vat, name, country, state, line2, registration, reference } = party;
    return invoiceOf({
      currency,
      lines: kept,
      language,
      payments: sum === 0 ? [] : payments,
      paid_on: payments.length > 0 ? '2026-11-16' : null,
      due_on: paying === 'open_with_day' ? '2026-12-16' : null,
      buyer_reference: reference,
      buyer: {
        ...BUYER,
        name,
        vat_number: vat,
        registration,
        address: { ...ADDRESS, country, state, line2 },
      },
      seller: {
        ...SELLER,
        vat_number: seller_has === 'number' ? null : SELLER.vat_number,
        tax_number: seller_has === 'vat' ? null : '88/123/45678',
        registration,
      },
    });
  });

const positive = (line: InvoiceLine): InvoiceLine => ({
  ...line,
  subtotal_minor: Math.abs(line.subtotal_minor),
  discount_minor: Math.abs(line.discount_minor),
  net_minor: Math.abs(line.net_minor),
  tax_minor: Math.abs(line.tax_minor),
});
