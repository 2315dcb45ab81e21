import { readUrl } from '../../platform/core/web-address.ts';
/**
 * Where somebody wanted to go before they were asked who they are: a page of the dashboard or of
 * their account, and nothing else, whatever the address says.
 */
export function wayBack(path: string | undefined): string | undefined {
  if (path === undefined || path.length > 2_000 || !/^\/(?![/\\])[!-~]*$/.test(path)) {
    return undefined;
  }
  const found = readUrl(path, NOWHERE);
  if (found === null || found.origin !== NOWHERE) return undefined;
  const is_ours = /^\/(dashboard|account)(\/|$)/.test(found.pathname);
  return is_ours ? found.pathname + found.search : undefined;
}

const NOWHERE = 'https://nowhere.invalid';

/** A query string that carries the way back on, and whether a form was lost on it. */
export const backQuery = (back: string | undefined, { is_lost = false } = {}): string =>
  back === undefined ? '' : `?back=${encodeURIComponent(back)}${is_lost ? '&lost=form' : ''}`;
