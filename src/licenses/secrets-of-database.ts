import type { Secrets } from '../core/secrets.ts';
import type { Database } from '../db/database.ts';
import {
  findSecrets,
  lostSecretError,
  openSecrets,
  type SecretLocation,
} from '../installation/secret.ts';
import { listSigningKeys } from './signing-key.sql.ts';

/**
 * The secret that a database is used with, made at the first start. A database that was begun with
 * one gets no other: that would only hide that the right one is lost.
 */
export async function secretsOfDatabase(db: Database, location: SecretLocation): Promise<Secrets> {
  const is_missing = findSecrets(location) === undefined;
  if (is_missing && (await listSigningKeys(db.reader(null))).length > 0) {
    throw lostSecretError(location.data_dir);
  }
  return openSecrets(location);
}
