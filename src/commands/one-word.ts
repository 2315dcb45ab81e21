import { KASSA } from '../platform/core/program.ts';
import { SettingsError } from '../platform/machine/settings-error.ts';

const TAKE_ONE = ['backup', 'restore', 'secret'];

/** Refuses a second word where one is taken: it may be the rest of a path, or a forgotten `--to`. */
export function refuseSecondWord([noun = '', _, second]: string[]): void {
  if (second === undefined || !TAKE_ONE.includes(noun)) return;
  throw new SettingsError(
    `"${second}" is one word too many: ${KASSA} ${noun} takes one. A path with spaces needs quotes; see: ${KASSA} --help`,
  );
}
