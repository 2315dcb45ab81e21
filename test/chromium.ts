import { findProgram } from './find-program.ts';

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A real Chromium: the installed one, or Debian's package where we may install it. */
export const findChromium = (): string | undefined =>
  findProgram(PLACES, ['chromium', 'fonts-dejavu-core']);
