import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { readUrl } from '../../core/web-address.ts';
import { SettingsError } from '../settings-error.ts';
import type { AcmeAuthority, ChallengeKind } from './acme.ts';
import { readNamed } from './read-named.ts';
import { isCertificate } from './served-certificate.ts';

const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';

export interface AcmeSettings extends AcmeAuthority {
  domain: string;
  /** Tried in turn. */
  kinds: ChallengeKind[];
}

/** The domain that Kassa gets a certificate for; undefined: none. */
export function readAcme(get: (name: string) => string | undefined): AcmeSettings | undefined {
  const name = get('KASSA_DOMAIN');
  if (name === undefined) return undefined;
  const domain = domainToASCII(name).toLowerCase();
  if (!/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(domain)) {
    throw wrong('KASSA_DOMAIN', name, 'it must be a name, such as shop.example.com');
  }
  if (isIP(domain) !== 0) throw wrong('KASSA_DOMAIN', name, 'it must be a name, not an address');
  for (const other of ['KASSA_TLS_CERT', 'KASSA_TRUST_PROXY']) {
    if (get(other) === undefined) continue;
    throw new SettingsError(
      `KASSA_DOMAIN and ${other} exclude each other: either Kassa gets the certificate, or you do.`,
    );
  }
  const directory = get('KASSA_ACME_DIRECTORY') ?? LETS_ENCRYPT;
  if (readUrl(directory)?.protocol !== 'https:') {
    throw wrong('KASSA_ACME_DIRECTORY', directory, 'it must be an https:// address');
  }
  const email = get('KASSA_ACME_EMAIL');
  if (email !== undefined && !/^[^\s@,?]+@[^\s@,?]+$/.test(email)) {
    throw wrong('KASSA_ACME_EMAIL', email, 'it must be one mail address');
  }
  const kinds: ChallengeKind[] =
    get('KASSA_HTTP_PORT') === undefined ? ['tls-alpn-01'] : ['http-01', 'tls-alpn-01'];
  return { domain, directory, email, ca: readAuthority(get('KASSA_ACME_CA')), kinds };
}

function readAuthority(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const cert = readNamed('KASSA_ACME_CA', path);
  if (isCertificate(cert)) return cert;
  throw new SettingsError(
    `KASSA_ACME_CA (${path}) is no certificate in PEM format, or is cut off.`,
  );
}

const wrong = (name: string, value: string, expected: string): SettingsError =>
  new SettingsError(`${name} is "${value}": ${expected}.`);
