import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { readUrl } from '../core/web-address.ts';
import { SettingsError } from './settings-error.ts';

/** The mail server that mails are handed to, and who they are from. */
export interface MailServer {
  host: string;
  port: number;
  user: string | undefined;
  password: string | undefined;
  /** From the start (smtps), required before anything is said, if it is offered, or never. */
  tls: 'from_start' | 'required' | 'optional' | 'off';
  /** Whether nothing is sent to a server whose certificate is not good. */
  is_certificate_checked: boolean;
  /** Certificates that are trusted besides the usual ones, as PEM. */
  ca: string | undefined;
  from: { name: string | undefined; address: string };
  dkim: { domain: string; selector: string; private_key: string } | undefined;
}

type Get = (name: string) => string | undefined;

/** Reads KASSA_SMTP_URL and what belongs to it; undefined when no mail is to be sent. */
export function readMailServer(get: Get): MailServer | undefined {
  const url = get('KASSA_SMTP_URL');
  const from = get('KASSA_MAIL_FROM');
  const dkim = ['KASSA_DKIM_DOMAIN', 'KASSA_DKIM_SELECTOR', 'KASSA_DKIM_KEY'];
  if (url === undefined) {
    const lonely = ['KASSA_MAIL_FROM', ...dkim].find((name) => get(name) !== undefined);
    if (lonely === undefined) return undefined;
    throw new SettingsError(
      `${lonely} is set, but not KASSA_SMTP_URL: Kassa sends mail through a mail server, such as smtp://user:password@mail.example.com:587.`,
    );
  }
  if (from === undefined) {
    throw new SettingsError(
      'KASSA_SMTP_URL is set, but not KASSA_MAIL_FROM: the address that mails are from, such as shop@example.com.',
    );
  }
  const sender = readSender(from);
  return { ...readServer(url), from: sender, dkim: readDkim(get, dkim, sender.address) };
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** The message does not repeat the address, as there may be a password in it. */
function readServer(text: string): Omit<MailServer, 'from' | 'dkim'> {
  const wrong = (why: string) => new SettingsError(`KASSA_SMTP_URL ${why}.`);
  const example = 'smtp://user:password@mail.example.com:587';
  if (!readUrl(text)) {
    throw wrong(
      `is not an address: it must look like ${example}. Signs such as @, / and # in a password are written %40, %2F and %23`,
    );
  }
  const url = new URL(text);
  const { protocol } = url;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') {
    throw wrong(`must begin with smtp:// or smtps://, such as ${example}`);
  }
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  if (host === '') throw wrong(`names no server: it must look like ${example}`);
  if (url.hash !== '' || !['', '/'].includes(url.pathname)) {
    throw wrong('must have nothing behind the server but ?tls=… or ?ca=…');
  }
  const { tls, ca, ...unknown } = Object.fromEntries(url.searchParams);
  const [strange] = Object.keys(unknown);
  if (strange !== undefined) throw wrong(`has "${strange}" in it: only tls and ca are known`);
  if (tls !== undefined && !['required', 'optional', 'off'].includes(tls)) {
    throw wrong('has a tls that is not required, optional or off');
  }
  if (protocol === 'smtps:' && tls !== undefined && tls !== 'required') {
    throw wrong('begins with smtps://, which is TLS: tls=off needs smtp://');
  }
  const user = url.username === '' ? undefined : decode(url.username, wrong);
  const password = decode(url.password, wrong);
  return {
    host,
    port: url.port === '' ? PORTS[protocol] : Number(url.port),
    user,
    password: user === undefined ? undefined : password,
    tls: protocol === 'smtps:' ? 'from_start' : tlsOf(tls, host),
    is_certificate_checked: isChecked({ tls, ca, host }),
    ca: ca === undefined ? undefined : readFile('The ca in KASSA_SMTP_URL', ca),
  };
}

// On this machine there is nobody between Kassa and the server.
function tlsOf(given: string | undefined, host: string): MailServer['tls'] {
  if (given === 'required' || given === 'optional' || given === 'off') return given;
  return isLoopback(host) ? 'optional' : 'required';
}

// Where TLS is optional, whoever stands between could have it left out, and needs no certificate.
function isChecked({ tls, ca, host }: Record<'tls' | 'ca', string | undefined> & { host: string }) {
  if (tls === 'required' || ca !== undefined) return true;
  return tls !== 'optional' && !isLoopback(host);
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function decode(text: string, wrong: (why: string) => Error): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('has a % in its user or password that is not written %25');
  }
}

const ADDRESS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

function readSender(text: string): MailServer['from'] {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? [];
  const address = bracketed ?? text;
  if (!ADDRESS.test(address)) {
    throw new SettingsError(
      `KASSA_MAIL_FROM is "${text}": it must be an address, such as shop@example.com, or My Shop <shop@example.com>.`,
    );
  }
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || undefined, address };
}

function readDkim(get: Get, names: string[], from: string): MailServer['dkim'] {
  const [domain, selector, file] = names.map(get);
  const given = [domain, selector, file].filter((one) => one !== undefined);
  if (given.length === 0) return undefined;
  if (domain === undefined || selector === undefined || file === undefined) {
    throw new SettingsError(`${names.join(', ')} belong together: set all or none.`);
  }
  const from_domain = from.slice(from.indexOf('@') + 1).toLowerCase();
  if (from_domain !== domain.toLowerCase() && !from_domain.endsWith(`.${domain.toLowerCase()}`)) {
    throw new SettingsError(
      `KASSA_DKIM_DOMAIN is "${domain}", but mails are from ${from}: receivers accept a signature only of the domain that the mail is from.`,
    );
  }
  if (![domain, selector].every((text) => /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text))) {
    throw new SettingsError(
      'KASSA_DKIM_DOMAIN and KASSA_DKIM_SELECTOR must be as in your DNS: letters, digits, dots and hyphens.',
    );
  }
  return { domain, selector, private_key: readRsaKey(file) };
}

function readRsaKey(path: string): string {
  const text = readFile('KASSA_DKIM_KEY', path);
  let type: string | undefined;
  try {
    type = createPrivateKey(text).asymmetricKeyType;
  } catch {
    type = undefined; // It is no private key, or has a password.
  }
  if (type === 'rsa') return text;
  throw new SettingsError(
    `KASSA_DKIM_KEY names ${path}, which holds no RSA private key in PEM: openssl genrsa -out ${path} 2048.`,
  );
}

function readFile(what: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${what} must name a file that can be read: ${message}.`);
  }
}
