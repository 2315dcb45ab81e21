import type { Static } from 'typebox';
import { CURRENCY_DECIMALS } from '../../../platform/core/currencies.ts';
import { Nullable, OneOf } from '../../../platform/core/fields.ts';
import {
  DOCUMENT_LANGUAGES as LANGUAGES,
  type DocumentLanguage as Language,
} from '../../../platform/core/languages.ts';
import { Type } from '../../../platform/core/schema.ts';

// An invoice as it is kept: everything that is printed, as it was on the day of issue. Nothing in
// it is looked up again, so it reads the same after the seller moves or the customer is renamed.
// Amounts are whole numbers of the currency's smallest unit; days are plain dates.

export const TAX_KINDS = [
  'charged',
  'zero',
  'exempt',
  'reverse_charge',
  'not_registered',
  'out_of_scope',
] as const;

export { LANGUAGES, type Language };

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const Words = Type.String({ minLength: 1 });
const Minor = Type.Integer();

const Address = Type.Object({
  line1: Nullable(Words),
  line2: Nullable(Words),
  postal_code: Nullable(Words),
  city: Nullable(Words),
  state: Nullable(Words),
  country: Nullable(Type.String({ pattern: '^[A-Z]{2}$' })),
});

const Party = Type.Object({
  /** The company, or the person where there is none. */
  name: Words,
  /** The person, where `name` is a company. */
  contact: Nullable(Words),
  email: Nullable(Words),
  address: Address,
  /** With its country in front: DE123456789. */
  vat_number: Nullable(Words),
  /** Any other number under which a tax office knows the party. */
  tax_number: Nullable(Words),
  /** In a register of companies, with the register's name: "HRB 1234, Amtsgericht Ulm". */
  registration: Nullable(Words),
});

const tax_fields = {
  tax_kind: OneOf([...TAX_KINDS]),
  /** What is charged together, mostly one: 19 % VAT is `{ tax: 'VAT', rate_ppm: 190000 }`. */
  rates: Type.Array(
    Type.Object({ tax: Words, rate_ppm: Type.Integer({ minimum: 0, maximum: 1_000_000 }) }),
    { maxItems: 5 },
  ),
  /** What has to be said because of the tax. */
  note: Nullable(OneOf(['reverse_charge', 'outside_seller_country', 'exempt'])),
  /** Why an exempt line is exempt: "Small business, § 19 UStG". */
  exemption_reason: Nullable(Words),
};

const Line = Type.Object({
  description: Words,
  quantity: Type.Integer({ minimum: 1 }),
  /** What one costs as it was offered; only shown, never multiplied. */
  unit_price_minor: Nullable(Minor),
  unit_price_includes_tax: Type.Boolean(),
  /** Before discount and tax. Below zero for what is given back, such as unused time. */
  subtotal_minor: Minor,
  discount_minor: Minor,
  /** subtotal_minor - discount_minor */
  net_minor: Minor,
  tax_minor: Minor,
  ...tax_fields,
  period_start: Nullable(Day),
  period_end: Nullable(Day),
  /** In a credit note: which line of the invoice this is of, counted from 0. */
  credits_line: Nullable(Type.Integer({ minimum: 0 })),
});

/** What the lines with the same tax add up to. */
const TaxGroup = Type.Object({
  ...tax_fields,
  net_minor: Minor,
  tax_minor: Minor,
  /** Of `tax_minor` what each of `rates` comes to. */
  rate_taxes_minor: Type.Array(Minor),
});

const Payment = Type.Object({
  /** `balance`: the customer's credit (below 0: put on it). `offset`: against another document. */
  kind: OneOf(['card', 'balance', 'offset', 'other']),
  amount_minor: Minor,
  card_brand: Nullable(Words),
  card_last4: Nullable(Type.String({ pattern: '^\\d{4}$' })),
  /** The number of the document that an offset is against. */
  offset_number: Nullable(Words),
});

export const InvoiceDocument = Type.Object({
  version: Type.Literal(1),
  kind: OneOf(['invoice', 'credit_note']),
  mode: OneOf(['live', 'test']),
  /** The picture that the store had when it was issued, among its files. */
  logo: Type.Optional(
    Type.Object({ file_name: Words, width: Type.Integer(), height: Type.Integer() }),
  ),
  number: Words,
  language: OneOf([...LANGUAGES]),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  issued_on: Day,
  /** When what was bought was delivered, or the period that was paid for began. */
  supplied_on: Day,
  due_on: Nullable(Day),
  paid_on: Nullable(Day),
  seller: Party,
  buyer: Party,
  lines: Type.Array(Line, { minItems: 1, maxItems: 1000 }),
  taxes: Type.Array(TaxGroup, { minItems: 1 }),
  subtotal_minor: Minor,
  discount_minor: Minor,
  net_minor: Minor,
  tax_minor: Minor,
  total_minor: Minor,
  payments: Type.Array(Payment),
  /** The tax in the currency of the tax office, where the law wants it said. */
  tax_in_currency: Nullable(Type.Object({ currency: Words, tax_minor: Minor })),
  /** What the seller wants said, word for word. */
  notes: Type.Array(Words, { maxItems: 10 }),
  customer_id: Words,
  transaction_id: Words,
  /** The buyer's own order number. */
  buyer_reference: Nullable(Words),
  /** The invoice that this one credits or replaces, or the credit note that it reverses. */
  preceding: Nullable(
    Type.Object({
      relation: OneOf(['credits', 'replaces', 'reverses']),
      number: Words,
      issued_on: Day,
    }),
  ),
});

export type InvoiceDocument = Static<typeof InvoiceDocument>;
export type InvoiceLine = Static<typeof Line>;
export type InvoiceParty = Static<typeof Party>;
export type InvoicePayment = Static<typeof Payment>;
export type TaxGroup = Static<typeof TaxGroup>;
/** A tax, and what each of its rates came to. */
export type TaxSplit = Omit<TaxGroup, 'net_minor' | 'tax_minor'>;

type Computed =
  | 'version'
  | 'taxes'
  | 'subtotal_minor'
  | 'discount_minor'
  | 'net_minor'
  | 'tax_minor'
  | 'total_minor';

/** A document without what follows from its lines. */
export type InvoiceDraft = Omit<InvoiceDocument, Computed>;

/**
 * Adds the sums to a draft. Where several taxes are charged together, `splits` says what each came
 * to; one that does not add up to the tax of its lines is not used. Throws where the result could not be kept: that is our mistake.
 */
export function composeInvoice(draft: InvoiceDraft, splits: TaxSplit[] = []): InvoiceDocument {
  const taxes = taxGroups(draft.lines).map((group) => {
    const given = splits.find((split) => taxKey(split) === taxKey(group));
    const fits = given && sum(given.rate_taxes_minor) === group.tax_minor;
    return fits ? { ...group, rate_taxes_minor: given.rate_taxes_minor } : group;
  });
  const net_minor = sum(taxes.map((group) => group.net_minor));
  const tax_minor = sum(taxes.map((group) => group.tax_minor));
  const document: InvoiceDocument = {
    version: 1,
    ...draft,
    taxes,
    subtotal_minor: sum(draft.lines.map((line) => line.subtotal_minor)),
    discount_minor: sum(draft.lines.map((line) => line.discount_minor)),
    net_minor,
    tax_minor,
    total_minor: net_minor + tax_minor,
  };
  const problems = whyNotInvoice(document);
  if (problems.length > 0) throw new Error(`not an invoice: ${problems.join(', ')}`);
  return document;
}

/** What contradicts itself in a document; for `kassa verify` as well. Nothing if all is well. */
export function whyNotInvoice(document: InvoiceDocument): string[] {
  const { lines, taxes, payments } = document;
  const problems = lines.flatMap((line, at) =>
    whyNotLine(line).map((no) => `line ${at + 1} ${no}`),
  );
  const check = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  const withoutSplit = (groups: TaxGroup[]) =>
    JSON.stringify(groups.map((group) => ({ ...group, rate_taxes_minor: [] })));
  const same = withoutSplit(taxes) === withoutSplit(taxGroups(lines));
  check(same, 'the taxes are not those of the lines');
  const splits = taxes.map(({ rate_taxes_minor }) => rate_taxes_minor);
  check(
    taxes.every((group, at) => sum(splits[at] ?? []) === group.tax_minor) &&
      taxes.every((group, at) => splits[at]?.length === group.rates.length),
    'the taxes of the rates',
  );
  const { subtotal_minor, discount_minor, net_minor, tax_minor, total_minor } = document;
  check(subtotal_minor === sum(lines.map((line) => line.subtotal_minor)), 'subtotal');
  check(discount_minor === sum(lines.map((line) => line.discount_minor)), 'discount');
  check(net_minor === subtotal_minor - discount_minor, 'net');
  check(tax_minor === sum(taxes.map((group) => group.tax_minor)), 'tax');
  check(total_minor === net_minor + tax_minor && total_minor >= 0, 'total');
  check(Number.isSafeInteger(total_minor), 'an amount is too large');
  check(paidMinor(payments) === 0 || document.paid_on !== null, 'paid without a day');
  check(Object.hasOwn(CURRENCY_DECIMALS, document.currency), 'no such currency');
  const credits = document.preceding?.relation === 'credits';
  check((document.kind === 'credit_note') === credits, 'a credit note credits an invoice');
  return problems;
}

function whyNotLine(line: InvoiceLine): string[] {
  const problems: string[] = [];
  if (line.net_minor !== line.subtotal_minor - line.discount_minor) problems.push('net');
  const is_taxed = line.tax_kind === 'charged' && ratePpm(line) > 0;
  if (line.tax_kind !== 'charged' && ratePpm(line) !== 0) problems.push('rate');
  if (!is_taxed && line.tax_minor !== 0) problems.push('tax without a rate');
  const { period_start, period_end } = line;
  if (period_start !== null && period_end !== null && period_end < period_start) {
    problems.push('ends before it starts');
  }
  return problems;
}

/** The lines by their tax, in the order in which it first appears. */
function taxGroups(lines: InvoiceLine[]): TaxGroup[] {
  return [...Map.groupBy(lines, taxKey).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { tax_kind, rates, note, exemption_reason } = first;
    const net_minor = sum(same.map((line) => line.net_minor));
    const tax_minor = sum(same.map((line) => line.tax_minor));
    const rate_taxes_minor = splitByRate(tax_minor, first);
    return { tax_kind, rates, note, exemption_reason, net_minor, tax_minor, rate_taxes_minor };
  });
}

type Taxed = Pick<TaxGroup, 'tax_kind' | 'rates' | 'note' | 'exemption_reason'>;

/** The same for lines that are taxed alike. */
export const taxKey = ({ tax_kind, rates, note, exemption_reason }: Taxed): string =>
  JSON.stringify([
    tax_kind,
    rates.map(({ tax, rate_ppm }) => [tax, rate_ppm]),
    note,
    exemption_reason,
  ]);

/** All taxes that are charged together. */
export const ratePpm = ({ rates }: Pick<TaxGroup, 'rates'>): number =>
  sum(rates.map(({ rate_ppm }) => rate_ppm));

/** In proportion; the first one takes what is left. */
function splitByRate(tax_minor: number, { rates }: Pick<TaxGroup, 'rates'>): number[] {
  const all = ratePpm({ rates }) || 1;
  const parts = rates.slice(1).map(({ rate_ppm }) => Math.round((tax_minor / all) * rate_ppm) || 0);
  return rates.length === 0 ? [] : [tax_minor - sum(parts), ...parts];
}

export const paidMinor = (payments: InvoicePayment[]): number =>
  sum(payments.map((payment) => payment.amount_minor));

export const dueMinor = ({ total_minor, payments }: InvoiceDocument): number =>
  total_minor - paidMinor(payments);

const sum = (amounts: number[]): number => amounts.reduce((all, one) => all + one, 0);
