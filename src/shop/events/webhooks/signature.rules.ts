import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '../../../platform/core/time.ts';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** For how long the previous secret signs too, so that a receiver has time to switch. */
export const OLD_SECRET_MS = DAY_MS;

export const newWebhookSecret = (): string =>
  `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Never none: what is not signed must not be sent. */
type Secrets = readonly [newest: string, ...older: string[]];

/** The headers of Standard Webhooks: one signature for each secret that is good now. */
export function signedHeaders(
  message: { id: string; at: number; body: string },
  secrets: Secrets,
): Record<string, string> {
  const timestamp = String(Math.floor(message.at / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * The header of Creem's own: the HMAC of the body alone, with the secret as text. It has room for
 * one signature: that of the newest secret.
 */
export const creemHeaders = (body: string, [newest]: Secrets): Record<string, string> => ({
  'creem-signature': createHmac('sha256', newest).update(body).digest('hex'),
});
