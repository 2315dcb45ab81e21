import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import type { Running } from './processes.ts';

export const CONNECTIONS = 64;

/** Returns the text of the next request. */
export interface Requests {
  (): string;
  /** A second request, made from the answer to the first. Both are measured as one. */
  follow?(answer: Buffer): string;
}

export interface Load {
  server: Pick<Running, 'port' | 'ca'>;
  requests: Requests;
  warm_up_ms: number;
  window_ms: number;
  /** Called at the start and the end of the measured time. */
  onWindow?(end: 'start' | 'end'): void;
}

export interface LoadResult {
  requests: number;
  requests_per_second: number;
  p50_ms: number;
  p99_ms: number;
}

/**
 * A closed loop: every connection sends its next request when it has the answer to the last one.
 * Any answer but 200 ends the run, because refusals are fast and would falsify the result.
 */
export async function load(options: Load): Promise<LoadResult> {
  const { server, requests, warm_up_ms, window_ms, onWindow } = options;
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(server)));
  let latencies: number[] = [];
  let is_over = false;
  const running = sockets.map((socket) =>
    drive(socket, requests, (latency_ms) => {
      latencies.push(latency_ms);
      return !is_over;
    }),
  );
  const ended = Promise.all(running); // Ends early only if something fails.
  await Promise.race([ended, sleep(warm_up_ms)]);
  latencies = [];
  onWindow?.('start');
  const started = performance.now();
  await Promise.race([ended, sleep(window_ms)]);
  onWindow?.('end');
  const seconds = (performance.now() - started) / 1000;
  const measured = latencies.slice();
  is_over = true;
  await ended;
  return {
    requests: measured.length,
    requests_per_second: measured.length / seconds,
    p50_ms: percentile(measured, 50),
    p99_ms: percentile(measured, 99),
  };
}

/** Sends one request on a new connection and returns the body of the answer. */
export async function ask(server: Load['server'], request: string): Promise<string> {
  let text = '';
  const onAnswer = (_: number, answer: Buffer) => {
    text = answer.toString();
    return false;
  };
  await drive(await open(server), () => request, onAnswer);
  return text.slice(text.indexOf(HEAD_END) + HEAD_END.length);
}

export interface Latency {
  p50_ms: number;
  p99_ms: number;
}

const LOOKS = 500;
const PAUSE_MS = 10;

/** How long one request at a time takes, each on a new connection; at most as long as `isOn`. */
export async function latency(
  server: Load['server'],
  request: string,
  isOn: () => boolean = () => true,
): Promise<Latency> {
  const times: number[] = [];
  for (let at = 0; at < LOOKS && isOn(); at++) {
    await sleep(PAUSE_MS);
    const started = performance.now();
    await ask(server, request);
    times.push(performance.now() - started);
  }
  return { p50_ms: percentile(times, 50), p99_ms: percentile(times, 99) };
}

export function open({ port, ca }: Load['server']): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca });
    socket.setNoDelay(true);
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends one request after another until `onAnswer` returns false, then closes. */
function drive(
  socket: TLSSocket,
  requests: Requests,
  onAnswer: (latency_ms: number, answer: Buffer) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent_at = 0;
    let is_following = false;
    const fail = (what: string) => {
      socket.destroy();
      reject(new Error(what));
    };
    const send = () => {
      sent_at = performance.now();
      socket.write(requests(), 'latin1');
    };
    hearAnswers(socket, (answer) => {
      if (!is200(answer)) return fail(`Not a 200:\n${answer}`);
      is_following = requests.follow !== undefined && !is_following;
      if (is_following) {
        socket.write(requests.follow?.(answer) ?? '', 'latin1');
        return;
      }
      if (onAnswer(performance.now() - sent_at, answer)) return send();
      socket.removeAllListeners('close');
      socket.destroy();
      resolve();
    });
    socket.on('close', () => fail('A server closed a connection.'));
    socket.on('error', (error) => fail(error.message));
    send();
  });
}

/** Calls with every whole answer on a connection that asks one thing at a time. */
export function hearAnswers(socket: TLSSocket, onAnswer: (answer: Buffer) => void): void {
  let received: Buffer | undefined;
  let whole_bytes: number | undefined;
  socket.on('data', (chunk: Buffer) => {
    received = received === undefined ? chunk : Buffer.concat([received, chunk]);
    whole_bytes ??= wholeBytes(received);
    if (whole_bytes === undefined || received.length < whole_bytes) return;
    const answer = received;
    if (answer.length > whole_bytes) throw new Error('A server sent more than its answer.');
    received = undefined;
    whole_bytes = undefined;
    onAnswer(answer);
  });
}

export const is200 = (answer: Buffer): boolean => answer.toString('latin1', 9, 12) === '200';

const HEAD_END = '\r\n\r\n';

/** The length of the whole answer; undefined until its headers have arrived. */
function wholeBytes(received: Buffer): number | undefined {
  const head_bytes = received.indexOf(HEAD_END, 0, 'latin1');
  if (head_bytes === -1) return undefined;
  const [, body_bytes] = LENGTH.exec(received.toString('latin1', 0, head_bytes)) ?? [];
  if (body_bytes === undefined) throw new Error('An answer without Content-Length.');
  return head_bytes + HEAD_END.length + Number(body_bytes);
}

const LENGTH = /\r\nContent-Length: (\d+)/i;

export function percentile(values: number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  return (
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
  );
}
