import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  makeAuthority,
  makeServerCertificate,
} from '../../src/platform/machine/tls/certificate.ts';
import { atEndOfFile } from '../harness/endings.ts';
import { findProgram } from '../harness/find-program.ts';
import { freePort } from '../harness/free-port.ts';
import { until } from '../harness/until.ts';
import { startNameServer } from './name-server.ts';

const PLACES = [process.env.PEBBLE_PATH ?? '', '/usr/bin/pebble', '/usr/local/bin/pebble'];

/** Where Pebble is, after installing Debian's package if that is possible; undefined if not. */
export const findPebble = (): string | undefined => findProgram(PLACES, ['pebble']);

interface Wanted {
  /** Where it looks for tls-alpn-01 and http-01: the ports of the shop. */
  tls_port: number;
  http_port: number;
  validity_s?: number;
  /** The addresses of a name. By default every name leads to this machine. */
  know?: (name: string) => { 4?: string[]; 6?: string[] } | undefined;
}

/**
 * A real ACME authority, made for tests (Let's Encrypt's Pebble), in a process of its own. It is
 * stopped after the test file.
 */
export async function startPebble(pebble: string, wanted: Wanted) {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-pebble-'));
  const [port, management_port] = [await freePort(), await freePort()];
  const names = ['localhost', '127.0.0.1'];
  const authority = makeAuthority({ name: 'Pebble', names, now: new Date(), days: 2 });
  const own = makeServerCertificate({ authority, names, now: new Date(), days: 1 });
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const ca_path = file('ca.pem', authority.cert);
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management_port}`,
    certificate: file('cert.pem', own.cert),
    privateKey: file('key.pem', own.key),
    httpPort: wanted.http_port,
    tlsPort: wanted.tls_port,
    certificateValidityPeriod: wanted.validity_s ?? 90 * 86_400,
  };
  const here = () => ({ 4: ['127.0.0.1'], 6: [] });
  const { name_servers } = await startNameServer(wanted.know ?? here);
  const args = [
    '-config',
    file('pebble.json', JSON.stringify({ pebble: config })),
    '-strict=false',
  ];
  const child = spawn(pebble, [...args, '-dnsserver', name_servers[0] ?? ''], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  atEndOfFile(async () => {
    if (child.exitCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (path: string) => read(`https://127.0.0.1:${management_port}${path}`, authority.cert);
  await until(() => ask('/roots/0').then(Boolean, () => false), 'Pebble has started');
  return {
    directory: `https://127.0.0.1:${port}/dir`,
    ca: authority.cert,
    ca_path,
    /** The root of what it signs. */
    root: await ask('/roots/0'),
    /** How many certificates it has made. */
    count: () => output.split('Issued certificate serial').length - 1,
    /** How many orders were begun. */
    orders: () => output.split('Added order').length - 1,
    output: () => output,
  };
}

function read(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(text);
    }).on('error', reject);
  });
}
