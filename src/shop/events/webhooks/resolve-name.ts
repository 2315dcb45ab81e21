import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { isLoopbackName } from '../../../platform/core/public-address.rules.ts';

export type Resolve = (host: string) => Promise<{ address: string }[]>;

const TIMEOUT_MS = 5_000;
// A packet may get lost, and the next one too. The first try has this part of the time and each
// other up to twice as much as the one before it: at least three fit in, and never all of them.
const FIRST_TRY_PART = 1 / 10;
const TRIES = 5;
const HOSTS_FILE =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

interface Options {
  /** Addresses, with a port if need be; without them, the system's. */
  name_servers?: string[];
  timeout_ms?: number;
  hosts_file?: string;
}

/**
 * The addresses of a name: from the hosts file, else from a name server, within a time of its own.
 * Not by getaddrinfo: that has four threads for the whole process, and a name server that never
 * answers keeps a thread for as long as the system likes, whoever else waits for one.
 */
export function createResolve(options: Options = {}): Resolve {
  const { name_servers, timeout_ms = TIMEOUT_MS, hosts_file = HOSTS_FILE } = options;
  return async function resolve(host) {
    const known = await inHostsFile(hosts_file, host);
    if (known.length > 0) return known;
    if (isLoopbackName(host)) return [{ address: '127.0.0.1' }];
    // One for each look-up: it follows a change of the system's name servers, asks from a port that
    // nobody can guess, and can be ended alone.
    const resolver = new Resolver({
      timeout: Math.ceil(timeout_ms * FIRST_TRY_PART),
      tries: TRIES,
    });
    if (name_servers) resolver.setServers(name_servers);
    const timer = setTimeout(() => resolver.cancel(), timeout_ms);
    const both = [resolver.resolve4(host), resolver.resolve6(host)];
    const answers = await Promise.allSettled(both).finally(() => clearTimeout(timer));
    const found = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length > 0) return found.map((address) => ({ address }));
    for (const one of answers) {
      if (one.status === 'rejected') refuse(one.reason, timeout_ms);
    }
    return [];
  };
}

const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA']);
const NO_ANSWER = new Set(['ETIMEOUT', 'ECANCELLED']);

/** Throws, unless the answer was that the name has no address. */
function refuse(error: { code?: string }, timeout_ms: number): void {
  const { code = '' } = error;
  if (NO_ADDRESS.has(code)) return;
  if (!NO_ANSWER.has(code)) throw error;
  throw new Error(`no name server answered for its name within ${timeout_ms / 1000} s`);
}

/** `127.0.0.1  localhost other # note`, a line an address. */
async function inHostsFile(path: string, host: string): Promise<{ address: string }[]> {
  const text = await readFile(path, 'utf8').catch(() => ''); // A system without one knows no names.
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const is_named = names.some((name) => name.toLowerCase() === host);
    return is_named && isIP(address) > 0 ? [{ address }] : [];
  });
}
