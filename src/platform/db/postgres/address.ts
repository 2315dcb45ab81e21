import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { SettingsError } from '../../machine/settings.ts';

export interface PostgresAddress {
  /** Tried in this order until one accepts writes. */
  hosts: PostgresHost[];
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  /** Session settings, as in the `options` parameter of a libpq address. */
  options: string | undefined;
  /**
   * Another program, such as pgbouncer, gives each transaction any of its connections: nothing can be
   * set or prepared for longer than a transaction.
   */
  is_pooled: boolean;
}

export interface PostgresHost {
  host: string | undefined;
  port: number | undefined;
  ssl: ConnectionOptions | false;
}

/** Reads `postgres://user:password@host:port,host:port/database?sslmode=…` as libpq does. */
export function postgresAddress(url: string): PostgresAddress {
  const parts = URL_PARTS.exec(url);
  if (!parts) throw new SettingsError(NOT_WELL_FORMED);
  const [, user, password, authority = '', database, query] = parts;
  const parameters = new URLSearchParams(query);
  const given = parameters.get('host') ?? decode(authority) ?? '';
  const hosts = given.split(',').map((text) => {
    const { host, port } = hostAndPort(text);
    return {
      host,
      port: port ?? portOf(parameters.get('port')),
      ssl: tlsOptions(host, parameters),
    };
  });
  return {
    hosts,
    user: decode(user),
    password: decode(password),
    database: decode(database),
    options: parameters.get('options') ?? undefined,
    is_pooled: parameters.get('pgbouncer') === 'true',
  };
}

/** An address without its password. */
export function placeOf(url: string): string {
  const { hosts, database } = postgresAddress(url);
  const named = hosts.map(({ host = 'localhost', port }) => (port ? `${host}:${port}` : host));
  return `PostgreSQL at ${named.join(',')}/${database ?? ''}`;
}

const URL_PARTS =
  /^postgres(?:ql)?:\/\/(?:([^:@/?]*)(?::([^@/?]*))?@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/;

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined || text === '' ? undefined : decodeURIComponent(text);
  } catch {
    throw new SettingsError('DATABASE_URL is not well-formed: write a percent sign as %25.');
  }
}

function hostAndPort(text: string): { host: string | undefined; port: number | undefined } {
  if (text.startsWith('/')) return { host: text, port: undefined }; // The folder of a socket.
  const parts = /^(?:\[([^\]@]*)\]|([^:@]*))(?::([^:@]*))?$/.exec(text);
  // Not with the text: a password with an @ in it would be there.
  if (!parts) throw new SettingsError(NOT_WELL_FORMED);
  const [, in_brackets, plain, port] = parts;
  return { host: in_brackets ?? (plain || undefined), port: portOf(port) };
}

const NOT_WELL_FORMED =
  'DATABASE_URL is not well-formed: postgres://user:password@host:port/database, with an IPv6 address in brackets ([::1]:5432), several hosts with commas between, and @, : and / in a password as %40, %3A and %2F.';

function portOf(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new SettingsError('The port in DATABASE_URL must be a number from 1 to 65535.');
}

/**
 * TLS options for an `sslmode`, which means the same as in libpq. Without one, connections to this
 * machine are not encrypted and all others must be.
 */
function tlsOptions(
  host: string | undefined,
  parameters: URLSearchParams,
): ConnectionOptions | false {
  const mode = parameters.get('sslmode') ?? (isLocal(host) ? 'disable' : 'require');
  if (!MODES.includes(mode)) {
    throw new SettingsError(
      `sslmode in DATABASE_URL is "${mode}": it must be ${MODES.slice(0, -1).join(', ')} or ${MODES.at(-1)}.`,
    );
  }
  if (mode === 'disable') return false;
  const file = (name: string) => readNamed(name, parameters.get(name));
  const root = parameters.get('sslrootcert') === 'system' ? undefined : file('sslrootcert');
  if (mode === 'verify-ca' && root === undefined) {
    throw new SettingsError(
      'sslmode=verify-ca in DATABASE_URL needs sslrootcert, the file of the authority to trust.',
    );
  }
  // As in libpq: if an authority is given, the certificate is checked in every mode.
  const is_checked = mode === 'verify-full' || root !== undefined;
  return {
    rejectUnauthorized: is_checked,
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
    ...(root && { ca: root }),
    ...named('cert', file('sslcert')),
    ...named('key', file('sslkey')),
  };
}

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

const named = (name: string, text: string | undefined): ConnectionOptions =>
  text === undefined ? {} : { [name]: text };

function readNamed(name: string, path: string | null): string | undefined {
  if (path === null) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new SettingsError(`${name} in DATABASE_URL cannot be read: ${why}.`);
  }
}

function isLocal(host: string | undefined): boolean {
  if (host === undefined || host.startsWith('/') || host === 'localhost') return true;
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}
