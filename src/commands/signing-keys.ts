import { isoInstant } from '../core/time.ts';
import type { Database } from '../db/database.ts';
import { listSigningKeys } from '../licenses/signing-key.sql.ts';
import { makeSigningKey } from '../licenses/signing-keys.ts';
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
  const [newest] = await listSigningKeys(db.reader(null));
  if (newest && secrets.open(newest.sealed_private_key) === undefined) {
    throw wrongSecret(settings.data_dir);
  }
  const key_id = await makeSigningKey(db, secrets, now);
  output.record({ key_id }, [
    `${key_id} signs certificates from now on: running servers take it within ten seconds.`,
    'The earlier keys stay at /.well-known/jwks.json: what they signed stays good.',
  ]);
}

export async function listAllSigningKeys(db: Database, output: Output): Promise<void> {
  const keys = (await listSigningKeys(db.reader(null))).map(({ key_id, created_at }, at) => ({
    key_id,
    signs: at === 0 ? 'yes' : 'no',
    created_at: isoInstant(created_at),
  }));
  output.list('signing_keys', keys, ['key_id', 'signs', 'created_at']);
}
