import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Answer } from '../harness/answer.ts';
import { findProgram } from '../harness/find-program.ts';
import { freePort } from '../harness/free-port.ts';
import type { Operation } from './disk.ts';

// Runs the service under strace and reads what it asked the system to do with its files, and when
// it answered, in the one order in which the system saw it.

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const CALLS = [
  ...['pwrite64', 'pwritev', 'fsync', 'fdatasync', 'ftruncate', 'fallocate', 'openat'],
  ...['unlink', 'unlinkat', 'rename', 'renameat', 'renameat2', 'write', 'writev', 'sendmsg'],
];

/** Where strace is, after installing it if that is possible; why it cannot be used, if not. */
export function findStrace(): { path: string } | { missing: string } {
  if (process.platform !== 'linux') return { missing: 'strace runs on Linux only' };
  const path = findProgram(['/usr/bin/strace'], ['strace']);
  if (path === undefined) return { missing: 'strace is not installed' };
  try {
    execFileSync(path, ['-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return { path };
  } catch {
    return { missing: 'this system does not let strace look at processes' };
  }
}

export interface Recorder {
  /** Sends a POST without TLS, as a proxy would, and returns the answer with its request_id. */
  post(path: string, input: object): Promise<Told>;
  /** Ends the service and returns what it did. */
  end(): Promise<Operation[]>;
}

export interface Told {
  status: number;
  request_id: string;
  body: Answer['body'];
}

/** Starts the service on a data folder. Its answers are not encrypted, so that they can be read. */
export async function startRecording(
  strace: string,
  { data_dir, api_key }: { data_dir: string; api_key: string },
): Promise<Recorder> {
  const log = join(data_dir, 'strace.log');
  const port = await freePort();
  const env = {
    ...process.env,
    ...{ KASSA_DATA_DIR: data_dir, KASSA_PORT: `${port}`, KASSA_TRUST_PROXY: '127.0.0.1' },
    ...{ DATABASE_URL: '', KASSA_RATE_LIMIT: 'off', KASSA_VIES_URL: 'off' },
    KASSA_BASE_URL: `https://localhost:${port}`,
    KASSA_LOG_LEVEL: 'error',
  };
  const traced = ['-f', '-y', '-xx', '-s', '1000000', '-e', `trace=${CALLS}`, '-e', 'signal=none'];
  const served = [process.execPath, '--disable-warning=ExperimentalWarning', MAIN, 'serve'];
  const child = spawn(strace, [...traced, '-o', log, ...served], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const agent = new Agent({ keepAlive: true });
  const headers = {
    ...{ 'x-forwarded-proto': 'https', 'x-api-key': api_key, 'content-type': 'application/json' },
    host: `localhost:${port}`,
  };
  const send = (method: string, path: string, input?: object): Promise<Told> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, agent, method, path, headers });
      sent.on('error', reject);
      sent.on('response', async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        const { statusCode: status = 0, headers } = response;
        const is_json = headers['content-type']?.startsWith('application/json');
        const request_id = String(headers['x-request-id']);
        resolve({ status, request_id, body: is_json ? JSON.parse(text) : text });
      });
      sent.end(input && JSON.stringify(input));
    });
  await untilReady(child, () => send('GET', '/readyz'));
  return {
    post: (path, input) => send('POST', path, input),
    async end() {
      agent.destroy();
      const gone = once(child, 'exit');
      // The service is the first process in the log; strace ends with it.
      process.kill(Number.parseInt(firstLine(log), 10), 'SIGKILL');
      await gone;
      return readLog(log, data_dir);
    },
  };
}

const START_MS = 120_000;

async function untilReady(child: ChildProcess, ask: () => Promise<Told>): Promise<void> {
  const patience = Date.now() + START_MS;
  while ((await ask().catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`strace ended with ${child.exitCode}`);
    if (Date.now() > patience) throw new Error('the service does not start under strace');
    await setTimeout(50);
  }
}

function firstLine(path: string): string {
  const file = fs.openSync(path, 'r');
  const start = Buffer.alloc(20);
  fs.readSync(file, start);
  fs.closeSync(file);
  return start.toString();
}

const bytes = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/**
 * One line for a call, or two if another thread was busy meanwhile: a write may take effect from
 * its first line on, a sync has from its second.
 */
function readLog(path: string, folder: string): Operation[] {
  const found: Operation[] = [];
  const unfinished = new Map<string, string>();
  for (const line of fs.readFileSync(path, 'latin1').split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/s.exec(line) ?? [];
    const begins = rest.endsWith('<unfinished ...>');
    const resumes = rest.startsWith('<... ');
    if (begins) unfinished.set(thread, rest);
    const whole = resumes ? (unfinished.get(thread) ?? '') : rest;
    if (resumes) unfinished.delete(thread);
    const failed = !begins && / = -1 E/.test(rest);
    const operation = readCall(whole, folder);
    if (!operation || failed) continue;
    const counts_at_start = operation.kind !== 'sync';
    if (begins ? counts_at_start : !resumes || !counts_at_start) found.push(operation);
  }
  return found;
}

function readCall(line: string, folder: string): Operation | undefined {
  const [, name = '', on = '', more = ''] = /^(\w+)\(\d+<([^>]*)>(.*)$/s.exec(line) ?? [];
  const path = bytes(on).toString();
  if (path === folder && name === 'fsync') return { kind: 'sync', file: '' };
  const file = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
  const texts = [...line.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = '']) => bytes(text));
  if (file === undefined) return readOther(line, texts, folder);
  if (!isOfDatabase(file)) return undefined;
  if (name === 'pwrite64') {
    const [, offset = ''] = /, (\d+)(?:\) += \d+)?(?: <unfinished ...>)?$/.exec(more) ?? [];
    return { kind: 'write', file, offset: Number(offset), data: texts[0] ?? Buffer.alloc(0) };
  }
  if (name === 'ftruncate') {
    return { kind: 'truncate', file, size: Number(/^, (\d+)/.exec(more)?.[1]) };
  }
  if (name === 'fsync' || name === 'fdatasync') return { kind: 'sync', file };
  const is_known = name === 'write' || name === 'writev' || name === 'openat';
  if (!is_known) throw new Error(`a call of another kind: ${line}`);
  return undefined;
}

/** The other one, -shm, is memory that processes share: it is made anew after a power cut. */
const isOfDatabase = (file: string): boolean => /^kassa\.db(-wal|-journal)?$/.test(file);

/** Files that appear and go, and answers. */
function readOther(line: string, texts: Buffer[], folder: string): Operation | undefined {
  const named = texts[0]?.toString() ?? '';
  const file = named.startsWith(`${folder}/`) ? named.slice(folder.length + 1) : undefined;
  if (file !== undefined && !isOfDatabase(file)) return undefined;
  if (line.startsWith('openat(') && file !== undefined) {
    return /O_CREAT/.test(line) ? { kind: 'create', file } : undefined;
  }
  if (line.startsWith('unlink') && file !== undefined) return { kind: 'remove', file };
  if (!/^(write|writev|sendmsg)\(/.test(line)) return undefined;
  const text = Buffer.concat(texts).toString('latin1');
  const [, request_id] = /x-request-id: (req_\w+)/i.exec(text) ?? [];
  return request_id === undefined ? undefined : { kind: 'answer', request_id };
}
