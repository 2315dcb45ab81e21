import { readTaxRules } from '../../shop/tax/read-tax-rules.ts';
import { asksForCountry, taxDay } from '../../shop/tax/tax-of.rules.ts';
import { includesTax } from '../../shop/tax/tax-settings.rules.ts';
import type { IsPlusTax } from './status.ts';
import type { Visit } from './visit.ts';

/** Prices that tax is added to say so, if the store charges any. */
export async function readPlusTax({ reader, now }: Visit): Promise<IsPlusTax> {
  const rules = await readTaxRules(reader);
  const is_taxed = asksForCountry(rules, taxDay(now));
  return ({ tax_behavior }) => is_taxed && !includesTax(tax_behavior, rules.settings);
}
