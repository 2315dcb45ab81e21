import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// A real Chromium: the installed one, or Debian's package where we may install it.
const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where Chromium is, after installing it if that is possible; undefined if not. */
export function findChromium(): string | undefined {
  const found = PLACES.find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core');
  return PLACES.find((path) => existsSync(path));
}
