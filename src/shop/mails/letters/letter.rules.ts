import type { LetterTexts } from '../../../../texts/letter-texts.ts';
import { textsIn } from '../../../../texts/letters.ts';
import { directionOf, type Language } from '../../../platform/core/languages.ts';
import { moneyText } from '../../../platform/core/money-text.ts';
import { shown } from './words.rules.ts';

/** A part of a letter. Texts are plain: whoever writes the HTML escapes them. */
export type Block =
  | { text: string }
  | { facts: [name: string, value: string][] }
  | { key: string; name: string; help: string }
  | { button: string; url: string }
  | { link: string; url: string }
  | { list: string[]; title: string };

/** What a letter says between the greeting and the end. */
export interface Letter {
  subject: string;
  heading: string;
  blocks: Block[];
}

/** What is needed to write a letter in a language. */
export interface Pen {
  texts: LetterTexts;
  store: string;
  /** Fills in names, amounts and dates. */
  fill(pattern: string, values: Record<string, string>): string;
  money(amount: number, currency: string): string;
  /** `12.5%` */
  percent(percentage: number): string;
  /** `16 November 2026`, of an instant; in UTC, as on invoices. */
  day(instant: string): string;
  /** `November 2026` */
  month(year: number, month: number): string;
  card(card: Card): string;
}

export interface Card {
  brand: string;
  last4: string;
}

export function penOf(language: Language, store: string): Pen {
  const texts = textsIn(language);
  const { locale } = texts;
  const direction = directionOf(language);
  const fill: Pen['fill'] = (pattern, values) =>
    pattern.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? '', direction));
  return {
    texts,
    store,
    fill,
    money: (amount, currency) => moneyText(amount, currency, texts.money_locale),
    percent: (percentage) => percentText(percentage, texts.money_locale),
    day: (instant) => dateFormat(locale, 'day').format(Date.parse(instant)),
    month: (year, month) => dateFormat(locale, 'month').format(Date.UTC(year, month - 1, 1)),
    card({ brand, last4 }) {
      const name = brand.charAt(0).toUpperCase() + brand.slice(1).replaceAll('_', ' ');
      return last4 === '' ? shown(name) : fill(texts.card, { brand: name, last4 });
    },
  };
}

const percentText = (percentage: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    percentage / 100,
  );

const SHAPES = {
  day: { dateStyle: 'long', timeZone: 'UTC' },
  month: { year: 'numeric', month: 'long', timeZone: 'UTC' },
} as const;

// Making one takes a millisecond: there are two for each language.
const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, shape: keyof typeof SHAPES): Intl.DateTimeFormat {
  const name = `${locale} ${shape}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, SHAPES[shape]);
  formats.set(name, format);
  return format;
}
