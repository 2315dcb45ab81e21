import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type Finding, fail } from './finding.ts';

/** What keeps this user from a file or folder that is there, and what to do. */
interface Kept {
  what: string;
  todo: string;
}

/** A finding about a file that cannot be used: because of who asks or of the disk, else as given. */
export function failAt(path: string, about: string, otherwise: Kept): Finding {
  const { what, todo } = whatKeepsFrom(path) ?? otherwise;
  return fail(about, what, todo);
}

/** Undefined when it can be read and written, or when it is missing. */
export function whatKeepsFrom(path: string): Kept | undefined {
  try {
    if (statSync(path).isDirectory()) readdirSync(path);
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EROFS') {
      return {
        what: `${path} is on a disk that can only be read`,
        todo: 'make it writable again; dmesg says whether a fault made it so',
      };
    }
    if (code === 'EACCES' || code === 'EPERM') {
      return {
        what: `the user ${nameOfUser()} may not read and write ${path}`,
        todo: 'give this command as the user that Kassa runs as (sudo -u kassa …)',
      };
    }
  }
  return undefined;
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.()); // In a container a user may have no name.
  }
}
