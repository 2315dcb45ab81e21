import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../../platform/core/secrets.ts';

const TOKEN_BYTES = 16;

interface Mails {
  store_number: number;
  person_id: string;
}

/** Names mails to somebody about a store: whoever has it can stop these mails, and nothing else. */
const tokenFor = (secrets: Pick<Secrets, 'derive'>, { store_number, person_id }: Mails): string =>
  secrets
    .derive(`stop notifications ${store_number} ${person_id}`)
    .subarray(0, TOKEN_BYTES)
    .toString('hex');

/** `/account/stop-mails/…`, which needs nobody to sign in. */
export const stopPath = (secrets: Pick<Secrets, 'derive'>, mails: Mails): string =>
  `/account/stop-mails/${mails.store_number}/${mails.person_id}/${tokenFor(secrets, mails)}`;

export function mayStop(secrets: Pick<Secrets, 'derive'>, mails: Mails, token: string): boolean {
  const [right, given] = [Buffer.from(tokenFor(secrets, mails)), Buffer.from(token)];
  return right.length === given.length && timingSafeEqual(right, given);
}
