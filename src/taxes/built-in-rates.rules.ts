// The rates that Kassa knows. Each figure has the day from which it holds and names where it is from;
// SOURCES says when that was looked at. A rate that changes gets a new step in front; old steps
// stay, because a sale is taxed at the rate of its day. What is not here is a seller's own rate.

/** A percentage and the first day on which it holds. */
type Step = readonly [percent: number, from: string];

/** Newest first. */
type Steps = readonly [Step, ...Step[]];

export interface BuiltInRate {
  country: string;
  /** Null: everywhere in the country where no region has rates of its own. */
  region: string | null;
  /** What the tax is called on an invoice. */
  tax: 'VAT' | 'GST' | 'HST' | 'PST' | 'QST' | 'JCT' | 'IGST';
  /** Where a seller registers for it: with the country, or with the region alone. */
  registered_with: 'country' | 'region';
  standard: Steps;
  /** Electronic books, where they have another rate than other electronic services. */
  ebook?: Steps;
  sources: readonly (keyof typeof SOURCES)[];
}

export const SOURCES = {
  tedb: {
    name: 'European Commission, Taxes in Europe Database (TEDB), standard rates since 1967, as published in the data set eu-vat-rates-data, version 2026-09-23',
    looked_at: '2026-11-16',
  },
  sales_tax: {
    name: 'npm package sales-tax 2.23.0 of 2026-05-19, sales_tax_rates.json',
    looked_at: '2026-11-16',
  },
  vat_rates: {
    name: 'ibericode/vat-rates, vat-rates.json of 2025-08-12 (territories and their postal codes)',
    looked_at: '2026-11-16',
  },
  paddle: {
    name: 'Paddle, "Which countries does Paddle charge sales tax or VAT for?", a stored copy with the rates of 2025',
    looked_at: '2026-11-16',
  },
  ebooks_2021: {
    name: 'Taxamo by way of vatupdate.com of 2020-05-06, and globalvatcompliance.com, "VAT rates for ebooks 2021"',
    looked_at: '2026-11-16',
  },
  easytax_2026: {
    name: 'easytax.co, "EU: new VAT rates from 2026", and its notes on Lithuania (2026) and Latvia (2022)',
    looked_at: '2026-11-16',
  },
  acts: {
    name: 'The acts themselves as they are commonly cited, from memory, not looked up: days before 2024, the electronic books of CZ, FI, IE, RO, CH and IS, the Azores and Madeira',
    looked_at: '2026-11-16',
  },
} as const;

const vat = (
  country: string,
  standard: Steps,
  sources: BuiltInRate['sources'],
  ebook?: Steps,
): BuiltInRate => ({
  ...{ country, region: null, tax: 'VAT', registered_with: 'country', standard, sources },
  ...(ebook && { ebook }),
});

const tedb = ['tedb', 'sales_tax'] as const;
const tedb_2021 = ['tedb', 'sales_tax', 'ebooks_2021'] as const;
const abroad = ['sales_tax', 'paddle', 'acts'] as const;

// No reduced rate is built in for electronic books in CY, DK, HU and SK: the standard rate is
// charged there. Denmark meant to take books to 0 % in 2026, which could not be confirmed.
const EUROPEAN_UNION: BuiltInRate[] = [
  vat('AT', [[20, '1984-01-01']], tedb_2021, [[10, '2020-01-01']]),
  vat('BE', [[21, '1996-01-01']], tedb_2021, [[6, '2019-04-01']]),
  vat('BG', [[20, '1999-01-01']], tedb_2021, [[9, '2020-07-01']]),
  vat('CY', [[19, '2014-01-13']], tedb),
  vat(
    'CZ',
    [[21, '2013-01-01']],
    [...tedb_2021, 'acts'],
    [
      [0, '2024-01-01'],
      [10, '2020-05-01'],
    ],
  ),
  vat('DE', [[19, '2021-01-01']], tedb_2021, [[7, '2021-01-01']]),
  vat('DK', [[25, '1992-01-01']], tedb),
  vat(
    'EE',
    [
      [24, '2025-07-01'],
      [22, '2024-01-01'],
      [20, '2009-07-01'],
    ],
    tedb_2021,
    [[9, '2020-05-01']],
  ),
  vat('ES', [[21, '2012-09-01']], tedb_2021, [[4, '2020-04-23']]),
  vat(
    'FI',
    [
      [25.5, '2024-09-01'],
      [24, '2013-01-01'],
    ],
    [...tedb_2021, 'easytax_2026', 'acts'],
    [
      [13.5, '2026-01-01'],
      [14, '2025-01-01'],
      [10, '2019-07-01'],
    ],
  ),
  vat('FR', [[20, '2014-01-01']], tedb_2021, [[5.5, '2014-01-01']]),
  vat('GR', [[24, '2016-06-01']], tedb_2021, [[6, '2021-07-01']]),
  vat('HR', [[25, '2012-03-01']], tedb_2021, [[5, '2019-01-01']]),
  vat('HU', [[27, '2012-01-01']], tedb),
  vat(
    'IE',
    [[23, '2021-03-01']],
    [...tedb_2021, 'acts'],
    [
      [0, '2024-01-01'],
      [9, '2019-01-01'],
    ],
  ),
  vat('IT', [[22, '2013-10-01']], tedb_2021, [[4, '2015-01-01']]),
  vat(
    'LT',
    [[21, '2009-09-01']],
    [...tedb, 'easytax_2026'],
    [
      [5, '2026-01-01'],
      [9, '2024-01-01'],
    ],
  ),
  vat(
    'LU',
    [
      [17, '2024-01-01'],
      [16, '2023-01-01'],
    ],
    tedb_2021,
    [[3, '2019-05-01']],
  ),
  vat('LV', [[21, '2012-07-01']], [...tedb, 'easytax_2026'], [[5, '2022-01-01']]),
  vat('MT', [[18, '2004-01-01']], tedb_2021, [[5, '2019-01-01']]),
  vat('NL', [[21, '2012-10-01']], tedb_2021, [[9, '2020-01-01']]),
  vat('PL', [[23, '2011-01-01']], tedb_2021, [[5, '2019-11-01']]),
  vat('PT', [[23, '2011-01-01']], tedb_2021, [[6, '2019-01-01']]),
  { ...vat('PT', [[16, '2021-07-01']], ['acts'], [[4, '2021-07-01']]), region: '20' }, // Azores
  {
    // Madeira
    ...vat(
      'PT',
      [[22, '2012-04-01']],
      ['vat_rates', 'acts'],
      [
        [4, '2024-10-01'],
        [5, '2019-01-01'],
      ],
    ),
    region: '30',
  },
  vat(
    'RO',
    [
      [21, '2025-08-01'],
      [19, '2017-01-01'],
    ],
    [...tedb, 'acts'],
    [
      [11, '2025-08-01'],
      [5, '2024-01-01'],
    ],
  ),
  vat('SE', [[25, '1990-07-01']], tedb_2021, [[6, '2019-07-01']]),
  vat('SI', [[22, '2013-07-01']], tedb_2021, [[5, '2020-01-01']]),
  vat(
    'SK',
    [
      [23, '2025-01-01'],
      [20, '2011-01-01'],
    ],
    tedb,
  ),
];

const ELSEWHERE: BuiltInRate[] = [
  vat('GB', [[20, '2011-01-04']], [...abroad, 'vat_rates', 'ebooks_2021'], [[0, '2020-05-01']]),
  vat(
    'CH',
    [
      [8.1, '2024-01-01'],
      [7.7, '2018-01-01'],
    ],
    abroad,
    [
      [2.6, '2024-01-01'],
      [2.5, '2018-01-01'],
    ],
  ),
  vat('NO', [[25, '2005-01-01']], [...abroad, 'ebooks_2021'], [[0, '2019-07-01']]),
  vat('IS', [[24, '2015-01-01']], abroad, [[11, '2015-01-01']]),
  vat(
    'TR',
    [
      [20, '2023-07-10'],
      [18, '2018-01-01'],
    ],
    abroad,
  ),
  { ...vat('AU', [[10, '2017-07-01']], abroad), tax: 'GST' },
  { ...vat('NZ', [[15, '2016-10-01']], abroad), tax: 'GST' },
  { ...vat('JP', [[10, '2019-10-01']], abroad), tax: 'JCT' },
  vat('KR', [[10, '2015-07-01']], abroad),
  {
    ...vat(
      'SG',
      [
        [9, '2024-01-01'],
        [8, '2023-01-01'],
      ],
      abroad,
    ),
    tax: 'GST',
  },
  { ...vat('IN', [[18, '2017-07-01']], abroad), tax: 'IGST' },
  vat('ZA', [[15, '2018-04-01']], abroad),
  vat('AE', [[5, '2018-01-01']], abroad),
  vat('SA', [[15, '2020-07-01']], abroad),
];

const inCanada = (
  region: string | null,
  tax: BuiltInRate['tax'],
  ...standard: Steps
): BuiltInRate => ({
  ...{ country: 'CA', region, tax, standard, sources: abroad },
  registered_with: tax === 'PST' || tax === 'QST' ? 'region' : 'country',
});

const GST: Step = [5, '2008-01-01'];

// The federal GST or HST is one registration, each province's own tax another one.
const CANADA: BuiltInRate[] = [
  inCanada(null, 'GST', GST),
  inCanada('ON', 'HST', [13, '2010-07-01']),
  inCanada('NB', 'HST', [15, '2016-07-01']),
  inCanada('NL', 'HST', [15, '2016-07-01']),
  inCanada('NS', 'HST', [14, '2025-04-01'], [15, '2010-07-01']),
  inCanada('PE', 'HST', [15, '2016-10-01']),
  inCanada('QC', 'GST', GST),
  inCanada('QC', 'QST', [9.975, '2013-01-01']),
  inCanada('BC', 'GST', GST),
  inCanada('BC', 'PST', [7, '2013-04-01']),
  inCanada('MB', 'GST', GST),
  inCanada('MB', 'PST', [7, '2019-07-01']),
  inCanada('SK', 'GST', GST),
  inCanada('SK', 'PST', [6, '2017-03-23']),
];

export const BUILT_IN_RATES: readonly BuiltInRate[] = [...EUROPEAN_UNION, ...ELSEWHERE, ...CANADA];
