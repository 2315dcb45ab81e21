import { KASSA } from '../../platform/core/program.ts';
import type { Database } from '../../platform/db/database.ts';
import { newestMigration } from '../../platform/db/migrations.ts';
import { damageOf } from '../../platform/db/sqlite/copy.ts';
import { openSqlite } from '../../platform/db/sqlite/sqlite.ts';
import { findSecrets, wrongSecretError } from '../../platform/machine/secret.ts';
import { type Settings, SettingsError } from '../../platform/machine/settings.ts';
import { createRevealKey } from '../../shop/licenses/license-key.rules.ts';
import { refuseLostSecret } from '../../shop/licenses/secrets-of-database.ts';
import { opensSigningKeys } from '../../shop/licenses/signing-keys.ts';
import { verify } from '../verify/verify.ts';
import { type Contents, contentsOf } from './copy.sql.ts';
import type { Manifest } from './manifest.ts';
import type { Progress } from './progress.ts';

export interface CheckedCopy extends Contents, Pick<Manifest, 'checked'> {
  /** What `kassa verify` would say is wrong: in the shop as in the copy. */
  violations: string[];
}

export function refuseDamage(copy: string, is_quick: boolean): void {
  const damage = damageOf(copy, is_quick);
  if (damage.length === 0) return;
  throw new SettingsError(
    `The copy is damaged (${damage.join('; ')}). If a second try says so too, the database itself is: ${KASSA} verify`,
  );
}

/**
 * Checks the records of a copy that is not damaged. Refuses one whose secret is another; and, where
 * the secret is to be copied too, one whose secret is lost.
 */
export async function checkCopy(
  copy: string,
  settings: Pick<Settings, 'data_dir' | 'secret'>,
  { is_quick, needs_secret = false }: { is_quick: boolean; needs_secret?: boolean },
  progress: Progress,
): Promise<CheckedCopy> {
  const db = openSqlite(copy);
  try {
    const contents = await contentsOf(db.reader(null));
    // Another version has other tables, which this one's checks do not know.
    const is_older = contents.last_migration < newestMigration();
    const is_file_only = is_quick || is_older;
    const secrets = findSecrets(settings);
    if (needs_secret) await refuseLostSecret(db, settings);
    if (secrets && !(await opensSigningKeys(db.reader(null), secrets))) {
      throw wrongSecretError(settings.data_dir);
    }
    const revealKey = secrets && createRevealKey(secrets);
    const violations = is_file_only ? [] : await violationsIn(db, revealKey, progress);
    const checked = is_file_only ? 'file' : 'everything';
    return { ...contents, checked, violations };
  } finally {
    await db.close();
  }
}

async function violationsIn(
  db: Database,
  revealKey: ReturnType<typeof createRevealKey> | undefined,
  progress: Progress,
): Promise<string[]> {
  const checks = await verify(db, {
    revealKey,
    progress: (done, total) => progress('Checking', done, total, 'records'),
  });
  return checks.flatMap(({ name, violations }) => violations.map((text) => `${name}: ${text}`));
}
