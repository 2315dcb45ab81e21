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
import { unknownSettings } from './setting-names.ts';
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
  /** Where Stripe is asked instead of at Stripe: a stand-in on this machine, for tests. */
  stripe_api: string | undefined;
  /** Undefined: no mail is sent. */
  mail_server: MailServer | undefined;
  /** Where VIES is asked instead of at the European Commission; `off`: nowhere. */
  vies_url: string | undefined;
  /** Files with fonts for scripts that those of Kassa do not have. */
  invoice_fonts: string[];
  /** How long it goes on answering after it was told to end, for balancers to notice. */
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
  const check = <T>(name: string, value: T | undefined, expected: string): T => {
    if (value === undefined) throw new SettingsError(`${name} is "${env[name]}": ${expected}.`);
    return value;
  };
  if (get('NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
    throw new SettingsError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 makes Node believe any certificate, also of somebody who pretends to be Stripe, the mail server or the database. Remove it. For an authority of your own, set NODE_EXTRA_CA_CERTS to its certificate.',
    );
  }
  const acme = readAcme(get);
  const portIn = (name: string, text: string): number =>
    check(name, portOf(text), 'it must be a number from 0 to 65535');
  const port = portIn('KASSA_PORT', get('KASSA_PORT') ?? (acme ? '443' : '8443'));
  const plain_port = get('KASSA_HTTP_PORT');
  const http_port = plain_port === undefined ? undefined : portIn('KASSA_HTTP_PORT', plain_port);
  if (http_port === port && port !== 0) {
    throw new SettingsError(
      `KASSA_HTTP_PORT and KASSA_PORT are both ${port}: KASSA_PORT is for https, KASSA_HTTP_PORT is another port without TLS, usually 80.`,
    );
  }
  const own_name = acme && `https://${acme.domain}`;
  const base_url = get('KASSA_BASE_URL')?.replace(/(?<!\/)\/+$/, '') ?? own_name;
  const log_level = get('KASSA_LOG_LEVEL') ?? 'info';
  const cert = get('KASSA_TLS_CERT');
  const key = get('KASSA_TLS_KEY');
  if ((cert === undefined) !== (key === undefined)) {
    throw new SettingsError('KASSA_TLS_CERT and KASSA_TLS_KEY belong together: set both or none.');
  }
  const trusted_proxies = (get('KASSA_TRUST_PROXY') ?? '').split(/[\s,]+/).filter(Boolean);
  const secret = get('KASSA_SECRET');
  const stripe_api = get('KASSA_STRIPE_API');
  const vies_url = get('KASSA_VIES_URL');
  const webhook_allow = (get('KASSA_WEBHOOK_ALLOW') ?? '').split(/[\s,]+/).filter(Boolean);
  return {
    port,
    host: get('KASSA_HOST'),
    base_url:
      base_url &&
      check(
        'KASSA_BASE_URL',
        isBaseUrl(base_url) ? base_url : undefined,
        'it must be an https:// address without a query',
      ),
    data_dir: resolve(get('KASSA_DATA_DIR') ?? './data'),
    database_url:
      get('DATABASE_URL') &&
      check(
        'DATABASE_URL',
        postgresUrl(get('DATABASE_URL')),
        'it must begin with postgres:// or postgresql://',
      ),
    tls_files: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    acme,
    http_port,
    trusted_proxies: check(
      'KASSA_TRUST_PROXY',
      trusted_proxies.every(isRange) ? trusted_proxies : undefined,
      'it must be IP addresses or ranges (10.0.0.0/8) with commas between',
    ),
    connections_per_address: check(
      'KASSA_CONNECTIONS_PER_ADDRESS',
      connectionCount(
        get('KASSA_CONNECTIONS_PER_ADDRESS') ?? String(LIMITS.connections_per_address),
      ),
      'it must be a number from 1 to 10000',
    ),
    rate_limit: check(
      'KASSA_RATE_LIMIT',
      rateLimit(get('KASSA_RATE_LIMIT') ?? '100/200'),
      'it must be "off", requests per second ("100"), or with a burst ("100/200")',
    ),
    log_level: check(
      'KASSA_LOG_LEVEL',
      isLogLevel(log_level) ? log_level : undefined,
      'it must be debug, info, warn, error or off',
    ),
    webhook_allow: check(
      'KASSA_WEBHOOK_ALLOW',
      webhook_allow.every(isRange) ? webhook_allow : undefined,
      'it must be IP addresses or ranges (127.0.0.0/8) with commas between',
    ),
    stripe_api:
      stripe_api &&
      check(
        'KASSA_STRIPE_API',
        isLocalAddress(stripe_api) ? stripe_api : undefined,
        'it must be an http:// address of this machine, such as http://127.0.0.1:12111',
      ),
    mail_server: readMailServer(get),
    vies_url:
      vies_url &&
      check(
        'KASSA_VIES_URL',
        vies_url === 'off' || isLocalAddress(vies_url) ? vies_url : undefined,
        'it must be "off", or an http:// address of this machine for tests',
      ),
    invoice_fonts: (get('KASSA_INVOICE_FONTS') ?? '')
      .split(',')
      .map((path) => path.trim())
      .filter(Boolean),
    drain_ms: check(
      'KASSA_DRAIN_SECONDS',
      drainTime(get('KASSA_DRAIN_SECONDS') ?? '0'),
      'it must be a number of seconds from 0 to 300',
    ),
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

const drainTime = (text: string): number | undefined =>
  /^\d{1,3}$/.test(text) && Number(text) <= 300 ? Number(text) * 1_000 : undefined;

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

const portOf = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;

const connectionCount = (text: string): number | undefined =>
  /^[1-9]\d*$/.test(text) && Number(text) <= LIMITS.connections ? Number(text) : undefined;

const isBaseUrl = (text: string): boolean =>
  isWebAddress(text) && text.startsWith('https://') && !/[?#]/.test(text);

// Keys of Stripe are sent there: nowhere but to this machine.
const isLocalAddress = (text: string): boolean =>
  /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?\/?$/.test(text) && readUrl(text) !== null;

const postgresUrl = (text: string | undefined): string | undefined =>
  text !== undefined && /^postgres(ql)?:\/\//.test(text) ? text : undefined;

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
