import type { PageLanguage } from '../../core/languages.ts';

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The form of a word that goes with a count, by the rules of a language. */
export function plural(language: PageLanguage): (count: number, forms: Forms) => string {
  let rules: Intl.PluralRules | undefined;
  return (count, forms) => {
    // Made when first wanted: the data of Intl take long to load.
    rules ??= new Intl.PluralRules(language);
    return forms[rules.select(count)] ?? forms.other;
  };
}
