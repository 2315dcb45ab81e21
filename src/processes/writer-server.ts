import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../core/limits.ts';
import { createLineWriter, readLines } from './lines.ts';
import type { Numbered, Question, Reply } from './questions.ts';

export interface WriterServer {
  /** Waits, within a limit, until no other process has anything left to ask. */
  close(): Promise<void>;
}

/** A connection of another process, with what it has under way. */
export interface Asker {
  /** Pages that are made in pieces, while they are read. */
  pieces: Map<number, AsyncIterator<string>>;
}

/** Answers the other processes of this server, at an address that nobody else can open. */
export async function startWriterServer(
  address: string,
  answer: (question: Question, asker: Asker) => Promise<Reply>,
): Promise<WriterServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const reply = createLineWriter(socket);
    const asker: Asker = { pieces: new Map() };
    open.add(socket);
    readLines(socket, async (value) => {
      const { number, ...question } = value as Numbered<Question>; // The other end is this program.
      reply({ ...(await answer(question, asker)), number });
    });
    socket.on('error', () => {}); // 'close' follows.
    socket.on('close', () => {
      open.delete(socket);
      for (const iterator of asker.pieces.values()) iterator.return?.()?.catch(() => {});
    });
  });
  // The writer before this one may have been killed, and left it there.
  if (process.platform !== 'win32') rmSync(address, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  return {
    async close() {
      const until = performance.now() + LIMITS.shutdown_ms;
      while (open.size > 0 && performance.now() < until) await sleep(10);
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
