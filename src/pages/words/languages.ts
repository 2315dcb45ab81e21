/** The languages of the pages, by their own names, in the order of the switch. */
export const PAGE_LANGUAGES = {
  ar: { name: 'العربية', direction: 'rtl' },
  de: { name: 'Deutsch', direction: 'ltr' },
  en: { name: 'English', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  it: { name: 'Italiano', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
  nl: { name: 'Nederlands', direction: 'ltr' },
  pl: { name: 'Polski', direction: 'ltr' },
  pt: { name: 'Português', direction: 'ltr' },
  sv: { name: 'Svenska', direction: 'ltr' },
  zh: { name: '中文', direction: 'ltr' },
} as const;

export type PageLanguage = keyof typeof PAGE_LANGUAGES;
