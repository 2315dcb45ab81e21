import type { LetterTexts } from '../../../../texts/letter-texts.ts';
import type { Words } from '../../../../texts/words.ts';
import { directionOf } from '../../../platform/core/languages.ts';
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
  /** Why the reader gets it, if it is no customer of the store. */
  footer?: string;
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

export function penOf({ letters: texts, language, ...words }: Words, store: string): Pen {
  const direction = directionOf(language);
  const fill: Pen['fill'] = (pattern, values) =>
    pattern.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? '', direction));
  return {
    texts,
    store,
    fill,
    money: words.amount,
    percent: words.percent,
    day: words.day,
    month: words.month,
    card({ brand, last4 }) {
      const name = brand.charAt(0).toUpperCase() + brand.slice(1).replaceAll('_', ' ');
      return last4 === '' ? shown(name) : fill(texts.card, { brand: name, last4 });
    },
  };
}
