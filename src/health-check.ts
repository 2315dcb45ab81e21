// For Docker's HEALTHCHECK: asks the Kassa on this machine whether it is ready and exits with 0 or 1.
// It reads the same settings, so it knows the port and whether Kassa itself speaks TLS.
import { get as getByTls } from 'node:https';
import { get as getPlain } from './core/node-http.ts';
import { readSettings } from './installation/settings.ts';

const { port, host = '127.0.0.1', tls_files, trusted_proxies } = readSettings(process.env);
const is_plain = trusted_proxies.length > 0 && tls_files === undefined;
// The certificate is not checked: the request contains nothing secret.
const options = { host, port, path: '/readyz', rejectUnauthorized: false, timeout: 2_500 };
const asked = (is_plain ? getPlain : getByTls)(options, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
});
asked.on('timeout', () => process.exit(1));
asked.on('error', () => process.exit(1));
