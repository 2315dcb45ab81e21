import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConnectionOptions, connect } from 'node:tls';
import { promisify } from 'node:util';
import {
  makeAuthority,
  makeServerCertificate,
} from '../../src/platform/machine/tls/certificate.ts';
import { findProgram } from '../harness/find-program.ts';
import { freePort } from '../harness/free-port.ts';
import { ProcessShop } from '../harness/process-shop.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import { Findings, type Step } from './step.ts';

// What testssl.sh says of the world around a shop on this machine, and not of Kassa.
const ALLOWED: Record<string, string> = {
  cert_revocation: 'the authority is made here: it has no address that tells of revocations',
  engine_problem: 'about the OpenSSL that testssl.sh uses',
};
const DOMAIN = 'shop.example.com';
const ATTEMPTS = 3;
const HARMLESS = ['OK', 'INFO', 'DEBUG'];

export const tls: Step = {
  name: 'tls',
  shows:
    'TLS 1.2 and 1.3 with suites that authenticate what they encrypt and nothing older; no ' +
    'renegotiation, no compression; testssl.sh finds nothing in Kassa',
  engines: ['sqlite'],
  async run({ size, say }) {
    const found = new Findings();
    const shop = await startShop();
    const checks = await checkQuickly(shop, found);
    if (size === 'short') return { figures: { 'quick checks': checks }, findings: found.texts };
    const testssl = findTestssl();
    if (testssl === undefined) {
      const left_out = 'testssl.sh is not installed and cannot be; the quick checks ran';
      return { figures: { 'quick checks': checks }, findings: found.texts, left_out };
    }
    say('testssl.sh looks at it: a minute or two');
    const results = await lookAt(testssl);
    const objections = results.filter(({ severity }) => !HARMLESS.includes(severity));
    for (const { id, severity, finding } of objections) {
      if (ALLOWED[id] === undefined) found.add(`${id}: ${severity}, ${finding}`);
    }
    const allowed = objections.filter(({ id }) => ALLOWED[id] !== undefined);
    const figures = {
      'quick checks': checks,
      'checks of testssl.sh': results.length,
      'objections to what is around it': allowed.map(({ id }) => id).join(', '),
    };
    return { figures, findings: found.texts };
  },
};

const suites = (...names: string[]): ConnectionOptions => ({
  maxVersion: 'TLSv1.2',
  ciphers: names.join(':'),
});
const GOOD: ConnectionOptions[] = [
  { minVersion: 'TLSv1.3' },
  suites('ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'),
  suites('ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'),
];
const BAD: ConnectionOptions[] = [
  { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' },
  suites('ECDHE-ECDSA-AES128-SHA256', 'ECDHE-RSA-AES128-SHA256'),
  suites('ECDHE-ECDSA-AES256-SHA', 'ECDHE-RSA-AES256-SHA'),
  suites('AES128-GCM-SHA256', 'AES256-SHA', 'AES128-SHA'),
];

async function checkQuickly(shop: Shop, found: Findings): Promise<number> {
  for (const options of GOOD) {
    found.check(await shakesHands(shop, options), `refused: ${JSON.stringify(options)}`);
  }
  for (const options of BAD) {
    found.check(!(await shakesHands(shop, options)), `taken: ${JSON.stringify(options)}`);
  }
  const again = await renegotiates(shop);
  found.check(!again, 'a client can make the server shake hands again');
  const named = await startShop({ base_url: 'https://shop.example.com' });
  const host = { host: 'shop.example.com' };
  const { headers } = await named.send({ method: 'GET', path: '/healthz', headers: host });
  const hsts = String(headers['strict-transport-security']);
  found.check(/max-age=31536000/.test(hsts), `HSTS for a real name is ${hsts}`);
  return GOOD.length + BAD.length + 2;
}

const to = ({ app, ca }: Shop) => ({
  ...{ host: '127.0.0.1', servername: 'localhost', port: app.port, ca },
});

async function shakesHands(shop: Shop, options: ConnectionOptions): Promise<boolean> {
  const socket = connect({ ...to(shop), ...options });
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false; // It was refused.
  } finally {
    socket.destroy();
  }
}

async function renegotiates(shop: Shop): Promise<boolean> {
  const socket = connect({ ...to(shop), maxVersion: 'TLSv1.2' });
  await once(socket, 'secureConnect');
  const refused = await new Promise((resolve) => {
    socket.on('error', resolve);
    socket.renegotiate({}, resolve);
  });
  socket.destroy();
  return refused === null;
}

const PLACES = ['/usr/bin/testssl', '/usr/bin/testssl.sh', '/usr/local/bin/testssl.sh'];

/** Where testssl.sh is, after installing Debian's if that is possible. */
const findTestssl = () => findProgram(PLACES, ['testssl.sh', 'bsdextrautils']);

interface Result {
  id: string;
  severity: string;
  finding: string;
}

/** A shop with a domain and a certificate for it, as testssl.sh sees it. */
async function lookAt(testssl: string): Promise<Result[]> {
  const shop = await ProcessShop.make();
  const folder = shop.place.data_dir;
  const terms = { names: [DOMAIN], now: new Date(), days: 90 };
  const authority = makeAuthority({ ...terms, name: 'An authority' });
  const made = makeServerCertificate({ ...terms, authority });
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  mkdirSync(join(folder, 'tls'));
  const ca = file('tls/ca.pem', authority.cert);
  const port = await freePort();
  await shop.start({
    KASSA_TLS_CERT: file('cert.pem', made.cert),
    KASSA_TLS_KEY: file('key.pem', made.key),
    KASSA_PORT: `${port}`,
    KASSA_BASE_URL: `https://${DOMAIN}:${port}`,
  });
  const results = join(folder, 'results.json');
  const args = ['--jsonfile', results, '--quiet', '--color', '0', '--warnings', 'batch'];
  const to = ['--add-ca', ca, '--nodns', 'min', '--ip', '127.0.0.1', `${DOMAIN}:${port}`];
  for (let attempt = 1; ; attempt++) {
    rmSync(results, { force: true });
    // It ends with the number of its objections.
    await promisify(execFile)(testssl, [...args, ...to]).catch(() => undefined);
    const told: Result[] = JSON.parse(readFileSync(results, 'utf8'));
    // On a busy machine it gives up on a connection now and then.
    const is_whole = !told.some(({ finding }) => /connect problem|timed out/.test(finding));
    if (is_whole || attempt === ATTEMPTS) return told;
  }
}
