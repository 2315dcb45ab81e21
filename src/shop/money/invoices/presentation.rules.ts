import type { InvoiceTexts } from '../../../../texts/invoice-texts.ts';
import { fill, textsIn } from '../../../../texts/invoices.ts';
import { amountIn, dayIn, notesIn, taxIn, taxRowsIn } from './format.rules.ts';
import {
  dueMinor,
  type InvoiceDocument,
  type InvoiceLine,
  type InvoiceParty,
  type InvoicePayment,
  type Language,
} from './invoice.rules.ts';

export interface PresentedLine {
  description: string;
  details: string[];
  quantity: string;
  tax: string;
  amount: string;
}

/** What a document says, in the order in which it says it: for the PDF and for the web page. */
export interface PresentedInvoice {
  language: Language;
  texts: InvoiceTexts;
  title: string;
  number: string;
  /** "€119.00 paid on 16 November 2026" */
  statement: string;
  facts: { label: string; value: string }[];
  seller: string[];
  buyer: string[];
  /** Heads the rates of the lines. */
  tax_label: string;
  lines: PresentedLine[];
  sums: { label: string; amount: string; is_total: boolean }[];
  notes: string[];
  /** At the foot of each page: who has issued it. */
  imprint: string;
}

export function presentInvoice(
  document: InvoiceDocument,
  language: Language = document.language,
): PresentedInvoice {
  const texts = textsIn(language);
  const { seller, buyer } = document;
  return {
    language,
    texts,
    title: texts[document.kind],
    number: document.number,
    statement: statement(document, texts),
    facts: facts(document, texts),
    seller: partyLines(seller, language, texts),
    buyer: partyLines(buyer, language, texts),
    tax_label: taxLabel(document, texts),
    lines: document.lines.map((line) => presentLine(line, document.currency, texts)),
    sums: sums(document, texts),
    notes: notes(document, texts),
    imprint: [seller.name, seller.registration, seller.vat_number ?? seller.tax_number]
      .filter((part) => part !== null)
      .join(' · '),
  };
}

function statement(document: InvoiceDocument, texts: InvoiceTexts): string {
  const { kind, total_minor, currency, paid_on, due_on } = document;
  const due = dueMinor(document);
  const amount = amountIn(due > 0 ? due : total_minor, currency, texts);
  if (kind === 'credit_note') {
    const date = dayIn(document.issued_on, texts);
    return fill(texts.is_credited, { amount: amountIn(total_minor, currency, texts), date });
  }
  if (due <= 0) {
    return fill(texts.is_paid, { amount, date: dayIn(paid_on ?? document.issued_on, texts) });
  }
  return due_on === null
    ? fill(texts.is_due, { amount })
    : fill(texts.is_due_by, { amount, date: dayIn(due_on, texts) });
}

function facts(document: InvoiceDocument, texts: InvoiceTexts) {
  const { number, issued_on, supplied_on, due_on, paid_on, kind, buyer_reference } = document;
  const is_open = dueMinor(document) > 0;
  const days: [string, string | null][] = [
    [texts.issued_on, issued_on],
    [texts.supplied_on, supplied_on],
    [texts.due_on, is_open ? due_on : null],
    [texts.paid_on, kind === 'invoice' ? paid_on : null],
  ];
  return [
    { label: texts.number, value: number },
    ...days.flatMap(([label, day]) => (day === null ? [] : { label, value: dayIn(day, texts) })),
    ...(buyer_reference === null ? [] : [{ label: texts.order_number, value: buyer_reference }]),
  ];
}

/** A party as it is written on a letter, with its numbers. */
function partyLines(party: InvoiceParty, language: Language, texts: InvoiceTexts): string[] {
  const { name, contact, email, address, vat_number, tax_number, registration } = party;
  const { line1, line2, country } = address;
  const said = [
    name,
    contact,
    line1,
    line2,
    ...placeLines(address),
    country && countryIn(country, language),
    vat_number && `${texts.vat_number} ${vat_number}`,
    tax_number && `${texts.tax_number} ${tax_number}`,
    registration,
    email,
  ];
  return said.filter((line) => typeof line === 'string').filter((line) => line !== '');
}

/** Where the postal code stands behind the town, the state is on the same line. */
const CODE_LAST = new Set(['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US']);

function placeLines({ postal_code, city, state, country }: InvoiceParty['address']): string[] {
  const joined = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(' ');
  return country !== null && CODE_LAST.has(country)
    ? [joined(city, state, postal_code)]
    : [joined(postal_code, city), state ?? ''];
}

const names = new Map<Language, Intl.DisplayNames>();

function countryIn(code: string, language: Language): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  names.set(language, known);
  return known.of(code) ?? code;
}

/** `VAT`, unless a tax has another name: the sums say that. */
const taxLabel = ({ taxes }: InvoiceDocument, texts: InvoiceTexts): string =>
  taxes.every(({ rates }) => rates.every(({ tax }) => tax === 'VAT')) ? texts.vat : texts.tax;

function presentLine(line: InvoiceLine, currency: string, texts: InvoiceTexts): PresentedLine {
  const { quantity, unit_price_minor, period_start, period_end } = line;
  const details: string[] = [];
  if (period_start !== null && period_end !== null) {
    const [start, end] = [dayIn(period_start, texts), dayIn(period_end, texts)];
    details.push(fill(texts.period, { start, end }));
  }
  if (unit_price_minor !== null && quantity > 1) {
    const price = amountIn(unit_price_minor, currency, texts);
    details.push(
      fill(line.unit_price_includes_tax ? texts.each_tax_included : texts.each, { price }),
    );
  }
  return {
    description: line.description,
    details,
    quantity: String(quantity),
    tax: taxIn(line, texts),
    amount: amountIn(line.subtotal_minor, currency, texts),
  };
}

/** Kinds of which a sum would say nothing. */
const UNTAXED = ['not_registered', 'out_of_scope'];

function sums(document: InvoiceDocument, texts: InvoiceTexts): PresentedInvoice['sums'] {
  const { kind, currency, taxes, discount_minor, tax_in_currency, payments } = document;
  const row = (label: string, minor: number, is_total = false, money = currency) => ({
    label,
    amount: amountIn(minor, money, texts),
    is_total,
  });
  const shown_taxes = taxes.filter(({ tax_kind }) => !UNTAXED.includes(tax_kind));
  const has_discount = discount_minor !== 0;
  const total = kind === 'invoice' ? texts.total : texts.total_credited;
  return [
    ...(has_discount ? [row(texts.subtotal, document.subtotal_minor)] : []),
    ...(has_discount ? [row(texts.discount, -discount_minor)] : []),
    ...(shown_taxes.length > 0 ? [row(texts.net, document.net_minor)] : []),
    ...shown_taxes
      .flatMap((group) => taxRowsIn(group, currency, texts))
      .map(({ label, tax_minor }) => row(label, tax_minor)),
    row(`${total} (${currency})`, document.total_minor, true),
    ...(tax_in_currency === null
      ? []
      : [
          row(
            fill(texts.tax_in_currency, {
              tax: taxLabel(document, texts),
              currency: tax_in_currency.currency,
            }),
            tax_in_currency.tax_minor,
            false,
            tax_in_currency.currency,
          ),
        ]),
    ...payments.map((payment) => row(paymentText(payment, kind, texts), payment.amount_minor)),
    ...(dueMinor(document) > 0 && kind === 'invoice'
      ? [row(texts.amount_due, dueMinor(document), true)]
      : []),
  ];
}

function paymentText(
  { kind, amount_minor, card_brand, card_last4, offset_number }: InvoicePayment,
  document_kind: InvoiceDocument['kind'],
  texts: InvoiceTexts,
): string {
  const is_back = document_kind === 'credit_note';
  if (kind === 'offset') return fill(texts.offset_against, { number: offset_number ?? '' });
  if (kind === 'balance') {
    return is_back !== amount_minor < 0 ? texts.added_to_balance : texts.paid_from_balance;
  }
  if (kind === 'card' && card_brand !== null && card_last4 !== null) {
    const brand = card_brand.charAt(0).toUpperCase() + card_brand.slice(1);
    const pattern = is_back ? texts.refunded_to_card : texts.paid_by_card;
    return fill(pattern, { brand, last4: card_last4 });
  }
  return is_back ? texts.refunded : texts.paid;
}

function notes(document: InvoiceDocument, texts: InvoiceTexts): string[] {
  const { preceding, mode } = document;
  const refers = preceding && {
    number: preceding.number,
    date: dayIn(preceding.issued_on, texts),
  };
  return [
    ...(mode === 'test' ? [texts.test_note] : []),
    ...(preceding && refers ? [fill(texts[preceding.relation], refers)] : []),
    ...notesIn(document, texts),
  ];
}
