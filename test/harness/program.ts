import { fileURLToPath } from 'node:url';

/**
 * What tests start as a process of Kassa: the one script that `npm test` has made of the sources
 * (test/harness/runner/bundled.ts), or the sources.
 */
export const MAIN =
  process.env.KASSA_TEST_PROGRAM ?? fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** What Node is given to run it, before the arguments of the command. */
export const KASSA = ['--disable-warning=ExperimentalWarning', MAIN];
