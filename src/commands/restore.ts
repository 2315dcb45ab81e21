import { resolve } from 'node:path';
import { afterRestore } from '../backups/after-restore.ts';
import { restoreBackup } from '../backups/restore-backup.ts';
import { restoreToPostgres } from '../backups/restore-to-postgres.ts';
import { KASSA } from '../core/program.ts';
import type { Clock } from '../core/time.ts';
import { type Settings, SettingsError } from '../installation/settings.ts';
import type { Output } from './output.ts';
import { showProgress } from './progress.ts';

interface Asked {
  backup: string | undefined;
  to: string | undefined;
  replace: boolean | undefined;
  quick: boolean | undefined;
  unchanged: boolean;
  clock: Clock;
  terminal: { write(text: string): void; is_terminal: boolean };
}

/** Puts a backup where the shop is, or to another place, and says what to do next. */
export async function restore(settings: Settings, asked: Asked, output: Output): Promise<void> {
  if (asked.backup === undefined) {
    throw new SettingsError(`Say which: ${KASSA} restore FOLDER, that of one backup.`);
  }
  const is_postgres = /^postgres(ql)?:\/\//.test(asked.to ?? '');
  const database_url =
    asked.to === undefined || is_postgres ? (asked.to ?? settings.database_url) : undefined;
  const has_folder = asked.to !== undefined && !is_postgres;
  const data_dir = has_folder ? resolve(asked.to ?? '') : settings.data_dir;
  const { progress, end } = showProgress(asked.terminal, asked.clock);
  const wanted = {
    backup: asked.backup,
    data_dir,
    replaces: asked.replace ?? false,
    is_quick: asked.quick ?? false,
    is_unchanged: asked.unchanged,
    now: asked.clock(),
  };
  const restored = await (database_url === undefined
    ? restoreBackup(settings, wanted, progress)
    : restoreToPostgres(settings, { ...wanted, database_url }, progress)
  ).finally(end);
  const { manifest, aside, checked, marked } = restored;
  output.record(
    {
      made_at: manifest.made_at,
      data_dir,
      aside: aside ?? null,
      charges_held: marked?.held ?? null,
      invoices: marked?.invoices ?? null,
      violations: checked?.violations ?? [],
      manifest,
    },
    afterRestore(restored, {
      place: database_url === undefined ? data_dir : 'the PostgreSQL database',
      start: `${has_folder ? `KASSA_DATA_DIR=${data_dir} ` : ''}${KASSA}`,
      database_url: database_url !== undefined,
      is_unchanged: asked.unchanged,
    }),
  );
}
