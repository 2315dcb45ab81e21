import { statSync } from 'node:fs';
import { KASSA } from '../core/program.ts';
import { SettingsError } from '../machine/settings-error.ts';

export const hasContent = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Refuses an empty database beside the log of one: SQLite would delete the log, even to read. A new
 * database never looks so, as its first page is on the disk before its log begins.
 */
export function refuseLostDatabase(path: string): void {
  const log = `${path}-wal`;
  if (!hasContent(log) || hasContent(path)) return; // In this order: another process may make both.
  throw new SettingsError(
    `${path} is lost: it is missing or empty, and ${log} has changes of a shop. Nothing was done to either. Put ${path} back if you have it, or else the newest backup: ${KASSA} restore BACKUP --replace. For a new shop, choose another folder with KASSA_DATA_DIR.`,
  );
}
