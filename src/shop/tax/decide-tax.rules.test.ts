import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideTax, type TaxRegistration, taxMatters } from './decide-tax.rules.ts';
import type { TaxAddress } from './place.rules.ts';
import { invoiceCategory, noteText } from './tax-note.rules.ts';
import { type OwnRate, ratesText, type TaxCategory } from './tax-rate.rules.ts';

const registered = (country: string, region: string | null = null): TaxRegistration => ({
  ...{ scheme: 'standard', country, region, since: '2024-01-01', until: null },
});
const oss = (country: string): TaxRegistration => ({ ...registered(country), scheme: 'oss' });

interface Sale {
  registrations?: TaxRegistration[];
  to: TaxAddress | string;
  number?: string;
  tax_category?: TaxCategory;
  day?: string;
  own_rates?: OwnRate[];
}

const sold = (seller_country: string, sale: Sale) =>
  decideTax({
    seller: { country: seller_country, registrations: sale.registrations ?? [] },
    own_rates: sale.own_rates ?? [],
    buyer: {
      address: typeof sale.to === 'string' ? { country: sale.to } : sale.to,
      number_country: sale.number ?? null,
    },
    tax_category: sale.tax_category ?? 'digital',
    day: sale.day ?? '2026-11-16',
  });

/** `charged FR oss: VAT 20 %`. */
function inShort(seller_country: string, sale: Sale): string {
  const { kind, country, region, scheme, rates, note } = sold(seller_country, sale);
  const place = region === null ? country : `${country}-${region}`;
  const parts = [kind, place, scheme, rates.length > 0 && ratesText(rates), note];
  return parts.filter(Boolean).join(' ');
}

const GERMAN = [registered('DE'), oss('DE')];

test('a seller in the Union charges at home, and by One-Stop-Shop in the other states', () => {
  assert.equal(inShort('DE', { registrations: GERMAN, to: 'DE' }), 'charged DE standard VAT 19 %');
  assert.equal(inShort('DE', { registrations: GERMAN, to: 'FR' }), 'charged FR oss VAT 20 %');
  assert.equal(inShort('DE', { registrations: GERMAN, to: 'MC' }), 'charged FR oss VAT 20 %');
  const with_france = [...GERMAN, registered('FR')];
  const there = inShort('DE', { registrations: with_france, to: 'FR' });
  assert.equal(there, 'charged FR standard VAT 20 %', 'a registration there comes first');
});

test('a good number from another member state reverses the charge, one from the seller’s own does not', () => {
  const to = (country: string, number: string) =>
    inShort('DE', { registrations: GERMAN, to: country, number });
  assert.equal(to('FR', 'FR'), 'reverse_charge FR reverse_charge');
  assert.equal(to('DE', 'DE'), 'charged DE standard VAT 19 %');
  assert.equal(to('DE', 'FR'), 'charged DE standard VAT 19 %', 'the buyer is at home');
  assert.equal(to('FR', 'DE'), 'charged FR oss VAT 20 %');
  assert.equal(to('FR', 'GB'), 'charged FR oss VAT 20 %', 'a number from outside the Union');
  assert.equal(to('AT', 'NL'), 'reverse_charge AT reverse_charge');
});

test('without One-Stop-Shop a seller in the Union charges consumers abroad as at home', () => {
  const registrations = [registered('DE')];
  assert.equal(inShort('DE', { registrations, to: 'FR' }), 'charged DE standard VAT 19 %');
  const business = inShort('DE', { registrations, to: 'FR', number: 'FR' });
  assert.equal(business, 'reverse_charge FR reverse_charge');
});

test('nothing is charged where the seller is not registered, or not yet, or no longer', () => {
  for (const to of ['DE', 'FR', 'GB', 'CH', 'JP']) {
    assert.equal(inShort('DE', { to }), `not_registered ${to}`);
    assert.equal(inShort('US', { to, number: to }), `not_registered ${to}`);
  }
  assert.equal(inShort('DE', { to: 'US' }), 'out_of_scope US');
  const registrations: TaxRegistration[] = [
    { ...registered('DE'), since: '2026-03-01', until: '2026-09-30' },
  ];
  const on = (day: string) => sold('DE', { registrations, to: 'DE', day }).kind;
  assert.deepEqual(['2026-02-28', '2026-03-01', '2026-09-30', '2026-10-01'].map(on), [
    'not_registered',
    'charged',
    'charged',
    'not_registered',
  ]);
});

test('the One-Stop-Shop counts from its day to its last, and for sellers outside the Union too', () => {
  const shop = [{ ...oss('IE'), since: '2026-07-01', until: '2026-09-30' }];
  const on = (day: string) => inShort('US', { registrations: shop, to: 'ES', day });
  assert.equal(on('2026-06-30'), 'not_registered ES');
  assert.equal(on('2026-07-01'), 'charged ES oss VAT 21 %');
  assert.equal(on('2026-10-01'), 'not_registered ES');
  const business = inShort('US', {
    registrations: shop,
    to: 'ES',
    number: 'ES',
    day: '2026-07-01',
  });
  assert.equal(business, 'reverse_charge ES reverse_charge');
  assert.equal(
    inShort('US', { registrations: shop, to: 'IE', day: '2026-07-01' }),
    'charged IE oss VAT 23 %',
  );
});

test('outside the Union’s VAT nothing is charged, and the invoice says that it is not taxable', () => {
  const to = (address: TaxAddress) => inShort('DE', { registrations: GERMAN, to: address });
  const outside = 'outside_seller_country';
  assert.equal(to({ country: 'ES', postal_code: '35001' }), `out_of_scope ES-CN ${outside}`);
  assert.equal(to({ country: 'DE', postal_code: '27498' }), `out_of_scope DE-HELGOLAND ${outside}`);
  assert.equal(to({ country: 'DE', postal_code: '78266' }), `not_registered CH ${outside}`);
  assert.equal(to({ country: 'AX' }), `out_of_scope AX ${outside}`);
  assert.equal(to({ country: 'US' }), `out_of_scope US ${outside}`);
  assert.equal(to({ country: 'GB' }), `not_registered GB ${outside}`);
});

test('in the United Kingdom, Norway and Australia a business accounts for a foreign seller’s tax', () => {
  const registrations = ['GB', 'NO', 'AU', 'CH', 'JP'].map((country) => registered(country));
  const sale = (to: string, number?: string) =>
    inShort('DE', { registrations, to, ...(number !== undefined && { number }) });
  assert.equal(sale('GB'), 'charged GB standard VAT 20 %');
  assert.equal(sale('IM'), 'charged GB standard VAT 20 %');
  assert.equal(sale('GB', 'GB'), 'reverse_charge GB reverse_charge');
  assert.equal(sale('NO', 'NO'), 'reverse_charge NO reverse_charge');
  assert.equal(sale('AU', 'AU'), 'reverse_charge AU reverse_charge');
  assert.equal(sale('GB', 'DE'), 'charged GB standard VAT 20 %', 'a number from elsewhere');
  assert.equal(sale('CH', 'CH'), 'charged CH standard VAT 8.1 %', 'Switzerland wants it charged');
  assert.equal(sale('JP'), 'charged JP standard JCT 10 %');
  const at_home = inShort('GB', { registrations, to: 'GB', number: 'GB' });
  assert.equal(at_home, 'charged GB standard VAT 20 %');
});

test('in Canada each tax is charged only by those who are registered for it', () => {
  const to = { country: 'CA', region: 'QC' };
  const sale = (...registrations: TaxRegistration[]) => inShort('US', { registrations, to });
  assert.equal(sale(registered('CA')), 'charged CA-QC standard GST 5 %');
  assert.equal(sale(registered('CA', 'QC')), 'charged CA-QC standard QST 9.975 %');
  const both = sale(registered('CA'), registered('CA', 'QC'));
  assert.equal(both, 'charged CA-QC standard GST 5 % + QST 9.975 %');
  assert.equal(sale(registered('CA', 'BC')), 'not_registered CA-QC');
});

test('own rates are charged where the seller is registered, for the country or the region', () => {
  const own_rates: OwnRate[] = [
    {
      ...{ country: 'US', region: 'NY', tax_category: null, tax: 'Sales tax', rate_ppm: 88_750 },
      ...{ valid_from: '2026-01-01', valid_until: null },
    },
  ];
  const to = { country: 'US', region: 'NY' };
  assert.equal(inShort('US', { own_rates, to }), 'not_registered US-NY');
  const registrations = [registered('US', 'NY')];
  const charged = inShort('US', { own_rates, to, registrations });
  assert.equal(charged, 'charged US-NY standard Sales tax 8.875 %');
  const california = { country: 'US', region: 'CA' };
  assert.equal(inShort('US', { own_rates, to: california, registrations }), 'out_of_scope US-CA');
  const lower = [{ ...own_rates[0], country: 'FR', region: null, rate_ppm: 0 } as OwnRate];
  const zero = inShort('DE', { own_rates: lower, registrations: GERMAN, to: 'FR' });
  assert.equal(zero, 'zero FR oss Sales tax 0 %');
});

test('what is exempt is exempt everywhere, and electronic books have their rate', () => {
  const exempt = sold('DE', { registrations: GERMAN, to: 'FR', tax_category: 'exempt' });
  assert.deepEqual([exempt.kind, exempt.note, exempt.rates], ['exempt', 'exempt', []]);
  const book = (to: string) => inShort('DE', { registrations: GERMAN, to, tax_category: 'ebook' });
  assert.equal(book('DE'), 'charged DE standard VAT 7 %');
  assert.equal(book('IE'), 'zero IE oss VAT 0 %');
});

test('it is known whether a buyer’s country matters at all', () => {
  assert.equal(taxMatters({ registrations: [] }, '2026-11-16'), false);
  assert.equal(taxMatters({ registrations: GERMAN }, '2026-11-16'), true);
  assert.equal(taxMatters({ registrations: GERMAN }, '2023-11-16'), false);
});

test('the invoice says why no tax is charged, in words and in the codes of EN 16931', () => {
  const reverse = sold('DE', { registrations: GERMAN, to: 'FR', number: 'FR' });
  assert.match(noteText(reverse) ?? '', /^Reverse charge: .*Article 196/);
  assert.deepEqual(invoiceCategory(reverse), { code: 'AE', reason_code: 'VATEX-EU-AE' });
  const abroad = sold('DE', { registrations: GERMAN, to: 'US' });
  assert.match(noteText(abroad) ?? '', /^Not taxable in the seller's country/);
  assert.deepEqual(invoiceCategory(abroad), { code: 'O', reason_code: 'VATEX-EU-O' });
  const charged = sold('DE', { registrations: GERMAN, to: 'FR' });
  assert.equal(noteText(charged), null);
  assert.equal(invoiceCategory(charged).code, 'S');
  const book = sold('DE', { registrations: GERMAN, to: 'IE', tax_category: 'ebook' });
  assert.equal(invoiceCategory(book).code, 'Z');
  assert.equal(invoiceCategory(sold('DE', { to: 'DE', tax_category: 'exempt' })).code, 'E');
});
