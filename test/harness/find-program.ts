import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Where a program is, after installing packages of Debian with it if that is possible; undefined if
 * not.
 */
export function findProgram(places: string[], packages: string[]): string | undefined {
  const find = () => places.find((path) => existsSync(path));
  const found = find();
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => execFileSync('apt-get', args, { stdio: 'ignore', env });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  return find();
}
