import type { DocumentLanguage as Language } from '../src/platform/core/languages.ts';
import { de } from './de/invoices.ts';
import { en } from './en/invoices.ts';
import { es } from './es/invoices.ts';
import { fr } from './fr/invoices.ts';
import type { InvoiceTexts } from './invoice-texts.ts';
import { it } from './it/invoices.ts';
import { nl } from './nl/invoices.ts';
import { pl } from './pl/invoices.ts';
import { pt } from './pt/invoices.ts';
import { sv } from './sv/invoices.ts';

const TEXTS: Record<Language, InvoiceTexts> = { en, de, es, fr, it, nl, pl, pt, sv };

export const textsIn = (language: Language): InvoiceTexts => TEXTS[language];

/** `fill('{a} of {b}', { a: 1, b: 2 })` is "1 of 2". */
export const fill = (pattern: string, values: Record<string, string | number>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
