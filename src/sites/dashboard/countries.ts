import { COUNTRIES } from '../../platform/core/countries.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** All countries by name, to choose from. */
export const countryChoices = [...COUNTRIES]
  .map((value) => ({ value, label: NAMES.of(value) ?? value }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
