import type { Secrets } from '../../../platform/core/secrets.ts';
import type { WebhookRow } from './webhook.rules.ts';

type Sealed = Pick<
  WebhookRow,
  'webhook_id' | 'sealed_secret' | 'sealed_old_secret' | 'old_secret_until'
>;

/** What a delivery says that was not sent: nobody could check a message without a signature. */
export const UNREADABLE_SECRET =
  'not sent, as nobody could check it: the secret of this webhook cannot be opened. update-webhook ' +
  'with rotate_secret makes a new one; give that to the receiver';

/** The secrets that sign now, the newest first; undefined when the newest cannot be opened. */
export function signingSecrets(
  secrets: Pick<Secrets, 'open'>,
  store_id: string,
  { webhook_id, sealed_secret, sealed_old_secret, old_secret_until }: Sealed,
  now: number,
): [newest: string, ...older: string[]] | undefined {
  const open = (sealed: string) => secrets.open(sealed, ['webhook secret', store_id, webhook_id]);
  const newest = open(sealed_secret);
  if (newest === undefined) return undefined;
  const is_old_good = old_secret_until !== null && now < old_secret_until;
  const old = is_old_good && sealed_old_secret ? open(sealed_old_secret) : undefined;
  return old === undefined ? [newest] : [newest, old];
}

/** Whether the secret of a webhook can be opened at all. */
export const isSecretReadable = (
  secrets: Pick<Secrets, 'open'>,
  store_id: string,
  { webhook_id, sealed_secret }: Pick<Sealed, 'webhook_id' | 'sealed_secret'>,
): boolean => secrets.open(sealed_secret, ['webhook secret', store_id, webhook_id]) !== undefined;
