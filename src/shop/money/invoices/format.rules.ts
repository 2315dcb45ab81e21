import type { InvoiceTexts } from '../../../../texts/invoice-texts.ts';
import { fill } from '../../../../texts/invoices.ts';
import { CURRENCY_DECIMALS } from '../../../platform/core/currencies.ts';
import { type InvoiceDocument, ratePpm, type TaxGroup } from './invoice.rules.ts';

const SIGNS: Record<string, string> = { EUR: '€', GBP: '£', USD: '$' };
const MINUS = '\u2212';
const NO_BREAK = '\u00a0';

/** `€1,299.00`, `1.299,00 €`, `CHF 1,299.00`; a sign only where it can mean one currency. */
export function amountIn(minor: number, currency: string, { format }: InvoiceTexts): string {
  const [whole = '', cents] = decimalText(Math.abs(minor), currency).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3}){1,6}$)/g, format.group);
  const digits = cents === undefined ? grouped : `${grouped}${format.decimal}${cents}`;
  const sign = SIGNS[currency];
  const minus = minor < 0 ? MINUS : '';
  if (format.currency === 'after') return `${minus}${digits}${NO_BREAK}${sign ?? currency}`;
  const space = sign !== undefined && format.currency === 'before' ? '' : NO_BREAK;
  return `${minus}${sign ?? currency}${space}${digits}`;
}

/** `-12.50`: exact, for machines. */
export function decimalText(minor: number, currency: string): string {
  const decimals = CURRENCY_DECIMALS[currency] ?? 2;
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const minus = minor < 0 ? '-' : '';
  if (decimals === 0) return `${minus}${digits}`;
  return `${minus}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** `19`, `8.1`, `14.975` */
export const rateText = (rate_ppm: number): string => String(rate_ppm / 10_000);

const percentIn = (rate_ppm: number, { format }: InvoiceTexts): string =>
  `${rateText(rate_ppm).replace('.', format.decimal)}${format.percent_space}%`;

/** `16 November 2026` */
export function dayIn(day: string, { format }: InvoiceTexts): string {
  const [year = '', month, date] = day.split('-');
  const name = format.months[Number(month) - 1] ?? '';
  return fill(format.date, { day: Number(date), month: name, year });
}

/** The tax of a line, as in the column of rates: "19%", "Reverse charge". */
export function taxIn(
  { tax_kind, rates }: Pick<TaxGroup, 'tax_kind' | 'rates'>,
  texts: InvoiceTexts,
): string {
  return tax_kind === 'charged' || tax_kind === 'zero'
    ? percentIn(ratePpm({ rates }), texts)
    : texts.kinds[tax_kind];
}

/** The rows of a tax: "VAT 19% on €100.00", one for each rate, or "Reverse charge on €100.00". */
export function taxRowsIn(
  group: TaxGroup,
  currency: string,
  texts: InvoiceTexts,
): { label: string; tax_minor: number }[] {
  const net = amountIn(group.net_minor, currency, texts);
  const row = (tax: string, rate: string, tax_minor: number) => ({
    label: fill(texts.tax_on, { tax, rate, net }).trim(),
    tax_minor,
  });
  if (group.rates.length === 0) return [row('', taxIn(group, texts), group.tax_minor)];
  return group.rates.map(({ tax, rate_ppm }, at) =>
    row(taxNameIn(tax, texts), percentIn(rate_ppm, texts), group.rate_taxes_minor[at] ?? 0),
  );
}

const taxNameIn = (tax: string, texts: InvoiceTexts): string => (tax === 'VAT' ? texts.vat : tax);

const EU_STATES = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** Whether reverse charge follows from the law of the European Union. */
export const isInUnion = ({ buyer }: InvoiceDocument): boolean =>
  EU_STATES.has(buyer.address.country ?? '');

/** Why a tax is not charged, as the law wants it said; nothing where nothing has to be said. */
export function reasonIn(
  { note, exemption_reason }: Pick<TaxGroup, 'note' | 'exemption_reason'>,
  document: InvoiceDocument,
  texts: InvoiceTexts,
): string | undefined {
  if (note === 'reverse_charge') {
    return isInUnion(document) ? texts.reverse_charge_note : texts.reverse_charge_elsewhere_note;
  }
  if (exemption_reason !== null) return exemption_reason;
  return note === null ? undefined : texts[`${note}_note`];
}

/** What the law wants said about taxes that are not charged, and what the seller wants said. */
export function notesIn(document: InvoiceDocument, texts: InvoiceTexts): string[] {
  const said = document.taxes.flatMap((group) => reasonIn(group, document, texts) ?? []);
  return [...new Set([...said, ...document.notes])];
}
