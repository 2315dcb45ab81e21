import { SettingsError } from '../platform/machine/settings.ts';

/** `env:NAME`: the address is in this environment variable. */
const VARIABLE = /^env:(\w+)$/;
const PASSWORD = /^postgres(ql)?:\/\/[^/@:]*:[^/@]+@/;

interface Where {
  env: Record<string, string | undefined>;
  /** For people: what they should know. */
  print(line: string): void;
}

/**
 * Where a command reads from or writes to. Everybody on a machine sees the arguments of all
 * processes, so an address with a password is better kept in an environment variable.
 */
export function readAddress(text: string | undefined, { env, print }: Where): string | undefined {
  if (text?.trim() === '') {
    throw new SettingsError(
      'What stands behind --to or --from is empty, such as a variable that is not set: name a folder or postgres://…',
    );
  }
  const [, name] = VARIABLE.exec(text ?? '') ?? [];
  if (name === undefined) {
    if (PASSWORD.test(text ?? '')) {
      print(
        'Everybody on this machine can see this password in the list of processes. Next time: --to env:NAME with the address in that environment variable, or the password in PGPASSWORD.',
      );
    }
    return text;
  }
  const found = env[name]?.trim();
  if (!found) throw new SettingsError(`The environment variable ${name} is not set.`);
  return found;
}
