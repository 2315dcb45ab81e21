import { Worker } from 'node:worker_threads';
import { ownThread } from '../../../../platform/core/program.ts';
import type { PdfJob, PdfResult } from './pdf-worker.ts';

export interface PdfThread {
  /** One at a time, in the order of the requests. */
  make(job: PdfJob): Promise<Buffer>;
  stop(): Promise<void>;
}

interface Waiting {
  job: PdfJob;
  resolve(pdf: Buffer): void;
  reject(error: Error): void;
}

interface Options {
  /** For scripts that our own fonts do not have. */
  more_fonts: Uint8Array[];
  /** For one document; the thread that does not keep it is ended, and the next gets a new one. */
  timeout_ms: number;
  /** After this long without work the thread ends: its fonts take much memory. */
  idle_ms: number;
}

const MEMORY_MB = 512;

/**
 * Makes PDFs in a thread of its own. One takes 20 ms or more of a processor, and the first a second:
 * in the thread that answers requests, everybody would wait for it.
 */
export function createPdfThread({ more_fonts, timeout_ms, idle_ms }: Options): PdfThread {
  /** The first one is being made. */
  const queue: Waiting[] = [];
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;

  function start(): Worker {
    const [code, how] = ownThread(new URL('./pdf-worker.ts', import.meta.url));
    const started = new Worker(code, {
      ...how,
      workerData: more_fonts,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    started.on('message', (result: PdfResult) => {
      if (started !== worker) return;
      if ('pdf' in result) finish(({ resolve }) => resolve(Buffer.from(result.pdf)));
      else finish(({ reject }) => reject(new Error(result.problem)));
    });
    started.on('error', (error) => lose(started, error));
    started.on('exit', () => lose(started, new Error('the thread that makes PDFs has ended')));
    return started;
  }

  function makeNext(): void {
    clearTimeout(timer);
    const [first] = queue;
    if (!first) {
      worker?.unref();
      timer = setTimeout(end, idle_ms).unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage(first.job);
    timer = setTimeout(() => end(new Error('a PDF took too long')), timeout_ms);
  }

  function finish(settle: (waiting: Waiting) => void): void {
    const first = queue.shift();
    if (first) settle(first);
    makeNext();
  }

  function lose(lost: Worker, error: unknown): void {
    if (lost !== worker) return;
    worker = undefined;
    finish(({ reject }) => reject(error instanceof Error ? error : new Error(String(error))));
  }

  function end(error = new Error('the thread that makes PDFs was ended')): Promise<unknown> {
    clearTimeout(timer);
    const ended = worker?.terminate();
    if (worker) lose(worker, error);
    return Promise.resolve(ended);
  }

  return {
    make: (job) =>
      new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject });
        if (queue.length === 1) makeNext();
      }),
    async stop() {
      for (const { reject } of queue.splice(1)) reject(new Error('the service ends'));
      await end();
    },
  };
}
