import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createSecrets, type Secrets } from '../core/secrets.ts';
import { readIfExists, writeIfMissing } from './files.ts';
import { SettingsError } from './settings.ts';

interface Where {
  secret: Buffer | undefined;
  data_dir: string;
}

/** The secret of this installation: given, or kept in the data folder. Undefined without either. */
export function findSecrets({ secret, data_dir }: Where): Secrets | undefined {
  if (secret) return createSecrets(secret);
  const path = join(data_dir, 'secret');
  const text = readIfExists(path)?.trim();
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new SettingsError(`${path} must hold 64 hexadecimal digits. Restore it from a backup.`);
  }
  return createSecrets(Buffer.from(text, 'hex'));
}

/** The same; the first start makes it. */
export function openSecrets(where: Where): Secrets {
  const found = findSecrets(where);
  if (found) return found;
  writeIfMissing(join(where.data_dir, 'secret'), `${randomBytes(32).toString('hex')}\n`, 0o600);
  return openSecrets(where);
}

/** For whoever starts it with a database that was begun elsewhere. */
export const wrongSecretError = (data_dir: string): SettingsError =>
  new SettingsError(
    `This database was begun with another secret than the one in ${join(data_dir, 'secret')} or KASSA_SECRET. ` +
      'Every process that uses it needs the same: copy that file, or set KASSA_SECRET to its contents.',
  );
