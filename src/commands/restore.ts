import { afterRestore } from '../care/backups/after-restore.ts';
import { restoreBackup } from '../care/backups/restore-backup.ts';
import { type MovePlace, readPlace } from '../care/move/place.ts';
import { KASSA, shellWord } from '../platform/core/program.ts';
import type { Clock } from '../platform/core/time.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import type { Output } from './output.ts';
import { showProgress } from './progress.ts';

interface Request {
  backup: string | undefined;
  to: string | undefined;
  replace: boolean | undefined;
  quick: boolean | undefined;
  unchanged: boolean;
  clock: Clock;
  terminal: { write(text: string): void; is_terminal: boolean };
}

/** Puts a backup where the shop is, or to another place, and says what to do next. */
export async function restore(settings: Settings, request: Request, output: Output): Promise<void> {
  if (!request.backup) {
    throw new SettingsError(`Say which: ${KASSA} restore FOLDER, that of one backup.`);
  }
  const place = request.to === undefined ? settings : readPlace(request.to, settings.data_dir);
  const { data_dir, database_url } = place;
  const { progress, end } = showProgress(request.terminal, request.clock);
  const restored = await restoreBackup(
    settings,
    {
      backup: request.backup,
      data_dir,
      database_url,
      replaces: request.replace ?? false,
      is_quick: request.quick ?? false,
      is_unchanged: request.unchanged,
      now: request.clock(),
    },
    progress,
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
      start: `${settingsFor(place, settings)}${KASSA}`,
      data_dir: database_url === undefined ? undefined : data_dir,
      is_unchanged: request.unchanged,
    }),
  );
}

/** What has to be set for a command on a folder, so that it is not carried out on another shop. */
function settingsFor({ data_dir, database_url }: MovePlace, settings: Settings): string {
  if (database_url !== undefined) return '';
  return [
    ...(settings.database_url === undefined ? [] : ['DATABASE_URL= ']),
    ...(data_dir === settings.data_dir ? [] : [`KASSA_DATA_DIR=${shellWord(data_dir)} `]),
  ].join('');
}
