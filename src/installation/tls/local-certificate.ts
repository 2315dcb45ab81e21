import { X509Certificate } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../../core/time.ts';
import { readIfThere, writeWhole } from '../files.ts';
import { makeAuthority, makeServerCertificate } from './certificate.ts';

const AUTHORITY_DAYS = 3650;
const CERTIFICATE_DAYS = 397;
const RENEW_DAYS = 30;

export interface LocalCertificate {
  cert: string;
  key: string;
  /** For curl --cacert and the like. */
  authority_path: string;
}

/** The certificate of this machine, from an authority of its own: made once, renewed at start. */
export function localCertificate(data_dir: string, now: number): LocalCertificate {
  const path = (name: string) => join(data_dir, 'tls', name);
  const names = ['localhost', '127.0.0.1', '::1', hostname().toLowerCase()];
  const authority =
    kept(path('ca.pem'), path('ca.key'), [], now) ??
    keep(
      path('ca.pem'),
      path('ca.key'),
      makeAuthority({ name: `Kassa on ${hostname()}`, now: new Date(now), days: AUTHORITY_DAYS }),
    );
  const signed = kept(path('server.pem'), path('server.key'), names, now);
  const is_ours =
    signed && new X509Certificate(signed.cert).checkIssued(new X509Certificate(authority.cert));
  const server = is_ours
    ? signed
    : keep(
        path('server.pem'),
        path('server.key'),
        makeServerCertificate({ authority, names, now: new Date(now), days: CERTIFICATE_DAYS }),
      );
  return { ...server, authority_path: path('ca.pem') };
}

/** What is there already, if it is good for these names and for a while longer. */
function kept(cert_path: string, key_path: string, names: string[], now: number) {
  const cert = readIfThere(cert_path);
  const key = readIfThere(key_path);
  if (cert === undefined || key === undefined) return undefined;
  const parsed = new X509Certificate(cert);
  if (parsed.validToDate.getTime() < now + RENEW_DAYS * DAY_MS) return undefined;
  const fits = names.every((name) => parsed.checkHost(name) ?? parsed.checkIP(name));
  return fits ? { cert, key } : undefined;
}

function keep(cert_path: string, key_path: string, made: { cert: string; key: string }) {
  writeWhole(key_path, made.key, 0o600);
  writeWhole(cert_path, made.cert, 0o644);
  return made;
}
