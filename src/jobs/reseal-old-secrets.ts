import type { SealPlace, Secrets } from '../platform/core/secrets.ts';
import type { Database } from '../platform/db/database.ts';
import { SecretMismatch } from '../shop/licenses/signing-keys.ts';
import {
  listOldAnswers,
  listOldSigningKeys,
  listOldWebhooks,
  saveAnswer,
  saveSigningKey,
  saveWebhookSecrets,
} from './old-secrets.sql.ts';

const BATCH = 500;

/**
 * Early versions sealed texts in a way that let them be opened in any row. The first start of this
 * version seals each again for its own row. Signing keys come last: as long as an old one is left,
 * everything is checked again. A text that does not look as expected is left as it is, and can
 * never be opened.
 */
export async function resealOldSecrets(db: Database, secrets: Secrets): Promise<void> {
  const reader = db.reader(null);
  const signing_keys = await listOldSigningKeys(reader);
  if (signing_keys.length === 0) return;
  const opened = signing_keys.map(({ key_id, sealed }) => {
    if (secrets.openFromOldVersion(sealed) === undefined) {
      throw new SecretMismatch('the secret does not open the signing key');
    }
    return { key_id, sealed: bound(sealed, ['signing key', key_id], /^-----BEGIN PRIVATE KEY/) };
  });
  const webhooks = (await listOldWebhooks(reader)).map((webhook) => {
    const place: SealPlace = ['webhook secret', webhook.store_id, webhook.webhook_id];
    const { sealed_secret, sealed_old_secret: old } = webhook;
    return {
      ...webhook,
      sealed_secret: bound(sealed_secret, place, /^whsec_/),
      sealed_old_secret: old === null ? null : bound(old, place, /^whsec_/),
    };
  });
  await db.write(null, async (tx) => {
    for (const webhook of webhooks) await saveWebhookSecrets(tx, webhook);
  });
  await bindAnswers();
  await db.write(null, async (tx) => {
    for (const key of opened) await saveSigningKey(tx, key);
  });

  async function bindAnswers(): Promise<void> {
    let after = { store_id: '', idempotency_key: '' };
    for (;;) {
      const answers = await listOldAnswers(reader, { ...after, limit: BATCH });
      await db.write(null, async (tx) => {
        for (const answer of answers) {
          const { store_id, idempotency_key, request_hash, body } = answer;
          const place: SealPlace = ['kept answer', store_id, idempotency_key, request_hash];
          // The earliest versions stored answers without sealing them.
          const sealed = body.startsWith('{') ? secrets.seal(body, place) : undefined;
          await saveAnswer(tx, { ...answer, body: sealed ?? bound(body, place, /^\{/) });
        }
      });
      const last = answers.at(-1);
      if (!last || answers.length < BATCH) return;
      after = last;
    }
  }

  function bound(sealed: string, place: SealPlace, looks: RegExp): string {
    const text = secrets.openFromOldVersion(sealed);
    return text !== undefined && looks.test(text) ? secrets.seal(text, place) : sealed;
  }
}
