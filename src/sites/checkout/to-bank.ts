import { jsonAnswer, type PageAnswer, type PageRequest } from '../../platform/http/page.ts';
import type { AtBank } from '../../shop/money/payments/at-bank.rules.ts';
import { redirectAfterForm } from '../shared/forms.ts';

/** The script of the page stays where it is until it knows where to go. */
const isFromScript = ({ headers }: Pick<PageRequest, 'headers'>): boolean =>
  headers.accept === 'application/json';

/** As JSON for the script of the page, which then goes there. */
export function orJson(request: PageRequest, answer: PageAnswer): PageAnswer {
  const go = answer.headers?.Location;
  return go !== undefined && isFromScript(request) ? forScript({ go }) : answer;
}

const forScript = (value: { go: string; client_secret?: string }): PageAnswer => ({
  ...jsonAnswer(value),
  headers: { 'Cache-Control': 'no-store' },
});

/** Where the bank asks on our own page, by the provider's script, and not on one of its own. */
export const isAskedHere = (address: string, action_url: string): boolean =>
  action_url.endsWith(`${address}/continue`);

/**
 * On to the bank. Its question on our page needs a script, which is told the secret for it; without
 * one, the page says what there is to do. `mayLead`: whether this page may lead to that address.
 */
export function toBank(
  { address }: { address: string },
  request: PageRequest,
  { action_url, client_secret, mayLead }: AtBank & { mayLead: boolean },
): PageAnswer {
  const is_script = isFromScript(request);
  if (is_script && client_secret !== undefined) {
    return forScript({ go: `${address}/return`, client_secret });
  }
  const is_stuck = isAskedHere(address, action_url) || !(mayLead || is_script);
  return redirectAfterForm(is_stuck ? address : action_url);
}
