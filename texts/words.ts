import { COUNTRIES } from '../src/platform/core/countries.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../src/platform/core/languages.ts';
import { fromMinor } from '../src/platform/core/money.ts';
import { moneyText } from '../src/platform/core/money-text.ts';
import { remember } from '../src/platform/core/remember.ts';
import { DAY_MS } from '../src/platform/core/time.ts';
import type { Catalogue } from './en/catalogue.ts';

/** How pages and letters speak to one reader: all that they say, its dates, amounts and names of countries. */
export interface Words extends Catalogue {
  language: PageLanguage;
  direction: 'ltr' | 'rtl';
  /** An amount of minor units: `€19.00`. */
  money(minor: number, currency: string): string;
  /** An amount of major units, as records have it. */
  amount(major: number, currency: string): string;
  /** `1,000` */
  number(value: number): string;
  /** `19%`, of a number of percent. */
  percent(value: number): string;
  /** `29 January 2027`, of milliseconds or of an instant in a record. */
  day(at: number | string): string;
  /** `24 November – 14 December 2026`. */
  days(from: number | string, to: number | string): string;
  /** `November 2026` */
  month(year: number, month: number): string;
  countryName(code: string): string;
  /** All countries, in the order of their names. */
  countries(): readonly { code: string; name: string }[];
}

/** Where the language alone does not say how dates and amounts are written. */
const LOCALES: Partial<Record<PageLanguage, { locale: string; money_locale?: string }>> = {
  ar: { locale: 'ar-u-nu-latn' },
  en: { locale: 'en-GB', money_locale: 'en-US' },
  pt: { locale: 'pt-PT' },
};

// Each is loaded when somebody first wants it. A language without a catalogue does not compile.
const CATALOGUES: Record<PageLanguage, () => Promise<{ catalogue: Catalogue }>> = {
  ar: () => import('./ar/catalogue.ts'),
  de: () => import('./de/catalogue.ts'),
  en: () => import('./en/catalogue.ts'),
  es: () => import('./es/catalogue.ts'),
  fr: () => import('./fr/catalogue.ts'),
  it: () => import('./it/catalogue.ts'),
  ja: () => import('./ja/catalogue.ts'),
  nl: () => import('./nl/catalogue.ts'),
  pl: () => import('./pl/catalogue.ts'),
  pt: () => import('./pt/catalogue.ts'),
  sv: () => import('./sv/catalogue.ts'),
  zh: () => import('./zh/catalogue.ts'),
};

const MONTH = { year: 'numeric', month: 'long' } as const;
const known = new Map<PageLanguage, Words>();

/** Of each language; a page shows the same few days again and again. */
const DAYS_KEPT = 1_000;
const COUNTRIES_KEPT = 300;

/** The words of a language. */
export async function wordsIn(language: PageLanguage): Promise<Words> {
  const words = known.get(language);
  if (words) return words;
  const { catalogue } = await CATALOGUES[language]();
  const made = speak(language, catalogue);
  known.set(language, made);
  return made;
}

function speak(language: PageLanguage, catalogue: Catalogue): Words {
  const { locale = language, money_locale = locale } = LOCALES[language] ?? {};
  // Made when first wanted: the data of Intl take long to load.
  let days: Intl.DateTimeFormat | undefined;
  let months: Intl.DateTimeFormat | undefined;
  let numbers: Intl.NumberFormat | undefined;
  let percents: Intl.NumberFormat | undefined;
  let regions: Intl.DisplayNames | undefined;
  let countries: { code: string; name: string }[] | undefined;
  const dates = () => {
    days ??= new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
    return days;
  };
  const dayText = remember(DAYS_KEPT, (day: number) => dates().format(day * DAY_MS));
  const countryName = remember(COUNTRIES_KEPT, (code: string): string => {
    regions ??= new Intl.DisplayNames(locale, { type: 'region' });
    return regions.of(code) ?? code;
  });
  return {
    ...catalogue,
    language,
    direction: PAGE_LANGUAGES[language].direction,
    money: (minor, currency) => moneyText(fromMinor(minor, currency), currency, money_locale),
    amount: (major, currency) => moneyText(major, currency, money_locale),
    number(value) {
      numbers ??= new Intl.NumberFormat(money_locale);
      return numbers.format(value);
    },
    percent(value) {
      percents ??= new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
      return percents.format(value / 100);
    },
    day: (at) => dayText(Math.floor(instantOf(at) / DAY_MS)),
    days: (from, to) => dates().formatRange(instantOf(from), instantOf(to)),
    month(year, month) {
      months ??= new Intl.DateTimeFormat(locale, { ...MONTH, timeZone: 'UTC' });
      return months.format(Date.UTC(year, month - 1, 1));
    },
    countryName,
    countries() {
      countries ??= [...COUNTRIES]
        .map((code) => ({ code, name: countryName(code) }))
        .sort((a, b) => a.name.localeCompare(b.name, locale));
      return countries;
    },
  };
}

const instantOf = (at: number | string): number => (typeof at === 'string' ? Date.parse(at) : at);
