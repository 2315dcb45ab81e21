import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

// Sends the bytes of a shape and says in a line what came back.

/** Bytes to send, one TLS record each; or a number: wait until so many answers are there. */
export type Piece = string | number;

export interface Door {
  port: number;
  /** Undefined: without TLS. */
  ca: Buffer | undefined;
  api_key: string;
}

/** Stands for the API key. One character, so that no split goes through it. */
export const KEY = '✱';

const LIMIT_MS = 60_000;
const PROBE = 'GET /healthz HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n';

/**
 * Answers in order with the codes of refusals, and whether a further request is then answered on the
 * same connection: `200 open`, `400 invalid_http closed`. `count` says how many answers to wait for
 * before that request is sent. An answer without end is `cut off`.
 */
export async function converse(door: Door, pieces: Piece[], count: number): Promise<string> {
  const heard = new Heard(open(door));
  await heard.ready;
  for (const piece of pieces) {
    if (typeof piece === 'number') await heard.answers(piece);
    else await heard.say(piece.replaceAll(KEY, door.api_key));
  }
  await heard.answers(count);
  const before = heard.complete();
  await heard.say(PROBE);
  await heard.answers(Number.POSITIVE_INFINITY);
  heard.socket.destroy();
  const after = heard.complete().slice(before.length);
  const is_open = after.length === 1 && after[0] === '200';
  const end = is_open ? ['open'] : [...after, heard.isCutOff() ? 'cut off' : 'closed'];
  return [...before, ...(heard.is_late ? ['late'] : end)].join(' ');
}

const open = ({ port, ca }: Door): Socket =>
  ca
    ? connectTls({ host: '127.0.0.1', servername: 'localhost', port, ca })
    : connectPlain({ host: '127.0.0.1', port });

class Heard {
  readonly socket: Socket;
  readonly ready: Promise<void>;
  is_late = false;
  #bytes = '';
  #is_over = false;
  readonly #closed: Promise<unknown>;
  #changed: () => void = () => {};

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    this.ready = new Promise((resolve) =>
      socket.once('getPeerCertificate' in socket ? 'secureConnect' : 'connect', () => resolve()),
    );
    socket.on('data', (chunk) => {
      this.#bytes += chunk;
      this.#changed();
    });
    socket.on('error', () => {}); // After a reset, what was received until then counts.
    this.#closed = new Promise((resolve) => socket.once('close', resolve));
    for (const end of ['end', 'close']) {
      socket.on(end, () => {
        this.#is_over = true;
        this.#changed();
      });
    }
  }

  /** In a record of its own. */
  async say(text: string): Promise<void> {
    if (this.#is_over) return;
    const written = new Promise<void>((resolve) => {
      this.socket.write(Buffer.from(text, 'latin1'), () => resolve());
    });
    await Promise.race([written, this.#closed]);
  }

  /** Waits until there are so many, or the end. */
  async answers(count: number): Promise<void> {
    const limit = setTimeout(LIMIT_MS, undefined, { ref: false }).then(() => {
      this.is_late = true;
    });
    while (!this.#is_over && !this.is_late && this.complete().length < count) {
      const changed = new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
      await Promise.race([changed, limit]);
    }
  }

  complete(): string[] {
    return readAnswers(this.#bytes).answers;
  }

  isCutOff(): boolean {
    return readAnswers(this.#bytes).rest !== '';
  }
}

function readAnswers(bytes: string): { answers: string[]; rest: string } {
  const answers: string[] = [];
  let rest = bytes;
  for (;;) {
    const head_end = rest.indexOf('\r\n\r\n');
    if (head_end === -1) return { answers, rest };
    const head = rest.slice(0, head_end);
    const [, status = '???'] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
    const length = status < '200' ? 0 : Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const end = head_end + 4 + length;
    if (rest.length < end) return { answers, rest };
    const [, code] = /"code":"(\w+)"/.exec(rest.slice(head_end, end)) ?? [];
    answers.push(code === undefined || status < '400' ? status : `${status} ${code}`);
    rest = rest.slice(end);
  }
}
