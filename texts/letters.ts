import type { Language } from '../src/platform/core/languages.ts';
import { ar } from './ar/letters.ts';
import { de } from './de/letters.ts';
import { en } from './en/letters.ts';
import { es } from './es/letters.ts';
import { fr } from './fr/letters.ts';
import { it } from './it/letters.ts';
import { ja } from './ja/letters.ts';
import type { LetterTexts } from './letter-texts.ts';
import { nl } from './nl/letters.ts';
import { pl } from './pl/letters.ts';
import { pt } from './pt/letters.ts';
import { sv } from './sv/letters.ts';
import { zh } from './zh/letters.ts';

const TEXTS: Record<Language, LetterTexts> = { ar, de, en, es, fr, it, ja, nl, pl, pt, sv, zh };

export const textsIn = (language: Language): LetterTexts => TEXTS[language];
