import type { Language } from '../invoice.rules.ts';
import { de } from './de.rules.ts';
import { en } from './en.rules.ts';
import { es } from './es.rules.ts';
import { fr } from './fr.rules.ts';
import type { InvoiceTexts } from './invoice-texts.rules.ts';
import { it } from './it.rules.ts';
import { nl } from './nl.rules.ts';
import { pl } from './pl.rules.ts';
import { pt } from './pt.rules.ts';
import { sv } from './sv.rules.ts';

const TEXTS: Record<Language, InvoiceTexts> = { en, de, es, fr, it, nl, pl, pt, sv };

export const textsIn = (language: Language): InvoiceTexts => TEXTS[language];

/** `fill('{a} of {b}', { a: 1, b: 2 })` is "1 of 2". */
export const fill = (pattern: string, values: Record<string, string | number>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
