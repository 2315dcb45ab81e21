import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { MadeBackup } from '../care/backups/make-backup.ts';
import { refuseBadPlace } from '../care/backups/why-not-made.ts';
import type { Log } from '../platform/core/log.ts';
import { ownProgram } from '../platform/core/program.ts';
import type { BackupSettings } from '../platform/machine/backup-settings.ts';
import { SettingsError } from '../platform/machine/settings-error.ts';
import type { BackupSchedule } from '../shop/store/backups.ts';

/** Of a process that gives way to others. */
const NICE = 10;
const ERROR_MAX = 10_000;

/**
 * Scheduled backups are made by `kassa backup` in a process of its own, which has the same settings,
 * gives way to the service, and ends when that is stopped.
 */
export function backupSchedule(
  { folder, every_ms }: BackupSettings,
  { data_dir, log }: { data_dir: string; log: Log },
): BackupSchedule {
  return {
    folder,
    every_ms,
    whyNotFolder() {
      try {
        refuseBadPlace(folder, data_dir);
        return undefined;
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        return error.message;
      }
    },
    async make(is_stopping) {
      const { path, first } = ownProgram(new URL('../main.ts', import.meta.url));
      const child = spawn(path, [...first, 'backup', '--json'], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const stop = () => child.kill('SIGTERM');
      is_stopping.addEventListener('abort', stop);
      try {
        if (child.pid !== undefined) setPriority(child.pid, NICE);
      } catch {
        // It has ended already, or this system has no priorities: it is made all the same.
      }
      let out = '';
      let said = '';
      child.stdout.on('data', (text) => {
        out += text;
      });
      child.stderr.on('data', (text) => {
        said = (said + text).slice(-ERROR_MAX);
      });
      const [code, signal] = await once(child, 'close');
      is_stopping.removeEventListener('abort', stop);
      if (code !== 0) return whatItSaid(said) ?? `it ended with ${code ?? signal}`;
      const { place, violations, not_removed } = JSON.parse(out) as BackupResult;
      log.info('a backup was made', { place });
      if (violations.length > 0) {
        return `the backup ${place} was made, but kassa verify finds wrong: ${violations[0]}`;
      }
      if (not_removed === null) return undefined;
      return `the backup ${place} was made, but older ones could not be removed: ${not_removed}`;
    },
  };
}

/** What `kassa backup --json` prints. */
type BackupResult = Pick<MadeBackup, 'violations' | 'not_removed'> & { place: string };

/** The last line of what a command has said, or the message above a stack. */
export function whatItSaid(text: string): string | undefined {
  const lines = text.trim().split('\n');
  const stack_at = lines.findIndex((line) => /^\s+at /.test(line));
  return lines.at(stack_at < 1 ? -1 : stack_at - 1) || undefined;
}
