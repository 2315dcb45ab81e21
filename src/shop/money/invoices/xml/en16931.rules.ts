import { fill, textsIn } from '../../../../../texts/invoices.ts';
import { CURRENCY_DECIMALS } from '../../../../platform/core/currencies.ts';
import { dayIn, decimalText, isInUnion, notesIn, rateText, reasonIn } from '../format.rules.ts';
import {
  dueMinor,
  type InvoiceDocument,
  type InvoiceLine,
  type Language,
  paidMinor,
  ratePpm,
  type TaxGroup,
} from '../invoice.rules.ts';
import { buyerOf, type ElectronicParty, sellerOf } from './parties.rules.ts';

// A document in the terms of the European standard for invoices, EN 16931. BT and BG are the
// numbers of its terms. Two syntaxes say the same: UBL (ubl.ts) and CII (factur-x.ts).

export const SPECIFICATION = 'urn:cen.eu:en16931:2017'; // BT-24

/** UNTDID 5305, BT-118 and BT-151. */
const CATEGORIES = {
  charged: 'S',
  zero: 'Z',
  exempt: 'E',
  reverse_charge: 'AE',
  not_registered: 'O',
  out_of_scope: 'O',
} as const;

export interface ElectronicTax {
  category: (typeof CATEGORIES)[keyof typeof CATEGORIES];
  rate: string | undefined; // There is none outside of the tax.
}

export interface ElectronicLine {
  id: string; // BT-126
  name: string; // BT-153
  quantity: string; // BT-129
  price: string; // BT-146
  base_quantity: string; // BT-149
  discount: string | undefined; // BT-136
  net: string; // BT-131
  tax: ElectronicTax;
  period_start: string | null; // BT-134
  period_end: string | null; // BT-135
}

export interface ElectronicInvoice {
  is_credit_note: boolean;
  type_code: string; // BT-3
  document: InvoiceDocument;
  notes: string[]; // BT-22
  seller: ElectronicParty;
  buyer: ElectronicParty;
  lines: ElectronicLine[];
  taxes: (ElectronicTax & {
    net: string; // BT-116
    tax: string; // BT-117
    reason: string | undefined; // BT-120
    reason_code: string | undefined; // BT-121
  })[];
  net: string; // BT-106, BT-109
  tax: string; // BT-110
  tax_in_currency: { currency: string; amount: string } | null; // BT-6, BT-111
  total: string; // BT-112
  paid: string | undefined; // BT-113
  due: string; // BT-115
  due_on: string | null; // BT-9
  payment_terms: string | undefined; // BT-20
  payment: { code: string; card: { last4: string; brand: string } | undefined } | undefined; // BG-16
  discount_reason: string; // BT-139
}

/** UNTDID 4461. */
const PAYMENT_CODES = { card: '48', balance: '97', offset: '97', other: '68' };

export function electronicInvoice(
  document: InvoiceDocument,
  language: Language,
): ElectronicInvoice {
  const { kind, currency, taxes, preceding, due_on, payments, tax_in_currency } = document;
  const texts = textsIn(language);
  const amount = (minor: number) => shortAmount(minor, currency);
  const is_outside = isOutside(document);
  const due = dueMinor(document);
  const paid = paidMinor(payments);
  const [payment] = payments.toSorted(
    (a, b) => Number(b.kind === 'card') - Number(a.kind === 'card'),
  );
  const { card_last4, card_brand } = payment ?? {};
  return {
    is_credit_note: kind === 'credit_note',
    type_code: kind === 'credit_note' ? '381' : '380',
    document,
    notes: [
      ...(preceding
        ? [
            fill(texts[preceding.relation], {
              number: preceding.number,
              date: dayIn(preceding.issued_on, texts),
            }),
          ]
        : []),
      ...notesIn(document, texts),
    ],
    seller: sellerOf(document.seller, is_outside),
    buyer: buyerOf(document.buyer, is_outside),
    lines: document.lines.map((line, at) => lineOf(line, at, currency)),
    taxes: categoriesOf(taxes).map(({ first, groups, net_minor, tax_minor }) => ({
      ...taxOf(first),
      net: amount(net_minor),
      tax: amount(tax_minor),
      reason: reasonOf(groups, document, language),
      reason_code: reasonCodeOf(first, document),
    })),
    net: amount(document.net_minor),
    tax: amount(document.tax_minor),
    tax_in_currency: tax_in_currency && {
      currency: tax_in_currency.currency,
      amount: shortAmount(tax_in_currency.tax_minor, tax_in_currency.currency),
    },
    total: amount(document.total_minor),
    paid: paid === 0 ? undefined : amount(paid),
    due: amount(due),
    due_on: due > 0 ? due_on : null,
    payment_terms:
      due > 0 && due_on === null ? fill(texts.is_due, { amount: amount(due) }) : undefined,
    payment: payment && {
      code: PAYMENT_CODES[payment.kind],
      card: card_last4 && card_brand ? { last4: card_last4, brand: card_brand } : undefined,
    },
    discount_reason: texts.discount,
  };
}

/**
 * What EN 16931 demands and a document does not have. Nothing is made up for it: such a document
 * has no XML, and its PDF is one without.
 */
export function whyNotElectronic(document: InvoiceDocument): MissingTerm[] {
  const { seller, buyer, taxes, currency } = document;
  const missing: MissingTerm[] = [];
  const is_outside = isOutside(document);
  const from = sellerOf(seller, is_outside);
  if (seller.address.country === null) missing.push('seller_country'); // BR-09
  if (buyer.address.country === null) missing.push('buyer_country'); // BR-11
  const has_number = from.vat_identifier !== null || from.tax_registration !== null;
  if (!is_outside && !has_number) missing.push('seller_tax_number'); // BR-S-02, BR-Z-02, …
  const named = from.vat_identifier ?? from.legal_identifier ?? from.identifier;
  if (named === null && has_number === is_outside) missing.push('seller_tax_number'); // BR-CO-26
  const to = buyerOf(buyer, is_outside);
  const is_reverse = taxes.some((group) => group.tax_kind === 'reverse_charge');
  if (is_reverse && to.vat_identifier === null && to.legal_identifier === null) {
    missing.push('buyer_vat_number'); // BR-AE-02
  }
  if (!amountsOf(document).every((minor) => isShort(minor, currency))) {
    missing.push('two_decimals'); // BR-DEC-*
  }
  if (!categoriesOf(taxes).every((category) => isNearRate(category, currency))) {
    missing.push('tax_of_rate'); // BR-CO-17
  }
  if (is_outside && categoriesOf(taxes).length > 1) missing.push('outside_alone'); // BR-O-11
  return [...new Set(missing)];
}

export type MissingTerm =
  | 'seller_country'
  | 'buyer_country'
  | 'seller_tax_number'
  | 'buyer_vat_number'
  | 'two_decimals'
  | 'tax_of_rate'
  | 'outside_alone';

const isOutside = ({ taxes }: InvoiceDocument): boolean =>
  taxes.some((group) => CATEGORIES[group.tax_kind] === 'O');

function taxOf({ tax_kind, rates }: Pick<TaxGroup, 'tax_kind' | 'rates'>): ElectronicTax {
  const category = CATEGORIES[tax_kind];
  return { category, rate: category === 'O' ? undefined : rateText(ratePpm({ rates })) };
}

/** The price is that of the whole quantity, so that nothing is rounded when it is multiplied. */
function lineOf(line: InvoiceLine, at: number, currency: string): ElectronicLine {
  // A price is never below zero (BR-27): what is given back has a quantity below zero.
  const is_plain = line.subtotal_minor >= 0 && line.discount_minor >= 0;
  const gross = is_plain ? line.subtotal_minor : line.net_minor;
  return {
    id: String(at + 1),
    name: line.description,
    quantity: String(gross < 0 ? -line.quantity : line.quantity),
    price: shortAmount(Math.abs(gross), currency),
    base_quantity: String(line.quantity),
    discount:
      is_plain && line.discount_minor > 0 ? shortAmount(line.discount_minor, currency) : undefined,
    net: shortAmount(line.net_minor, currency),
    tax: taxOf(line),
    period_start: line.period_start,
    period_end: line.period_end,
  };
}

/** The standard has one group for each category and rate, whatever the taxes are called. */
function categoriesOf(taxes: TaxGroup[]) {
  const nameOf = (group: TaxGroup) => `${CATEGORIES[group.tax_kind]} ${ratePpm(group)}`;
  return [...Map.groupBy(taxes, nameOf).values()].flatMap((groups) => {
    const [first] = groups;
    if (!first) return [];
    const net_minor = groups.reduce((all, one) => all + one.net_minor, 0);
    const tax_minor = groups.reduce((all, one) => all + one.tax_minor, 0);
    return { first, groups, net_minor, tax_minor };
  });
}

/** The category's reason in words, which E, AE and O must have and the others must not. */
function reasonOf(groups: TaxGroup[], document: InvoiceDocument, language: Language) {
  const texts = textsIn(language);
  const [kind] = groups.map((group) => CATEGORIES[group.tax_kind]);
  if (kind === undefined || kind === 'S' || kind === 'Z') return undefined;
  const said = groups.flatMap((group) => reasonIn(group, document, texts) ?? []);
  if (said.length > 0) return [...new Set(said)].join(' ');
  if (kind === 'O') return texts.out_of_scope_note;
  return kind === 'E' ? texts.exempt_note : texts.reverse_charge_elsewhere_note;
}

/** From the list of reasons of the Connecting Europe Facility; for the rest there are words. */
function reasonCodeOf({ tax_kind }: TaxGroup, document: InvoiceDocument): string | undefined {
  const category = CATEGORIES[tax_kind];
  if (category === 'AE' && isInUnion(document)) return 'VATEX-EU-AE';
  return category === 'O' ? 'VATEX-EU-O' : undefined;
}

const amountsOf = (document: InvoiceDocument): number[] => [
  ...document.lines.flatMap((line) => [line.subtotal_minor, line.discount_minor, line.net_minor]),
  ...document.taxes.flatMap((group) => [group.net_minor, group.tax_minor]),
  ...document.payments.map((payment) => payment.amount_minor),
];

/** How many smallest units make the smallest amount that the standard can write, 0.01. */
const unitsPerCent = (currency: string): number =>
  10 ** Math.max(0, (CURRENCY_DECIMALS[currency] ?? 2) - 2);

const isShort = (minor: number, currency: string): boolean => minor % unitsPerCent(currency) === 0;

/** An amount with at most two decimals. */
function shortAmount(minor: number, currency: string): string {
  if (!isShort(minor, currency)) throw new Error('EN 16931 has no third decimal');
  const decimals = CURRENCY_DECIMALS[currency] ?? 2;
  const text = decimalText(minor, currency);
  return decimals > 2 ? text.slice(0, 2 - decimals) : text;
}

/**
 * Whether the tax is that of the rate. Prices that include tax are divided, not multiplied, so it
 * may differ from the product; readers of the standard accept less than one whole unit.
 */
function isNearRate(
  { first, net_minor, tax_minor }: ReturnType<typeof categoriesOf>[number],
  currency: string,
) {
  const unit = 10 ** (CURRENCY_DECIMALS[currency] ?? 2);
  return Math.abs(tax_minor - (net_minor / 1_000_000) * ratePpm(first)) < 0.99 * unit;
}
