import type { StoreWork } from '../../platform/operation/work.ts';
import type { KnownTaxNumber } from './known-tax-number.rules.ts';
import type { TaxRules } from './tax-of.rules.ts';
import { numbersMatter, requesterOf } from './tax-settings.rules.ts';
import { isToAsk, type ViesAnswer } from './vies.rules.ts';

/**
 * Asks VIES about a number that somebody has entered. Null if it need not be asked: the store has
 * no registration, VIES does not know such numbers, or its last answer still counts.
 */
export async function askAboutNumber(
  { services, now }: Pick<StoreWork, 'services' | 'now'>,
  { settings }: TaxRules,
  { well_formed, answer }: KnownTaxNumber,
): Promise<ViesAnswer | null> {
  const number = well_formed?.vies;
  if (!number || !services.askVies || !numbersMatter(settings) || !isToAsk(answer, now)) {
    return null;
  }
  return services.askVies({ number, requester: requesterOf(settings), now });
}
