import { COUNTRIES } from '../../../src/platform/core/countries.ts';
import { CURRENCY_DECIMALS } from '../../../src/platform/core/currencies.ts';
import type { Model } from './semantic-model.ts';

// The business rules of EN 16931-1 (section 6.4) that concern what Kassa writes. Amounts are
// compared as whole hundredths, in BigInt: no rounding of ours can hide one of the writer's.

type Line = Model['lines'][number];
type Tax = Model['taxes'][number];

/** The names of the rules that a document breaks. */
export function brokenRules(model: Model): string[] {
  const broken: string[] = [];
  const rule = (name: string, holds: boolean) => {
    if (!holds) broken.push(name);
  };
  general(model, rule);
  sums(model, rule);
  for (const line of model.lines) lineRules(line, rule);
  for (const tax of model.taxes) taxRules(tax, model, rule);
  parties(model, rule);
  decimals(model, rule);
  return [...new Set(broken)];
}

type Rule = (name: string, holds: boolean) => void;

const isDay = (text: string | undefined) =>
  text !== undefined && new Date(`${text}T00:00Z`).toISOString().startsWith(text);

function general(model: Model, rule: Rule): void {
  rule('BR-01', model.specification === 'urn:cen.eu:en16931:2017');
  rule('BR-02', Boolean(model.number));
  rule('BR-03', isDay(model.issued_on));
  rule('BR-04', model.type === '380' || model.type === '381');
  rule('BR-05', Object.hasOwn(CURRENCY_DECIMALS, model.currency ?? ''));
  rule('BR-06', Boolean(model.seller.name));
  rule('BR-07', Boolean(model.buyer.name));
  rule('BR-08', model.seller.has_address);
  rule('BR-09', COUNTRIES.has(model.seller.country ?? ''));
  rule('BR-10', model.buyer.has_address);
  rule('BR-11', COUNTRIES.has(model.buyer.country ?? ''));
  rule('BR-12', model.line_sum !== undefined);
  rule('BR-13', model.net !== undefined);
  rule('BR-14', model.total !== undefined);
  rule('BR-15', model.due !== undefined);
  rule('BR-16', model.lines.length > 0);
  rule('BR-49', model.payment_code === undefined || /^\d+$/.test(model.payment_code));
  rule('BR-51', model.card === undefined || /^\d{4,6}$/.test(model.card));
  rule('BR-53', (model.tax_currency === undefined) === (model.tax_in_currency === undefined));
  rule(
    'BR-55',
    model.preceding.every(({ number }) => Boolean(number)),
  );
  rule('PEPPOL-EN16931-R008 (no empty elements)', !model.is_empty_somewhere);
}

/** `12.3` is 1230n; undefined is NaN-like and makes every sum wrong. */
function cents(text: string | undefined): bigint {
  const [, minus, whole, more = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? [];
  if (whole === undefined) return -999_999_999_999_999_999n;
  const value = BigInt(whole) * 100n + BigInt(more.padEnd(2, '0'));
  return minus ? -value : value;
}

const total = (list: bigint[]): bigint => list.reduce((all, one) => all + one, 0n);

function sums(model: Model, rule: Rule): void {
  rule('BR-CO-10', cents(model.line_sum) === total(model.lines.map(({ net }) => cents(net))));
  rule('BR-CO-13', cents(model.net) === cents(model.line_sum));
  rule('BR-CO-14', cents(model.tax) === total(model.taxes.map(({ tax }) => cents(tax))));
  rule('BR-CO-15', cents(model.total) === cents(model.net) + cents(model.tax));
  const paid = model.paid === undefined ? 0n : cents(model.paid);
  rule('BR-CO-16', cents(model.due) === cents(model.total) - paid);
  rule('BR-CO-18', model.taxes.length > 0);
  const is_open = cents(model.due) > 0n;
  rule('BR-CO-25', !is_open || model.due_on !== undefined || model.terms !== undefined);
}

function lineRules(line: Line, rule: Rule): void {
  rule('BR-21', Boolean(line.id));
  rule('BR-22', line.quantity !== undefined);
  rule('BR-23', Boolean(line.unit));
  rule('BR-24', line.net !== undefined);
  rule('BR-25', Boolean(line.name));
  rule('BR-26', line.price !== undefined);
  rule('BR-27', cents(line.price) >= 0n);
  rule('BR-30', !line.start || !line.end || line.end >= line.start);
  rule('BR-CO-04', line.category !== undefined);
  rule('BR-CO-20', line.start === undefined || isDay(line.start));
  for (const { amount, reason, code } of line.allowances) {
    rule('BR-41', amount !== undefined);
    rule('BR-42', Boolean(reason ?? code));
  }
  const off = total(line.allowances.map(({ amount }) => cents(amount)));
  // Quantity times price by base quantity, less allowances: exact, without any rounding.
  const left = BigInt(line.quantity ?? 0) * cents(line.price);
  const base = BigInt(line.base_quantity ?? 1);
  rule('PEPPOL-EN16931-R120 (line net)', left === base * (cents(line.net) + off));
}

const CATEGORIES = ['S', 'Z', 'E', 'AE', 'O'];

function taxRules(tax: Tax, model: Model, rule: Rule): void {
  const { category = '', rate, reason, reason_code } = tax;
  const name = (number: string) => `BR-${category}-${number}`;
  rule('BR-45', tax.net !== undefined);
  rule('BR-46', tax.tax !== undefined);
  rule('BR-47', CATEGORIES.includes(category));
  rule('BR-48', rate !== undefined || category === 'O');
  const same = model.taxes.filter((one) => one.category === category && one.rate === rate);
  rule(name('01'), same.length === 1);
  const lines = model.lines.filter((line) => line.category === category && line.rate === rate);
  rule(name('08'), cents(tax.net) === total(lines.map(({ net }) => cents(net))));
  const is_zero_rated = category !== 'S';
  rule(
    name('05'),
    lines.every((line) => (category === 'O' ? line.rate === undefined : true)),
  );
  rule(name('05'), category !== 'S' || Number(rate) > 0);
  rule(name('09'), !is_zero_rated || cents(tax.tax) === 0n);
  const needs_reason = ['E', 'AE', 'O'].includes(category);
  rule(name('10'), needs_reason === Boolean(reason ?? reason_code));
  rule('BR-CO-17', isTaxOfRate(tax));
  if (category === 'O') rule('BR-O-11', model.taxes.length === 1);
}

/** As the published validators do: less than one whole unit apart. */
function isTaxOfRate({ net, tax, rate = '0' }: Tax): boolean {
  const [whole = '', more = ''] = rate.split('.');
  const millipercent = BigInt(`${whole}${more.padEnd(3, '0')}`);
  const apart = cents(tax) * 100_000n - cents(net) * millipercent;
  return (apart < 0n ? -apart : apart) < 100n * 100_000n;
}

function parties({ seller, buyer, taxes, lines }: Model, rule: Rule): void {
  const categories = new Set(taxes.map(({ category }) => category));
  const number = seller.vat_identifier ?? seller.tax_registration;
  for (const category of ['S', 'Z', 'E', 'AE']) {
    rule(`BR-${category}-02`, !categories.has(category) || Boolean(number));
  }
  const buyer_number = buyer.vat_identifier ?? buyer.legal_identifier;
  rule('BR-AE-02', !categories.has('AE') || Boolean(buyer_number));
  const has_vat = seller.vat_identifier !== undefined || buyer.vat_identifier !== undefined;
  rule('BR-O-02', !categories.has('O') || !has_vat);
  for (const vat of [seller.vat_identifier, buyer.vat_identifier]) {
    const country = vat?.slice(0, 2) ?? 'EL';
    rule('BR-CO-09', COUNTRIES.has(country) || ['EL', 'XI'].includes(country));
  }
  const named = seller.identifier ?? seller.legal_identifier ?? seller.vat_identifier;
  rule('BR-CO-26', Boolean(named));
  rule(
    'BR-CO-18',
    lines.every(({ category }) => categories.has(category)),
  );
}

function decimals(model: Model, rule: Rule): void {
  const amounts = [
    ...[model.line_sum, model.net, model.tax, model.tax_in_currency],
    ...[model.total, model.paid, model.due],
    ...model.taxes.flatMap(({ net, tax }) => [net, tax]),
    ...model.lines.flatMap(({ net, allowances }) => [net, ...allowances.map((one) => one.amount)]),
  ];
  for (const amount of amounts) {
    rule('BR-DEC', amount === undefined || /^-?\d+(\.\d{1,2})?$/.test(amount));
  }
}
