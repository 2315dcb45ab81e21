import { CURRENCY_DECIMALS } from '../../platform/core/currencies.ts';
import { roundHalfAway, toNumber } from './exact.rules.ts';
import { percentText } from './tax-rate.rules.ts';
import { quarterStart, quarterText, type ReportRow } from './tax-report.rules.ts';

// A One-Stop-Shop return has two parts: the sales of the quarter by country and rate, and for each
// earlier quarter and country one correction of the tax. All in euro, at the European Central Bank's
// rate of the quarter's last day. Greece is EL there.

/** Units of a currency for one euro, as the European Central Bank publishes them: `1.0875`. */
export type EuroRates = Readonly<Record<string, string>>;

const COLUMNS = [
  ...['part', 'quarter', 'country_of_consumption', 'supply_type', 'vat_rate_type', 'vat_rate'],
  ...['taxable_amount', 'vat_amount', 'currency'],
];

/** The currencies of a report's One-Stop-Shop rows for which a rate is missing or wrong. */
export function missingEuroRates(rows: readonly ReportRow[], rates: EuroRates): string[] {
  const used = new Set(rows.filter(isInReturn).map(({ currency }) => currency));
  return [...used].filter((one) => one !== 'EUR' && parseRate(rates[one]) === undefined).sort();
}

/** The return as CSV. No rate may be missing. */
export function ossCsv(
  rows: readonly ReportRow[],
  { from, rates }: { from: string; rates: EuroRates },
): string {
  const sales = new Map<string, Sum>();
  const corrections = new Map<string, Sum>();
  for (const row of rows.filter(isInReturn)) {
    const net = inCents(row.net_minor, row.currency, rates);
    const tax = inCents(row.tax_minor, row.currency, rates);
    const { country, rate_type, rate_ppm, corrects } = row;
    if (corrects === null) addTo(sales, [country, rate_type, rate_ppm], { net, tax });
    else addTo(corrections, [corrects, country], { net, tax });
  }
  const lines = [COLUMNS];
  for (const [key, { net, tax }] of sales) {
    const [country, rate_type, rate_ppm] = JSON.parse(key);
    const rate = percentText(rate_ppm);
    const where = ['supply', quarterText(quarterStart(from)), countryCode(country), 'SERVICES'];
    lines.push([...where, rate_type.toUpperCase(), rate, euros(net), euros(tax), 'EUR']);
  }
  for (const [key, { tax }] of corrections) {
    const [corrects, country] = JSON.parse(key);
    const where = ['correction', quarterText(corrects), countryCode(country)];
    lines.push([...where, '', '', '', '', euros(tax), 'EUR']);
  }
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** What is taxed at 0 % is not declared. */
const isInReturn = ({ kind, scheme }: ReportRow): boolean => kind === 'charged' && scheme === 'oss';

interface Sum {
  net: number;
  tax: number;
}

function addTo(sums: Map<string, Sum>, which: unknown[], { net, tax }: Sum): void {
  const key = JSON.stringify(which);
  const before = sums.get(key) ?? { net: 0, tax: 0 };
  sums.set(key, { net: before.net + net, tax: before.tax + tax });
}

/** Euro cents, a half away from zero. */
function inCents(minor: number, currency: string, rates: EuroRates): number {
  if (currency === 'EUR') return minor;
  const rate = parseRate(rates[currency]);
  const decimals = CURRENCY_DECIMALS[currency];
  if (!rate || decimals === undefined) throw new Error(`no rate for ${currency}`);
  const numerator = BigInt(minor) * 100n * rate.scale;
  return toNumber(roundHalfAway(numerator, rate.units * 10n ** BigInt(decimals)));
}

/** `1.0875` as the whole numbers 10875 and 10000. */
function parseRate(text: string | undefined): { units: bigint; scale: bigint } | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text ?? '');
  if (!found) return undefined;
  const [, whole = '', rest = ''] = found;
  const units = BigInt(whole + rest);
  return units === 0n ? undefined : { units, scale: 10n ** BigInt(rest.length) };
}

const euros = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const countryCode = (country: string): string => (country === 'GR' ? 'EL' : country);
