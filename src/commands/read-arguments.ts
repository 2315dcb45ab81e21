import { parseArgs } from 'node:util';
import { KASSA, shellWord } from '../platform/core/program.ts';
import { SettingsError } from '../platform/machine/settings-error.ts';
import { STORE_OPTIONS } from './store-options.ts';

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  store: { type: 'string' },
  scope: { type: 'string', default: 'full' },
  expires: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  'forward-to': { type: 'string' },
  noted: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  undo: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  restart: { type: 'boolean', default: false },
  full: { type: 'boolean' },
  quick: { type: 'boolean' },
  keep: { type: 'string' },
  replace: { type: 'boolean' },
  unchanged: { type: 'boolean', default: false },
  'publishable-key': { type: 'string' },
  mode: { type: 'string', default: 'test' },
  provider: { type: 'boolean' },
  seed: { type: 'string' },
  serve: { type: 'boolean', default: false },
  'audit-head': { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  ...STORE_OPTIONS,
} as const;

/** The words and options of a command; anything else is refused. */
export async function readArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new SettingsError(`${await whyNot(error)} See: ${KASSA} --help`);
  }
}

async function whyNot(error: unknown): Promise<string> {
  const { code, message } = Object(error);
  const [, option = ''] = /'(-[^ ']*)/.exec(message) ?? []; // As in "Option '--store <value>' …"
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    return message.includes('does not take')
      ? `${option} takes no value.`
      : `${option} needs a value; one that begins with - is written ${option}=-….`;
  }
  const { didYouMean } = await import('../platform/core/near-miss.ts');
  const known = Object.keys(OPTIONS).map((name) => `--${name}`);
  return `There is no option ${option}${didYouMean(option, known) || '.'}`;
}

/** What npm takes for the beginning of an option of its own. */
const NPM_NAMES: Record<string, string> = { to: 'token_description' };
/** npm may have these for itself, and without them no command does something else. */
const OF_NPM = ['help', 'version', 'json', 'yes'];

/**
 * Refuses options that npm has taken for itself, as it does with those of `npm run kassa keys create
 * --scope read`, without `--`: it hands them on as variables, and the command would do something else.
 */
export function refuseSwallowed(
  env: Record<string, string | undefined>,
  [noun = '', verb = '']: string[],
): void {
  if (env.npm_lifecycle_event !== 'kassa') return;
  const swallowed = Object.entries(OPTIONS).flatMap(([name, { type }]) => {
    const value = env[`npm_config_${NPM_NAMES[name] ?? name.replaceAll('-', '_')}`];
    if (!value || OF_NPM.includes(name)) return [];
    // These may stand in a file of settings for npm.
    if (name === 'scope' && value.startsWith('@')) return [];
    if (name === 'email' && value !== 'true') return [];
    if (type === 'boolean') return [`--${name}`];
    // npm takes the word behind an option that it does not know for one of the command.
    return [`--${name} ${value === 'true' ? '…' : shellWord(value)}`];
  });
  if (swallowed.length === 0) return;
  const command = [KASSA, noun, verb, ...swallowed].filter(Boolean).join(' ');
  throw new SettingsError(
    `npm has taken ${swallowed.join(' ')} for itself, so nothing was done. Write -- before the command: ${command}`,
  );
}
