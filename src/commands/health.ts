import { get as getByTls } from 'node:https';
import { get as getPlain } from '../platform/core/node-http.ts';
import type { Settings } from '../platform/machine/settings.ts';

const TIMEOUT_MS = 2_500;

/**
 * Asks the Kassa on this machine whether it is ready, for the health check of a container. It reads
 * the same settings, so it knows the port and whether Kassa itself speaks TLS.
 */
export function isReady(settings: Settings): Promise<boolean> {
  const { port, host = '127.0.0.1', tls_files, trusted_proxies } = settings;
  const is_plain = trusted_proxies.length > 0 && tls_files === undefined;
  // The certificate is not checked: the request contains nothing secret.
  const options = { host, port, path: '/readyz', rejectUnauthorized: false, timeout: TIMEOUT_MS };
  return new Promise((resolve) => {
    const request = (is_plain ? getPlain : getByTls)(options, (answer) => {
      answer.destroy();
      resolve(answer.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
    request.on('close', () => resolve(false));
  });
}
