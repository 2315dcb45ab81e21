import { existsSync } from 'node:fs';
import { findProgram } from '../find-program.ts';

/** Chromium without windows computes less than the one with them. */
const SHELL = '/usr/bin/chromium-headless-shell';
const OTHERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * A real Chromium: the one that is named, Debian's without windows, also where we may install it,
 * or any other that is there.
 */
export function findChromium(): string | undefined {
  const places = [process.env.CHROMIUM_PATH ?? '', SHELL];
  const found = places.find((path) => existsSync(path));
  if (found !== undefined) return found;
  const other = OTHERS.find((path) => existsSync(path));
  try {
    return findProgram(places, ['chromium-headless-shell', 'fonts-dejavu-core']) ?? other;
  } catch (error) {
    if (other === undefined) throw error;
    return other; // There is no network.
  }
}
