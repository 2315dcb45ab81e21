import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { LIMITS } from '../core/limits.ts';
import { isLogLevel, type LogLevel } from '../core/log.ts';
import type { RateLimit } from '../core/rate-limit.ts';
import { parseSecret } from '../core/secrets.ts';
import { isWebAddress, readUrl } from '../core/web-address.ts';
import { type BackupSettings, readBackupSettings } from './backup-settings.ts';
import { type MailServer, readMailServer } from './mail-server.ts';
import { STAND_IN_SETTINGS, type StandInAddresses, unknownSettings } from './setting-names.ts';
import { SettingsError } from './settings-error.ts';
import { type AcmeSettings, readAcme } from './tls/acme-settings.ts';

export interface Settings {
  port: number;
  host: string | undefined;
  base_url: string | undefined;
  data_dir: string;
  database_url: string | undefined;
  tls_files: { cert: string; key: string } | undefined;
  /** Undefined: Kassa gets no certificate by ACME. */
  acme: AcmeSettings | undefined;
  /** Where browsers that forget the s of https are sent on; undefined: nowhere. */
  http_port: number | undefined;
  trusted_proxies: string[];
  connections_per_address: number;
  rate_limit: RateLimit | 'off';
  log_level: LogLevel;
  /** Address ranges that webhooks may be sent to although they are not public. */
  webhook_allow: string[];
  /** Of stand-ins, for tests. */
  provider_addresses: StandInAddresses;
  /** Undefined: no mail is sent. */
  mail_server: MailServer | undefined;
  /** Where VIES is asked instead of at the European Commission; `off`: nowhere. */
  vies_url: string | undefined;
  /** Files with fonts for scripts that those of Kassa do not have. */
  invoice_fonts: string[];
  /** How long it goes on answering after it receives the signal to end, for balancers to notice. */
  drain_ms: number;
  /** How many processes serve on this machine; with SQLite always one. */
  processes: number;
  /** When the service makes backups by itself; undefined: never. */
  backups: BackupSettings | undefined;
  /** A sentence about every name that looks like a setting and is none. */
  unknown_settings: string[];
  /** 32 bytes. If not given, the file in the data folder is used. */
  secret: Buffer | undefined;
}

export { SettingsError };

/** The whole configuration, from environment variables. Everything has a default. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const get = (name: string): string | undefined => env[name]?.trim() || undefined;
  /** A setting as `parse` reads it, which answers undefined for what is wrong. */
  const read = <T>(name: string, parse: (text: string) => T | undefined, expected: string) => {
    const text = get(name);
    const value = text === undefined ? undefined : parse(text);
    if (text === undefined || value !== undefined) return value;
    throw new SettingsError(`${name} is "${env[name]}": it must ${expected}.`);
  };
  if (get('NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
    throw new SettingsError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 makes Node believe any certificate, also of somebody who pretends to be the payment provider, the mail server or the database. Remove it. For an authority of your own, set NODE_EXTRA_CA_CERTS to its certificate.',
    );
  }
  const acme = readAcme(get);
  const portIn = (name: string) => read(name, numberIn(0, 65_535), 'be a number from 0 to 65535');
  const port = portIn('KASSA_PORT') ?? (acme ? 443 : 8443);
  const http_port = portIn('KASSA_HTTP_PORT');
  if (http_port === port && port !== 0) {
    throw new SettingsError(
      `KASSA_HTTP_PORT and KASSA_PORT are both ${port}: KASSA_PORT is for https, KASSA_HTTP_PORT is another port without TLS, usually 80.`,
    );
  }
  const own_name = acme && `https://${acme.domain}`;
  const cert = get('KASSA_TLS_CERT');
  const key = get('KASSA_TLS_KEY');
  if ((cert === undefined) !== (key === undefined)) {
    throw new SettingsError('KASSA_TLS_CERT and KASSA_TLS_KEY belong together: set both or none.');
  }
  const secret = get('KASSA_SECRET');
  const ranges = (name: string, example: string): string[] =>
    read(name, rangesIn, `be IP addresses or ranges (${example}) with commas between`) ?? [];
  return {
    port,
    host: get('KASSA_HOST'),
    base_url: read('KASSA_BASE_URL', baseUrl, 'be an https:// address without a query') ?? own_name,
    data_dir: resolve(get('KASSA_DATA_DIR') ?? './data'),
    database_url: read(
      'DATABASE_URL',
      like(/^postgres(ql)?:\/\//),
      'begin with postgres:// or postgresql://',
    ),
    tls_files: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    acme,
    http_port,
    trusted_proxies: ranges('KASSA_TRUST_PROXY', '10.0.0.0/8'),
    connections_per_address:
      read(
        'KASSA_CONNECTIONS_PER_ADDRESS',
        numberIn(1, LIMITS.connections),
        'be a number from 1 to 10000',
      ) ?? LIMITS.connections_per_address,
    rate_limit: read(
      'KASSA_RATE_LIMIT',
      rateLimit,
      'be "off", requests per second ("100"), or with a burst ("100/200")',
    ) ?? { rate_per_second: 100, burst: 200 },
    log_level:
      read('KASSA_LOG_LEVEL', (text) => (isLogLevel(text) ? text : undefined), A_LOG_LEVEL) ??
      'info',
    webhook_allow: ranges('KASSA_WEBHOOK_ALLOW', '127.0.0.0/8'),
    provider_addresses: Object.fromEntries(
      Object.entries(STAND_IN_SETTINGS).map(([provider, name]) => [
        provider,
        read(name, localAddress, A_LOCAL_ADDRESS),
      ]),
    ),
    mail_server: readMailServer(get),
    vies_url: read(
      'KASSA_VIES_URL',
      (text) => (text === 'off' ? text : localAddress(text)),
      'be "off", or an http:// address of this machine for tests',
    ),
    invoice_fonts: (get('KASSA_INVOICE_FONTS') ?? '')
      .split(',')
      .map((path) => path.trim())
      .filter(Boolean),
    drain_ms:
      1_000 *
      (read('KASSA_DRAIN_SECONDS', numberIn(0, 300), 'be a number of seconds from 0 to 300') ?? 0),
    processes: readProcesses(get),
    backups: readBackupSettings(get),
    unknown_settings: unknownSettings(env),
    secret: secret === undefined ? undefined : checkSecret(parseSecret(secret)),
  };
}

/** The message does not repeat the secret, as messages end up in logs. */
function checkSecret(bytes: Buffer | undefined): Buffer {
  if (bytes) return bytes;
  throw new SettingsError('KASSA_SECRET must be 64 hexadecimal digits: openssl rand -hex 32.');
}

const A_LOCAL_ADDRESS = 'be an http:// address of this machine, such as http://127.0.0.1:12111';
const A_LOG_LEVEL = 'be debug, info, warn, error or off';
const PROCESSES_MAX = 64;

/** A SQLite file is served by one process: two are no faster there (decision 111). */
function readProcesses(get: (name: string) => string | undefined): number {
  const text = get('KASSA_PROCESSES') ?? '1';
  const is_sqlite = get('DATABASE_URL') === undefined;
  if (text === 'auto') return is_sqlite ? 1 : Math.min(PROCESSES_MAX, availableParallelism());
  if (!/^[1-9]\d*$/.test(text) || Number(text) > PROCESSES_MAX) {
    throw new SettingsError(
      `KASSA_PROCESSES is "${text}": it must be "auto" or a number from 1 to ${PROCESSES_MAX}.`,
    );
  }
  if (is_sqlite && text !== '1') {
    throw new SettingsError(
      `KASSA_PROCESSES is ${text}, but one process serves a SQLite file. Remove KASSA_PROCESSES, or set DATABASE_URL to a PostgreSQL, which many processes can share (docs/scaling.md).`,
    );
  }
  return Number(text);
}

const numberIn = (least: number, most: number) => (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most
    ? Number(text)
    : undefined;

const like = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined);

function baseUrl(text: string): string | undefined {
  const url = text.replace(/(?<!\/)\/+$/, '');
  return isWebAddress(url) && url.startsWith('https://') && !/[?#]/.test(url) ? url : undefined;
}

// Keys of a provider are sent there: nowhere but to this machine.
const localAddress = (text: string): string | undefined =>
  /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?\/?$/.test(text) && readUrl(text) !== null
    ? text
    : undefined;

function rangesIn(text: string): string[] | undefined {
  const ranges = text.split(/[\s,]+/).filter(Boolean);
  return ranges.every(isRange) ? ranges : undefined;
}

function isRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function rateLimit(text: string): RateLimit | 'off' | undefined {
  if (text === 'off') return 'off';
  const [, rate, burst] = /^(\d{1,7})(?:\/(\d{1,7}))?$/.exec(text) ?? [];
  const rate_per_second = Number(rate);
  const limit = {
    rate_per_second,
    burst: burst === undefined ? rate_per_second * 2 : Number(burst),
  };
  return rate_per_second > 0 && limit.burst > 0 ? limit : undefined;
}
