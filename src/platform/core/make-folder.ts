import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that only its owner may use, and the missing ones above it. Returns the highest that
 * it made. With `recursive`, Node asks for ever where the system says that there is nothing to make a
 * folder in, as in /proc.
 */
export function makeFolder(folder: string): string | undefined {
  const above = dirname(folder);
  const highest = above === folder || existsSync(above) ? undefined : makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // It may have been there, or been made by another process just now.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return highest;
    throw error;
  }
  return highest ?? folder;
}
