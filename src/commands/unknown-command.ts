import { didYouMean } from '../platform/core/near-miss.ts';
import { KASSA } from '../platform/core/program.ts';
import { SettingsError } from '../platform/machine/settings-error.ts';
import { HELP } from './help.ts';

/** Every command, as the help names it: `doctor`, `keys create`. */
const COMMANDS = [...HELP.matchAll(/^ {2}kassa ([a-z-]+(?: [a-z-]+)?)/gm)].map(
  ([, name = '']) => name,
);

/** What to say of words that are no command, with the one that was probably meant. */
export function unknownCommand(words: readonly string[]): SettingsError {
  const [noun = '', verb] = words;
  const of_two = verb === undefined ? '' : didYouMean(`${noun} ${verb}`, COMMANDS);
  // What follows a mistyped noun may be its folder or event: `backp /srv/backups`.
  const meant = of_two || didYouMean(noun, COMMANDS) || '.';
  return new SettingsError(`There is no command "${words.join(' ')}"${meant} See: ${KASSA} --help`);
}
