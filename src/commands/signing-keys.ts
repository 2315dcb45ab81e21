import { resealOldSecrets } from '../jobs/reseal-old-secrets.ts';
import { INSTALLATION } from '../platform/core/audit-chain.ts';
import { KASSA } from '../platform/core/program.ts';
import type { Secrets } from '../platform/core/secrets.ts';
import { isoInstant } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { wrongSecretError } from '../platform/machine/secret.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { auditCommand } from '../platform/operation/audit.ts';
import { secretsOfDatabase } from '../shop/licenses/secrets-of-database.ts';
import { deleteSigningKey, listSigningKeys } from '../shop/licenses/signing-key.sql.ts';
import { makeSigningKey, SecretMismatch } from '../shop/licenses/signing-keys.ts';
import type { Output } from './output.ts';

export async function rotateSigningKey(
  db: Database,
  settings: Settings,
  now: number,
  output: Output,
): Promise<void> {
  const secrets = await secretsOfDatabase(db, settings);
  await checkSecretFits(db, secrets, settings);
  const command = 'signing-keys rotate';
  const key_id = await makeSigningKey(db, secrets, { now, command });
  output.record({ key_id }, [
    `${key_id} signs certificates from now on: running servers take it within a second or two.`,
    'The earlier keys stay at /.well-known/jwks.json: what they signed stays good.',
  ]);
}

/** Revokes a key. If it is the current one, a new one is made first. */
export async function revokeSigningKey(
  db: Database,
  settings: Settings,
  { key_id, now }: { key_id: string; now: number },
  output: Output,
): Promise<void> {
  const secrets = await secretsOfDatabase(db, settings);
  await checkSecretFits(db, secrets, settings);
  const keys = await listSigningKeys(db.reader(null));
  if (!keys.some((key) => key.key_id === key_id)) {
    throw new SettingsError(`There is no signing key "${key_id}". See: ${KASSA} signing-keys list`);
  }
  const is_signing = keys[0]?.key_id === key_id;
  const command = 'signing-keys revoke';
  const new_key_id = is_signing ? await makeSigningKey(db, secrets, { now, command }) : null;
  await db.write(null, async (tx) => {
    await deleteSigningKey(tx, key_id);
    const change = { target: key_id, before: { key_id }, after: null };
    await auditCommand(tx, command, { ...change, store_id: INSTALLATION, at: now });
  });
  output.record({ key_id, revoked: true, new_key_id }, [
    `${key_id} is revoked: it is no longer at /.well-known/jwks.json, and what it signed is no longer vouched for.`,
    ...(new_key_id === null
      ? []
      : [`${new_key_id} signs in its place: running servers take it within a second or two.`]),
    'Applications that keep a copy of the public keys trust the revoked one until they fetch them anew.',
  ]);
}

/** Refuses when the secret is not that of the database: servers could not open a new key. */
async function checkSecretFits(db: Database, secrets: Secrets, settings: Settings) {
  await resealOldSecrets(db, secrets).catch((error) => {
    throw error instanceof SecretMismatch ? wrongSecretError(settings.data_dir) : error;
  });
  const [newest] = await listSigningKeys(db.reader(null));
  if (!newest) return;
  const { key_id, sealed_private_key } = newest;
  const opened = secrets.open(sealed_private_key, ['signing key', key_id]);
  if (opened === undefined) throw wrongSecretError(settings.data_dir);
}

export async function listAllSigningKeys(db: Database, output: Output): Promise<void> {
  const keys = (await listSigningKeys(db.reader(null))).map(({ key_id, created_at }, at) => ({
    key_id,
    signs: at === 0 ? 'yes' : 'no',
    created_at: isoInstant(created_at),
  }));
  output.list('signing_keys', keys, ['key_id', 'signs', 'created_at']);
}
