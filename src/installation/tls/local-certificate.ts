import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../../core/time.ts';
import { readIfExists, writeAtomically } from '../files.ts';
import { makeAuthority, makeServerCertificate, maySignFor } from './certificate.ts';

const AUTHORITY_DAYS = 3650;
const CERTIFICATE_DAYS = 397;
const RENEW_DAYS = 30;

export interface LocalCertificate {
  cert: string;
  key: string;
  /** For curl --cacert and the like. */
  authority_path: string;
}

/**
 * The certificate of this machine, signed by an authority made on this machine. Both are made at the
 * first start; the certificate is renewed when it ends within a month. The authority may sign only for the names
 * that the machine had when it was made. A renamed machine keeps its authority, because people have
 * told their browsers to trust it; its certificate then lacks the new name. An authority of an early
 * version of Kassa, which could sign for any name, is replaced, as is one that has not begun.
 */
export function localCertificate(data_dir: string, now: number): LocalCertificate {
  const path = (name: string) => join(data_dir, 'tls', name);
  const loopback = ['localhost', '127.0.0.1', '::1'];
  const own_names = [...loopback, hostname().toLowerCase()];
  const before = loadIfValid(path('ca.pem'), path('ca.key'), [], now);
  const is_bound = before && loopback.every((name) => maySignFor(before.cert, name));
  const terms = { name: `Kassa on ${hostname()}`, names: own_names, days: AUTHORITY_DAYS };
  const authority = is_bound
    ? before
    : saveCertificate(
        path('ca.pem'),
        path('ca.key'),
        makeAuthority({ ...terms, now: new Date(now) }),
      );
  const names = own_names.filter((name) => maySignFor(authority.cert, name));
  const signed = loadIfValid(path('server.pem'), path('server.key'), names, now);
  const is_ours =
    signed && new X509Certificate(signed.cert).checkIssued(new X509Certificate(authority.cert));
  const server = is_ours
    ? signed
    : saveCertificate(
        path('server.pem'),
        path('server.key'),
        makeServerCertificate({ authority, names, now: new Date(now), days: CERTIFICATE_DAYS }),
      );
  return { ...server, authority_path: path('ca.pem') };
}

/** A stored certificate, if it is for these names, has begun and does not expire soon. */
function loadIfValid(cert_path: string, key_path: string, names: string[], now: number) {
  const cert = readIfExists(cert_path);
  const key = readIfExists(key_path);
  if (cert === undefined || key === undefined) return undefined;
  const parsed = new X509Certificate(cert);
  // Two processes that renew at once may have left a mixture: a new one is made.
  if (!parsed.checkPrivateKey(createPrivateKey(key))) return undefined;
  if (parsed.validToDate.getTime() < now + RENEW_DAYS * DAY_MS) return undefined;
  // The clock was ahead when it was made.
  if (parsed.validFromDate.getTime() > now) return undefined;
  const fits = names.every((name) => (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)));
  return fits ? { cert, key } : undefined;
}

function saveCertificate(cert_path: string, key_path: string, made: { cert: string; key: string }) {
  writeAtomically(key_path, made.key, 0o600);
  writeAtomically(cert_path, made.cert, 0o644);
  return made;
}
