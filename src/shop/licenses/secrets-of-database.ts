import type { Secrets } from '../../platform/core/secrets.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  findSecrets,
  lostSecretError,
  openSecrets,
  type SecretLocation,
} from '../../platform/machine/secret.ts';
import { listSigningKeys } from './signing-key.sql.ts';

/**
 * The secret that a database is used with, made at the first start. A database that was begun with
 * one gets no other: that would only hide that the right one is lost.
 */
export async function secretsOfDatabase(db: Database, location: SecretLocation): Promise<Secrets> {
  await refuseLostSecret(db, location);
  return openSecrets(location);
}

/** Refuses a database that was begun with a secret where there is none. */
export async function refuseLostSecret(db: Database, location: SecretLocation): Promise<void> {
  if (findSecrets(location)) return;
  const keys = await listSigningKeys(db.reader(null));
  if (keys.length > 0) throw lostSecretError(location.data_dir);
}
