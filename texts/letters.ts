import type { Language } from '../../../core/languages.ts';
import { ar } from './ar.rules.ts';
import { de } from './de.rules.ts';
import { en } from './en.rules.ts';
import { es } from './es.rules.ts';
import { fr } from './fr.rules.ts';
import { it } from './it.rules.ts';
import { ja } from './ja.rules.ts';
import type { LetterTexts } from './letter-texts.rules.ts';
import { nl } from './nl.rules.ts';
import { pl } from './pl.rules.ts';
import { pt } from './pt.rules.ts';
import { sv } from './sv.rules.ts';
import { zh } from './zh.rules.ts';

const TEXTS: Record<Language, LetterTexts> = { ar, de, en, es, fr, it, ja, nl, pl, pt, sv, zh };

export const textsIn = (language: Language): LetterTexts => TEXTS[language];
