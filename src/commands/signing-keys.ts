import type { Secrets } from '../core/secrets.ts';
import { isoInstant } from '../core/time.ts';
import type { Database } from '../db/database.ts';
import { listSigningKeys } from '../licenses/signing-key.sql.ts';
import { makeSigningKey, SecretMismatch } from '../licenses/signing-keys.ts';
import { sealAnew } from '../seal-anew.ts';
import { openSecrets, wrongSecret } from '../secret.ts';
import type { Settings } from '../settings.ts';
import type { Output } from './output.ts';

export async function rotateSigningKey(
  db: Database,
  settings: Settings,
  now: number,
  output: Output,
): Promise<void> {
  const secrets = openSecrets(settings);
  await refuseOtherSecret(db, secrets, settings);
  const key_id = await makeSigningKey(db, secrets, now);
  output.record({ key_id }, [
    `${key_id} signs certificates from now on: running servers take it within ten seconds.`,
    'The earlier keys stay at /.well-known/jwks.json: what they signed stays good.',
  ]);
}

/** A key that is sealed with another secret would be of no use to the servers. */
async function refuseOtherSecret(db: Database, secrets: Secrets, settings: Settings) {
  await sealAnew(db, secrets).catch((error) => {
    throw error instanceof SecretMismatch ? wrongSecret(settings.data_dir) : error;
  });
  const [newest] = await listSigningKeys(db.reader(null));
  if (!newest) return;
  const { key_id, sealed_private_key } = newest;
  const opened = secrets.open(sealed_private_key, ['signing key', key_id]);
  if (opened === undefined) throw wrongSecret(settings.data_dir);
}

export async function listAllSigningKeys(db: Database, output: Output): Promise<void> {
  const keys = (await listSigningKeys(db.reader(null))).map(({ key_id, created_at }, at) => ({
    key_id,
    signs: at === 0 ? 'yes' : 'no',
    created_at: isoInstant(created_at),
  }));
  output.list('signing_keys', keys, ['key_id', 'signs', 'created_at']);
}
