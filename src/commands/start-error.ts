import { START } from '../platform/core/program.ts';
import { wrongSecretError } from '../platform/machine/secret.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { SecretMismatch } from '../shop/licenses/signing-keys.ts';

/**
 * What a start that has failed says: a sentence with what to do, where somebody can do something.
 * `start`: the command that was given; `other`: a port that is free.
 */
export function startError(
  error: unknown,
  settings: Pick<Settings, 'data_dir' | 'port' | 'http_port'>,
  { start = START, other }: { start?: string; other?: number } = {},
): unknown {
  if (error instanceof SecretMismatch) return wrongSecretError(settings.data_dir);
  const code = fieldOf(error, 'code');
  const syscall = fieldOf(error, 'syscall');
  const port = Number(fieldOf(error, 'port') ?? settings.port);
  const is_plain = port === settings.http_port;
  if (code === 'EADDRINUSE') {
    return new SettingsError(
      is_plain
        ? `KASSA_HTTP_PORT is ${port}, and port ${port} is in use by another program. Stop that one, choose another port, or remove KASSA_HTTP_PORT: ${WITHOUT_PLAIN}.`
        : `Port ${port} is in use by another program. Stop that one, or choose another port: KASSA_PORT=${other ?? port + 1} ${start}`,
    );
  }
  if (code === 'EACCES' && (syscall === 'listen' || syscall === 'bind')) {
    const allow = `Allow it (sudo setcap cap_net_bind_service=+ep '${process.execPath}')`;
    return new SettingsError(
      is_plain
        ? `KASSA_HTTP_PORT is ${port}, and port ${port} may not be opened by this user. ${allow}, choose one above 1023 and lead ${port} to it, or remove KASSA_HTTP_PORT: ${WITHOUT_PLAIN}.`
        : `Port ${port} may not be opened by this user. ${allow}, or choose one above 1023 with KASSA_PORT and lead ${port} to it.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new SettingsError(`KASSA_HOST is not an address of this machine: ${messageOf(error)}.`);
  }
  return error;
}

const WITHOUT_PLAIN = 'then nobody is sent on from http:// to https://';

const fieldOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
