import { readFile } from 'node:fs/promises';
import type { Log } from '../../core/log.ts';
import { wallClock } from '../../core/time.ts';
import { type Settings, SettingsError } from '../settings.ts';
import { localCertificate } from './local-certificate.ts';
import { readNamed } from './read-named.ts';
import { type ServedCertificate, whyOutOfDate, whyUnusable } from './served-certificate.ts';

const FILES_EVERY_MS = 1_000;
const LOCAL_EVERY_MS = 60_000;

/** The certificate that the settings choose; undefined where a proxy has one. */
export function certificateFor(
  { tls_files, trusted_proxies, data_dir }: Settings,
  log: Log,
): ServedCertificate | undefined {
  if (tls_files) return certificateInFiles(tls_files, log);
  if (trusted_proxies.length > 0) return undefined;
  const read = () => localCertificate(data_dir, wallClock());
  return { ...read(), renewal: { every_ms: LOCAL_EVERY_MS, read } };
}

function certificateInFiles(files: { cert: string; key: string }, log: Log): ServedCertificate {
  const found = {
    cert: readNamed('KASSA_TLS_CERT', files.cert),
    key: readNamed('KASSA_TLS_KEY', files.key),
  };
  const problem = whyUnusable(found);
  if (problem !== undefined) {
    throw new SettingsError(
      `KASSA_TLS_CERT (${files.cert}) and KASSA_TLS_KEY (${files.key}) cannot be used: ${problem}.`,
    );
  }
  // Refusing to start would help nobody: a new certificate is taken as soon as it is there.
  const out_of_date = whyOutOfDate(found, wallClock());
  if (out_of_date) log.error('clients refuse this certificate', { reason: out_of_date, ...files });
  const read = async () => ({
    cert: await readFile(files.cert, 'utf8'),
    key: await readFile(files.key, 'utf8'),
  });
  return { ...found, renewal: { every_ms: FILES_EVERY_MS, read } };
}
