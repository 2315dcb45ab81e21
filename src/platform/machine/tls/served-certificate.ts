import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';

export interface Pem {
  cert: string;
  key: string;
  /** For clients that say one of these names. */
  for_names?: { names: string[]; cert: string; key: string } | undefined;
}

/** What this server shows to its clients, and where a newer one is found while it runs. */
export interface ServedCertificate extends Pem {
  /** Whose certificate clients have to trust, if it is a local one. */
  authority_path?: string | undefined;
  /** Undefined: it stays as long as the process. */
  renewal?: { every_ms: number; read(): Promise<Pem> | Pem } | undefined;
}

/** Why these are no certificate and no key, or parts of them; undefined when they are. */
export function whyUnreadable({ cert, key }: Pem): string | undefined {
  if (!isCertificate(cert)) {
    return 'the certificate is not in PEM format, or is cut off';
  }
  if (!isRight(() => createPrivateKey(key))) {
    return 'the private key is not in PEM format, is cut off, or has a password';
  }
  return undefined;
}

/** Why no client could be served with this pair; undefined when it can. */
export function whyUnusable({ cert, key }: Pem): string | undefined {
  const problem = whyUnreadable({ cert, key });
  if (problem !== undefined) return problem;
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    return 'the private key belongs to another certificate';
  }
  try {
    createSecureContext({ cert, key });
    return undefined;
  } catch (error) {
    return `TLS refuses them: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Why clients would refuse this certificate today. */
export function whyOutOfDate({ cert }: Pem, now: number): string | undefined {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  if (validToDate.getTime() <= now) return `it ended at ${validToDate.toISOString()}`;
  if (validFromDate.getTime() > now) return `it begins at ${validFromDate.toISOString()}`;
  return undefined;
}

export const endOf = ({ cert }: Pem): number => new X509Certificate(cert).validToDate.getTime();

export const isCertificate = (cert: string): boolean => isRight(() => new X509Certificate(cert));

function isRight(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false; // The caller says what is wrong with it.
  }
}
