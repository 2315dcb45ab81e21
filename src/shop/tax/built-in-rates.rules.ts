// The rates that Kassa knows. Each figure has the day from which it holds and names where it is from;
// SOURCES says when that was looked at. A rate that changes gets a new step in front; old steps
// stay, because a sale is taxed at the rate of its day. What is not here is a seller's own rate.

/** Percentages by the first day on which they hold, newest first: { '2024-01-01': 9, … }. */
type Steps = Readonly<Record<string, number>>;

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
  ...lookedAt('2026-11-16', {
    tedb:
      'European Commission, Taxes in Europe Database (TEDB), standard rates since 1967, as ' +
      'published in the data set eu-vat-rates-data, version 2026-09-23',
    sales_tax: 'npm package sales-tax 2.23.0 of 2026-05-19, sales_tax_rates.json',
    vat_rates: 'ibericode/vat-rates, vat-rates.json of 2025-08-12 (territories, postal codes)',
    paddle:
      'Paddle, "Which countries does Paddle charge sales tax or VAT for?", a stored copy ' +
      'with the rates of 2025',
    ebooks_2021:
      'Taxamo by way of vatupdate.com of 2020-05-06, and globalvatcompliance.com, "VAT ' +
      'rates for ebooks 2021"',
    easytax_2026:
      'easytax.co, "EU: new VAT rates from 2026", and its notes on Lithuania (2026) and ' +
      'Latvia (2022)',
  }),
  ...lookedAt('2026-11-19', {
    czechia_2024:
      'Sovos, "Czech Republic: VAT Law Changes", of Government Bill 488: books, also ' +
      'electronic ones, from 2024',
    finland_2025:
      'Finnish Tax Administration, vero.fi, "Rates of VAT" (books from 2025) and guidance ' +
      'VH/1538/00.01.00/2019; vatapi.com of 2026-01-01 (13.5 %)',
    ireland_2024:
      'Minister for Finance in the Dáil, answer 53776/23 of 2023-12-05 (electronic books ' +
      'from 2024); vatcalc.com (from 2019)',
    romania_2025:
      'Agerpres by way of stiripesurse.ro of 2021-12-10 (electronic books at 5 % from ' +
      '2022); teaha.ro of 2025-08-18, of Law 141/2025 and Decision 602/2025: what was taxed ' +
      'at 5 % is taxed at 11 %',
    azores_madeira:
      'Portuguese tax authority, Ofício Circulado 25045/2024, by way of apcmc.pt; ' +
      'amrconsult.com of Lei 14-A/2012; asd-int.com of Decreto Legislativo Regional ' +
      '6/2024/M',
    britain:
      'kmbs.co.uk (20 % from 2011-01-04); andrewprice.co.uk of 2020-05-01 (electronic ' +
      'publications)',
    switzerland:
      'Avalara of 2017-12-18 (rates and electronic books from 2018), VAT Ordinance, article ' +
      '51a; vatupdate.com, "Switzerland raised its three rates" (2024)',
    norway:
      'Norwegian Tax Administration, skatteetaten.no, "Value Added Tax" (rates of 2012), ' +
      'and its rates for electronic services from abroad',
    iceland:
      'Law Library of Congress of 2014-12-31 (rates from 2015); PwC of 2015-02 (electronic ' +
      'books); island.is, "Taxes on goods and services" (books still reduced, though ' +
      'a zero rate had been announced for 2019)',
    turkey:
      'accordancevat.com of General Communiqué 17 (electronic services from 2018); ' +
      'vatupdate.com of 2023-07-08, of Presidential Decree 7346',
    australia: 'Australian Taxation Office, "GST on imported services and digital products"',
    new_zealand: 'Inland Revenue, "GST law change for non-resident businesses … remote services"',
    japan: 'Vertex, "Japan consumption tax to increase in October 2019"',
    korea:
      'EY of 2015-08-11 and vatcompliance.net, of articles 53-2 and 96-2 of the VAT Act and ' +
      'its decree',
    singapore: 'ehluar.com of 2022-02-23, of the pages of the tax authority (IRAS); claglobal.com',
    india:
      'kdg.co.in, of section 14 of the IGST Act 2017; anptaxcorp.com, of the Finance Act ' +
      '2023 (18 %)',
    south_africa: 'South African Revenue Service, VAT Connect 8 (2018) and 19 (2025)',
    gulf:
      'Zawya of 2017-09-18 (the Emirates, 5 % from 2018); Deloitte, "KSA VAT rate to ' +
      'increase to 15% from 1 July 2020"',
    canada:
      'Canada Revenue Agency, tables of GST and HST since 1991 and since 2010; dmainc.com ' +
      '(Nova Scotia from 2025-04-01)',
    quebec: 'Revenu Québec, "Changes to the QST System in 2013"',
    provinces:
      'Canada Revenue Agency (British Columbia from 2013-04-01); Mondaq of 2019 (Manitoba); ' +
      'harveysmith.ca (Saskatchewan from 2017-03-23); Avalara of 2025-12-24 (all three ' +
      'today)',
  }),
};

function lookedAt<const Key extends string>(looked_at: string, names: Record<Key, string>) {
  const entries = Object.entries<string>(names).map(([key, name]) => [key, { name, looked_at }]);
  return Object.fromEntries(entries) as Record<Key, { name: string; looked_at: string }>;
}

const vat = (
  country: string,
  standard: Steps,
  sources: BuiltInRate['sources'],
  ebook?: Steps,
): BuiltInRate => ({
  country,
  region: null,
  tax: 'VAT',
  registered_with: 'country',
  standard,
  sources,
  ...(ebook && { ebook }),
});

const tedb = ['tedb', 'sales_tax'] as const;
const tedb_2021 = ['tedb', 'sales_tax', 'ebooks_2021'] as const;
const abroad = ['sales_tax', 'paddle'] as const;

// No reduced rate is built in for electronic books in CY, DK, HU and SK: the standard rate is
// charged there. Denmark meant to take books to 0 % in 2026, which could not be confirmed.
const EUROPEAN_UNION: BuiltInRate[] = [
  vat('AT', { '1984-01-01': 20 }, tedb_2021, { '2020-01-01': 10 }),
  vat('BE', { '1996-01-01': 21 }, tedb_2021, { '2019-04-01': 6 }),
  vat('BG', { '1999-01-01': 20 }, tedb_2021, { '2020-07-01': 9 }),
  vat('CY', { '2014-01-13': 19 }, tedb),
  vat('CZ', { '2013-01-01': 21 }, [...tedb_2021, 'czechia_2024'], {
    '2024-01-01': 0,
    '2020-05-01': 10,
  }),
  vat('DE', { '2021-01-01': 19 }, tedb_2021, { '2021-01-01': 7 }),
  vat('DK', { '1992-01-01': 25 }, tedb),
  vat('EE', { '2025-07-01': 24, '2024-01-01': 22, '2009-07-01': 20 }, tedb_2021, {
    '2020-05-01': 9,
  }),
  vat('ES', { '2012-09-01': 21 }, tedb_2021, { '2020-04-23': 4 }),
  vat(
    'FI',
    { '2024-09-01': 25.5, '2013-01-01': 24 },
    [...tedb_2021, 'easytax_2026', 'finland_2025'],
    { '2026-01-01': 13.5, '2025-01-01': 14, '2019-07-01': 10 },
  ),
  vat('FR', { '2014-01-01': 20 }, tedb_2021, { '2014-01-01': 5.5 }),
  vat('GR', { '2016-06-01': 24 }, tedb_2021, { '2021-07-01': 6 }),
  vat('HR', { '2012-03-01': 25 }, tedb_2021, { '2019-01-01': 5 }),
  vat('HU', { '2012-01-01': 27 }, tedb),
  vat('IE', { '2021-03-01': 23 }, [...tedb_2021, 'ireland_2024'], {
    '2024-01-01': 0,
    '2019-01-01': 9,
  }),
  vat('IT', { '2013-10-01': 22 }, tedb_2021, { '2015-01-01': 4 }),
  vat('LT', { '2009-09-01': 21 }, [...tedb, 'easytax_2026'], { '2026-01-01': 5, '2024-01-01': 9 }),
  vat('LU', { '2024-01-01': 17, '2023-01-01': 16 }, tedb_2021, { '2019-05-01': 3 }),
  vat('LV', { '2012-07-01': 21 }, [...tedb, 'easytax_2026'], { '2022-01-01': 5 }),
  vat('MT', { '2004-01-01': 18 }, tedb_2021, { '2019-01-01': 5 }),
  vat('NL', { '2012-10-01': 21 }, tedb_2021, { '2020-01-01': 9 }),
  vat('PL', { '2011-01-01': 23 }, tedb_2021, { '2019-11-01': 5 }),
  vat('PT', { '2011-01-01': 23 }, tedb_2021, { '2019-01-01': 6 }),
  {
    ...vat('PT', { '2021-07-01': 16 }, ['azores_madeira', 'ebooks_2021'], { '2021-07-01': 4 }),
    region: '20',
  }, // Azores
  {
    // Madeira
    ...vat('PT', { '2012-04-01': 22 }, ['vat_rates', 'azores_madeira', 'ebooks_2021'], {
      '2024-10-01': 4,
      '2019-01-01': 5,
    }),
    region: '30',
  },
  vat('RO', { '2025-08-01': 21, '2017-01-01': 19 }, [...tedb, 'romania_2025'], {
    '2025-08-01': 11,
    '2022-01-01': 5,
  }),
  vat('SE', { '1990-07-01': 25 }, tedb_2021, { '2019-07-01': 6 }),
  vat('SI', { '2013-07-01': 22 }, tedb_2021, { '2020-01-01': 5 }),
  vat('SK', { '2025-01-01': 23, '2011-01-01': 20 }, tedb),
];

const ELSEWHERE: BuiltInRate[] = [
  vat('GB', { '2011-01-04': 20 }, [...abroad, 'britain', 'vat_rates', 'ebooks_2021'], {
    '2020-05-01': 0,
  }),
  vat('CH', { '2024-01-01': 8.1, '2018-01-01': 7.7 }, [...abroad, 'switzerland'], {
    '2024-01-01': 2.6,
    '2018-01-01': 2.5,
  }),
  vat('NO', { '2012-01-01': 25 }, [...abroad, 'norway', 'ebooks_2021'], { '2019-07-01': 0 }),
  vat('IS', { '2015-01-01': 24 }, [...abroad, 'iceland'], { '2015-01-01': 11 }),
  vat('TR', { '2023-07-10': 20, '2018-01-01': 18 }, [...abroad, 'turkey']),
  { ...vat('AU', { '2017-07-01': 10 }, [...abroad, 'australia']), tax: 'GST' },
  { ...vat('NZ', { '2016-10-01': 15 }, [...abroad, 'new_zealand']), tax: 'GST' },
  { ...vat('JP', { '2019-10-01': 10 }, [...abroad, 'japan']), tax: 'JCT' },
  vat('KR', { '2015-07-01': 10 }, [...abroad, 'korea']),
  {
    ...vat('SG', { '2024-01-01': 9, '2023-01-01': 8 }, [...abroad, 'singapore']),
    tax: 'GST',
  },
  { ...vat('IN', { '2017-07-01': 18 }, [...abroad, 'india']), tax: 'IGST' },
  vat('ZA', { '2018-04-01': 15 }, [...abroad, 'south_africa']),
  vat('AE', { '2018-01-01': 5 }, [...abroad, 'gulf']),
  vat('SA', { '2020-07-01': 15 }, [...abroad, 'gulf']),
];

const inCanada = (
  region: string | null,
  tax: BuiltInRate['tax'],
  standard: Steps,
  source: keyof typeof SOURCES = 'canada',
): BuiltInRate => ({
  country: 'CA',
  region,
  tax,
  standard,
  sources: [...abroad, source],
  registered_with: tax === 'PST' || tax === 'QST' ? 'region' : 'country',
});

const GST: Steps = { '2008-01-01': 5 };

// The federal GST or HST is one registration, each province's own tax another one.
const CANADA: BuiltInRate[] = [
  inCanada(null, 'GST', GST),
  inCanada('ON', 'HST', { '2010-07-01': 13 }),
  inCanada('NB', 'HST', { '2016-07-01': 15 }),
  inCanada('NL', 'HST', { '2016-07-01': 15 }),
  inCanada('NS', 'HST', { '2025-04-01': 14, '2010-07-01': 15 }),
  inCanada('PE', 'HST', { '2016-10-01': 15 }),
  inCanada('QC', 'GST', GST),
  inCanada('QC', 'QST', { '2013-01-01': 9.975 }, 'quebec'),
  inCanada('BC', 'GST', GST),
  inCanada('BC', 'PST', { '2013-04-01': 7 }, 'provinces'),
  inCanada('MB', 'GST', GST),
  inCanada('MB', 'PST', { '2019-07-01': 7 }, 'provinces'),
  inCanada('SK', 'GST', GST),
  inCanada('SK', 'PST', { '2017-03-23': 6 }, 'provinces'),
];

export const BUILT_IN_RATES: readonly BuiltInRate[] = [...EUROPEAN_UNION, ...ELSEWHERE, ...CANADA];
