import { readFileSync } from 'node:fs';
import { SettingsError } from '../settings-error.ts';

/** Reads the file that a setting names. */
export function readNamed(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${setting} (${path}) cannot be read: ${message}.`);
  }
}
