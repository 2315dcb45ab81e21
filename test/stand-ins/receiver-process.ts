// A receiver of webhooks in another process: `node receiver-process.ts FILE SEED`. It writes each
// request to the file before it answers: mostly at once, sometimes late, sometimes with 500.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A request in the file. */
export interface Kept {
  headers: Record<string, string>;
  body: string;
  /** The status that it was answered with. */
  status: number;
  received_at: number;
}

export interface ReceiverProcess {
  url: string;
  /** The size of the file, which grows with every request. */
  size(): number;
  /** Everything so far, in order. */
  kept(): Kept[];
  stop(): Promise<void>;
}

export async function startReceiverProcess(file: string, seed: number): Promise<ReceiverProcess> {
  const args = ['--disable-warning=ExperimentalWarning', import.meta.filename, file, `${seed}`];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${String(port).trim()}/hook`,
    size: () => statSync(file).size,
    kept: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    async stop() {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
    },
  };
}

const FAILS_PERCENT = 4;
const LATE_PERCENT = 20;
const LATE_MS = 120;

function receive(file: string, seed: number): void {
  const journal = openSync(file, 'a');
  const percent = randomPercent(seed);
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const status = percent() < FAILS_PERCENT ? 500 : 200;
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const headers = Object.fromEntries(names.map((name) => [name, request.headers[name]]));
    writeSync(journal, `${JSON.stringify({ headers, body, status, received_at: Date.now() })}\n`);
    fsyncSync(journal);
    if (percent() < LATE_PERCENT) await setTimeout((LATE_MS * percent()) / 100);
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
  process.stdin.resume().on('end', () => process.exit()); // Whoever started it is gone.
}

/** Random numbers from 0 to 99: the same for the same seed. */
function randomPercent(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * 100);
  };
}

const [, main, file = '', seed] = process.argv;
if (main === import.meta.filename) receive(file, Number(seed));
