import { connect, type Socket } from 'node:net';
import { Refusal } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import type { Log } from '../core/log.ts';
import { createLineWriter, readLines } from './lines.ts';
import type { Numbered, Question, Reply } from './questions.ts';

/** The way from a process that only reads to the one that writes. */
export interface WriterLink {
  /**
   * Throws a Refusal when the writer refuses, or ends before it has answered: then nobody knows what
   * it has done. Only what has an Idempotency-Key is asked again, once: it is done at most once.
   */
  ask(question: Question): Promise<Reply>;
  /** Whether the writer has been out of reach for so long that nobody waits for it. */
  isLost(): boolean;
  /** From now on nothing waits for a writer to start again: this process ends, and so will that. */
  waitNoMore(): void;
  close(): void;
}

interface Asked {
  question: Question;
  resolve(reply: Reply): void;
  reject(error: Error): void;
  give_up?: NodeJS.Timeout;
  /** A question that has ended two writers is not asked a third time. */
  is_repeated: boolean;
}

const RECONNECT_MS = 20;

/**
 * While the writer starts again, questions wait for it, also those that the one before has left
 * unanswered and that can be asked again. `heard` is called before an answer is used, because there
 * may be a commit that this process has not read.
 */
export function connectToWriter(address: string, log: Log, heard: () => void): WriterLink {
  const waiting = new Set<Asked>();
  const sent = new Map<number, Asked>();
  let send: ((question: Numbered<Question>) => void) | undefined;
  let socket: Socket;
  let number = 0;
  let lost_at: number | undefined = performance.now();
  let is_ending = false;
  let is_closing = false;
  open();

  function open(): void {
    socket = connect(address);
    socket.on('connect', () => {
      lost_at = undefined;
      send = createLineWriter(socket);
      for (const asked of waiting) put(asked);
    });
    readLines(socket, (value) => {
      const reply = value as Numbered<Reply>; // The other end is this program.
      heard();
      const asked = sent.get(reply.number);
      sent.delete(reply.number);
      asked?.resolve(reply);
    });
    socket.on('error', () => {}); // 'close' follows.
    socket.on('close', () => {
      if (send) log.warn('the writing process is gone', { unanswered: sent.size });
      send = undefined;
      lost_at ??= performance.now();
      const unanswered = [...sent.values()];
      sent.clear();
      for (const asked of unanswered) {
        if (is_ending || is_closing || asked.is_repeated || !canRepeat(asked.question))
          refuse(asked);
        else wait({ ...asked, is_repeated: true });
      }
      if (!is_closing) setTimeout(() => is_closing || open(), RECONNECT_MS);
    });
  }

  function put(asked: Asked): void {
    if (!send) return;
    clearTimeout(asked.give_up);
    waiting.delete(asked);
    number += 1;
    sent.set(number, asked);
    send({ ...asked.question, number });
  }

  function wait(asked: Asked): void {
    if (is_ending) {
      refuse(asked);
      return;
    }
    waiting.add(asked);
    asked.give_up = setTimeout(() => {
      waiting.delete(asked);
      refuse(asked);
    }, LIMITS.writer_wait_ms);
  }

  return {
    ask: (question) =>
      new Promise<Reply>((resolve, reject) => {
        const asked: Asked = { question, resolve, reject, is_repeated: false };
        if (send) put(asked);
        else wait(asked);
      }),
    isLost: () => lost_at !== undefined && performance.now() - lost_at > LIMITS.writer_wait_ms,
    waitNoMore() {
      is_ending = true;
      for (const asked of waiting) {
        clearTimeout(asked.give_up);
        refuse(asked);
      }
      waiting.clear();
    },
    close() {
      is_closing = true;
      socket.end();
    },
  };
}

const refuse = ({ reject }: Asked): void => reject(new Refusal('internal_error'));

/** The next writer finds under the key what this one has done, and goes on from there. */
const canRepeat = (question: Question): boolean =>
  'operation' in question && question.idempotency_key !== undefined;
