import { createPrivateKey, X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../../core/time.ts';
import { readIfExists, writeAtomically } from '../files.ts';
import { SettingsError } from '../settings-error.ts';
import { makeAuthority, makeServerCertificate, maySignFor } from './certificate.ts';
import { type Pem, whyUnreadable } from './served-certificate.ts';

const AUTHORITY_DAYS = 3650;
const CERTIFICATE_DAYS = 397;
const RENEW_DAYS = 30;

export interface LocalCertificate extends Pem {
  /** For curl --cacert and the like. */
  authority_path: string;
}

/**
 * The certificate of this machine, signed by an authority made on this machine. Both are made at the
 * first start; the certificate is renewed when it ends within a month. The authority may sign only for the names
 * that the machine had when it was made. A renamed machine keeps its authority, because people have
 * set their browsers to trust it; its certificate then lacks the new name. An authority of an early
 * version of Kassa, which could sign for any name, is replaced, as is one that has not begun.
 */
export function localCertificate(data_dir: string, now: number): LocalCertificate {
  const folder = join(data_dir, 'tls');
  try {
    const place = statSync(folder, { throwIfNoEntry: false });
    if (place && !place.isDirectory()) {
      throw new SettingsError(
        `${folder} is a file, and Kassa keeps its local certificate in a folder of that name. Move the file away and start Kassa again, which makes the folder.`,
      );
    }
    const damage = authorityDamage(data_dir);
    if (damage) throw new SettingsError(`${damage.what}. What to do: ${damage.todo}.`);
    return loadOrMake(data_dir, now);
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    if (!UNUSABLE.includes(code)) throw error;
    throw new SettingsError(
      `${folder} cannot be used (${error instanceof Error ? error.message : error}). It must be a folder, with files in it, of the user who runs Kassa.`,
    );
  }
}

const UNUSABLE = ['EACCES', 'EPERM', 'EISDIR', 'ENOTDIR'];

/**
 * What is wrong with files of the authority that somebody has changed or cut off. They are not made
 * anew without a word, because people have set their browsers to trust it.
 */
export function authorityDamage(data_dir: string): { what: string; todo: string } | undefined {
  const files = filesOf(data_dir, 'ca');
  const found = readPem(files);
  const problem = found && whyUnreadable(found);
  if (problem === undefined) return undefined;
  return {
    what: `${files.cert} and ${files.key} cannot be used: ${problem}`,
    todo: 'put both back from a backup, or remove both and start Kassa, which makes another authority: browsers and programs that trusted this one must then be set to trust the new ca.pem',
  };
}

function loadOrMake(data_dir: string, now: number): LocalCertificate {
  const authority_files = filesOf(data_dir, 'ca');
  const loopback = ['localhost', '127.0.0.1', '::1'];
  const own_names = [...loopback, hostname().toLowerCase()];
  const before = loadIfValid(authority_files, [], now);
  const is_bound = before && loopback.every((name) => maySignFor(before.cert, name));
  const terms = { name: `Kassa on ${hostname()}`, names: own_names, days: AUTHORITY_DAYS };
  const authority = is_bound
    ? before
    : saveCertificate(authority_files, makeAuthority({ ...terms, now: new Date(now) }));
  const names = own_names.filter((name) => maySignFor(authority.cert, name));
  const serverCertificate = (file: 'server' | 'server-by-name', of: string[]): Pem => {
    const files = filesOf(data_dir, file);
    const signed = loadIfValid(files, of, now);
    const is_ours =
      signed && new X509Certificate(signed.cert).checkIssued(new X509Certificate(authority.cert));
    const terms_of_server = { authority, names: of, now: new Date(now), days: CERTIFICATE_DAYS };
    return is_ours ? signed : saveCertificate(files, makeServerCertificate(terms_of_server));
  };
  // BoringSSL, which Bun has, refuses a certificate for addresses if its authority may sign for some
  // addresses only. With a name alone it is content, so who says a name is shown one without addresses.
  const hosts = names.filter((name) => !isIP(name));
  return {
    ...serverCertificate('server', names),
    for_names: { names: hosts, ...serverCertificate('server-by-name', hosts) },
    authority_path: authority_files.cert,
  };
}

/** Where the two parts of a certificate are. */
function filesOf(data_dir: string, name: 'ca' | 'server' | 'server-by-name'): Pem {
  const path = (ending: string) => join(data_dir, 'tls', `${name}.${ending}`);
  return { cert: path('pem'), key: path('key') };
}

function readPem(files: Pem): Pem | undefined {
  const cert = readIfExists(files.cert);
  const key = readIfExists(files.key);
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

/** A stored certificate, if it is whole, is for these names, has begun and does not expire soon. */
function loadIfValid(files: Pem, names: string[], now: number): Pem | undefined {
  const found = readPem(files);
  if (!found || whyUnreadable(found) !== undefined) return undefined;
  const parsed = new X509Certificate(found.cert);
  // Two processes that renew at once may have left a mixture: a new one is made.
  if (!parsed.checkPrivateKey(createPrivateKey(found.key))) return undefined;
  if (parsed.validToDate.getTime() < now + RENEW_DAYS * DAY_MS) return undefined;
  // The clock was ahead when it was made.
  if (parsed.validFromDate.getTime() > now) return undefined;
  const fits = names.every((name) => (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)));
  return fits ? found : undefined;
}

function saveCertificate(files: Pem, made: Pem): Pem {
  writeAtomically(files.key, made.key, 0o600);
  writeAtomically(files.cert, made.cert, 0o644);
  return made;
}
