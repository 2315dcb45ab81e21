import type { PageLanguage } from '../src/platform/core/languages.ts';

/** The forms of a word besides `other`, where that is not just the one for one. */
interface FurtherForms {
  ar: 'zero' | 'one' | 'two' | 'few' | 'many';
  ja: never;
  pl: 'one' | 'few' | 'many';
  zh: never;
}

/** Each form that a language needs: one that is missing does not compile. */
type Forms<Language extends PageLanguage> = Record<
  'other' | (Language extends keyof FurtherForms ? FurtherForms[Language] : 'one'),
  string
>;

/** The form of a word that goes with a count, by the rules of a language. */
export function plural<Language extends PageLanguage>(
  language: Language,
): (count: number, forms: Forms<Language>) => string {
  let rules: Intl.PluralRules | undefined;
  return (count, forms) => {
    // Made when first wanted: the data of Intl take long to load.
    // Portuguese is written as in Portugal, where there are `0 meses` and not `0 mês`.
    rules ??= new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language);
    const known: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>> = forms;
    return known[rules.select(count)] ?? known.other;
  };
}
