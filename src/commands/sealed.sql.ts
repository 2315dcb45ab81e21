import type { Reader, Tx } from '../platform/db/database.ts';
import { changes } from '../platform/db/rows.ts';

// Everything that is sealed with the secret of the installation, wherever it is.

/** What is sealed (SealPlace of core/secrets.ts), and its column. */
export const SEALED = {
  'signing key': ['signing_keys.sealed_private_key'],
  'webhook secret': ['webhooks.sealed_secret', 'webhooks.sealed_old_secret'],
  'provider credentials': ['provider_connections.sealed_credentials'],
  'acme account': ['acme_certificates.account_key'],
  'acme certificate': ['acme_certificates.certificate_key'],
  'return key': ['checkouts.return_key'],
  mail: ['mails.sealed_secrets'],
  'mail server': ['mail_servers.sealed_password'],
  authenticator: ['people.totp_secret'],
  'kept answer': ['idempotency_keys.body'],
} as const;

export interface SealedCounts {
  signing_keys: number;
  webhooks: number;
  provider_connections: number;
  certificates: number;
  return_keys: number;
  mails: number;
  mail_servers: number;
  authenticators: number;
  recovery_codes: number;
  kept_answers: number;
  licenses: number;
}

const COUNTS = `SELECT
  (SELECT COUNT(*) FROM signing_keys) AS signing_keys,
  (SELECT COUNT(*) FROM webhooks WHERE deleted_at IS NULL) AS webhooks,
  (SELECT COUNT(*) FROM provider_connections
    WHERE sealed_credentials IS NOT NULL) AS provider_connections,
  (SELECT COUNT(*) FROM acme_certificates) AS certificates,
  (SELECT COUNT(*) FROM checkouts WHERE return_key IS NOT NULL) AS return_keys,
  (SELECT COUNT(*) FROM mails WHERE sealed_secrets IS NOT NULL) AS mails,
  (SELECT COUNT(*) FROM mail_servers WHERE sealed_password IS NOT NULL) AS mail_servers,
  (SELECT COUNT(*) FROM people WHERE totp_secret IS NOT NULL) AS authenticators,
  (SELECT COUNT(*) FROM recovery_codes WHERE used_at IS NULL) AS recovery_codes,
  (SELECT COUNT(*) FROM idempotency_keys WHERE body IS NOT NULL) AS kept_answers,
  (SELECT COUNT(*) FROM licenses) AS licenses`;

export const countSealed = (reader: Reader) => reader.maybe<SealedCounts>(COUNTS);

const SEEDS = `SELECT MAX(key_seed) AS seed FROM licenses WHERE key_seed LIKE '%.%.' || :generation`;

/** Whether a license has a key of this generation. */
export const findSeedOf = async (reader: Reader, generation: number): Promise<boolean> =>
  (await reader.maybe<{ seed: string | null }>(SEEDS, { generation: `${generation}` }))?.seed !=
  null;

export interface SealedWebhook {
  store_id: string;
  webhook_id: string;
  url: string;
  store_name: string;
}

const WEBHOOKS = `SELECT w.store_id, w.webhook_id, w.url, s.name AS store_name FROM webhooks w
  JOIN stores s ON s.store_id = w.store_id WHERE w.deleted_at IS NULL ORDER BY w.store_id, w.webhook_id`;

export const listSealedWebhooks = (reader: Reader) => reader.all<SealedWebhook>(WEBHOOKS);

const RESEAL_WEBHOOK = changes('webhooks', 'webhook_id')`
  UPDATE webhooks SET sealed_secret = :sealed, sealed_old_secret = NULL,
  old_secret_until = NULL WHERE store_id = :store_id AND webhook_id = :webhook_id`;

export const saveWebhookSecret = (
  tx: Tx,
  webhook: { store_id: string; webhook_id: string; sealed: string },
) => tx.run(RESEAL_WEBHOOK, webhook);

const CONNECTED = `SELECT s.name, c.provider FROM provider_connections c JOIN stores s ON s.store_id = c.store_id
  WHERE c.sealed_credentials IS NOT NULL ORDER BY s.number, c.provider`;

export const listConnectedStores = (reader: Reader) =>
  reader.all<{ name: string; provider: string }>(CONNECTED);

const PEOPLE = 'SELECT email FROM people WHERE totp_secret IS NOT NULL ORDER BY email';

export const listWithAuthenticator = (reader: Reader) => reader.all<{ email: string }>(PEOPLE);

const ANSWERS = `SELECT store_id, idempotency_key, request_hash FROM idempotency_keys
  WHERE body IS NOT NULL`;

export const listKeptAnswers = (reader: Reader) =>
  reader.all<{ store_id: string; idempotency_key: string; request_hash: string }>(ANSWERS);

const SAVE_ANSWER = changes('idempotency_keys', 'idempotency_key')`
  UPDATE idempotency_keys SET status = :status, body = :body
  WHERE store_id = :store_id AND idempotency_key = :idempotency_key`;

export const saveKeptAnswer = (
  tx: Tx,
  answer: { store_id: string; idempotency_key: string; status: number; body: string },
) => tx.run(SAVE_ANSWER, answer);

const DISCONNECT = changes('provider_connections')`
  UPDATE provider_connections SET sealed_credentials = NULL,
  disconnected_at = :now, updated_at = :now WHERE sealed_credentials IS NOT NULL`;
const ERASE = [
  // It is got again at the next start.
  changes('acme_certificates')`DELETE FROM acme_certificates`,
  changes('checkouts')`UPDATE checkouts SET return_key = NULL WHERE return_key IS NOT NULL`,
  changes(
    'mails',
  )`UPDATE mails SET status = 'canceled', sealed_secrets = NULL, next_attempt_at = NULL,
    claimed_by = NULL, response = 'the secret of the installation was lost'
    WHERE sealed_secrets IS NOT NULL`,
  changes('mail_servers')`UPDATE mail_servers SET sealed_password = NULL`,
  changes('people')`UPDATE people SET totp_secret = NULL WHERE totp_secret IS NOT NULL`,
  changes('recovery_codes')`DELETE FROM recovery_codes`,
];

/** Erases what nobody can open any more, and what those to whom it belongs can make anew. */
export async function eraseSealed(tx: Tx, now: number): Promise<void> {
  await tx.run(DISCONNECT, { now });
  for (const sql of ERASE) await tx.run(sql);
}
