import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { KASSA } from '../core/program.ts';
import { createSecrets, parseSecret, type Secrets } from '../core/secrets.ts';
import { readIfExists, writeIfMissing } from './files.ts';
import { SettingsError } from './settings.ts';

export interface SecretLocation {
  secret: Buffer | undefined;
  data_dir: string;
}

/** What is there is no secret, and never will be. */
export class DamagedSecret extends SettingsError {}

/** The secret from KASSA_SECRET or from the data folder; undefined when there is neither. */
export function findSecrets({ secret, data_dir }: SecretLocation): Secrets | undefined {
  if (secret) return createSecrets(secret);
  const path = join(data_dir, 'secret');
  const text = readSecretFile(path);
  if (text === undefined) return undefined;
  const bytes = parseSecret(text);
  if (!bytes) {
    throw new DamagedSecret(
      `${path} must be a file with 64 hexadecimal digits. Restore it from a backup; if there is none: ${KASSA} secret status`,
    );
  }
  return createSecrets(bytes);
}

/** Undefined: there is none. Docker makes a folder of a file that is mounted and missing. */
export function readSecretFile(path: string): string | undefined {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return '';
    return readIfExists(path)?.trim();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${path} cannot be read (${why}): give it to the user who runs Kassa.`);
  }
}

/** The same, but makes a secret if there is none: at the first start. */
export function openSecrets(location: SecretLocation): Secrets {
  const found = findSecrets(location);
  if (found) return found;
  writeIfMissing(join(location.data_dir, 'secret'), `${randomBytes(32).toString('hex')}\n`, 0o600);
  return openSecrets(location);
}

/** The error when the database was made with a secret, and there is none. */
export const lostSecretError = (data_dir: string): SettingsError =>
  new SettingsError(
    `There is no ${join(data_dir, 'secret')}, and this database was begun with a secret. ` +
      'Copy the file from a backup or from another machine, or set KASSA_SECRET to its contents. ' +
      `If it is lost for good: ${KASSA} secret status`,
  );

/** The error when the database was made with another secret. */
export const wrongSecretError = (data_dir: string): SettingsError =>
  new SettingsError(
    `This database was begun with another secret than the one in ${join(data_dir, 'secret')} or KASSA_SECRET. ` +
      'Every process that uses it needs the same: copy that file, or set KASSA_SECRET to its contents. ' +
      `If it is lost for good: ${KASSA} secret status`,
  );
