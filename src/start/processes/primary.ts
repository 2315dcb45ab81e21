import cluster, { type Worker } from 'node:cluster';
import { onEndSignals } from '../../platform/core/end-signals.ts';
import { createLog } from '../../platform/core/log.ts';
import { clusterSettings } from '../../platform/core/program.ts';
import type { Settings } from '../../platform/machine/settings.ts';
import { isMessage, type Message } from './messages.ts';

/** A process that ended soon after its start is started again after a pause, which grows. */
const PAUSE_MIN_MS = 100;
const PAUSE_MAX_MS = 5_000;
const SOON_MS = 10_000;
/** Each process has its own limit for ending; one that exceeds even this hangs. */
const END_WITHIN_MS = 30_000;

interface Slot {
  number: number;
  worker?: Worker | undefined;
  started_at: number;
  pause_ms: number;
}

/**
 * Starts the serving processes and watches them: one that ends is started again, and all end together.
 * They share one listening socket (cluster.SCHED_NONE), so that a connection that nobody has accepted
 * yet is accepted by another one when a process dies. Returns their address once the first one serves.
 */
export async function runProcesses(settings: Settings): Promise<string> {
  const log = createLog(settings.log_level);
  const slots: Slot[] = Array.from({ length: settings.processes }, (_, at) => ({
    number: at + 1,
    started_at: 0,
    pause_ms: 0,
  }));
  let is_stopping = false;
  let is_started = false;
  const started = Promise.withResolvers<string>();
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary(clusterSettings('serve'));
  onEndSignals(stop);
  process.on('disconnect', () => stop('launcher gone'));
  slots.slice(0, 1).forEach(start);
  return started.promise;

  function start(slot: Slot): void {
    // A shop to look at has another folder than the environment says.
    const worker = cluster.fork({ KASSA_DATA_DIR: settings.data_dir });
    slot.worker = worker;
    slot.started_at = performance.now();
    worker.on('message', (message: unknown) => {
      if (isMessage(message)) receive(slot, worker, message);
    });
    worker.on('exit', (code, signal) => ended(slot, code, signal));
  }

  function receive({ number }: Slot, worker: Worker, message: Message): void {
    if (message.kind === 'hello') {
      send(worker, { kind: 'place', place: { number, of: slots.length } });
      if (is_stopping) send(worker, { kind: 'stop' });
    } else if (message.kind === 'ready' && !is_started && !is_stopping) {
      // The first one has brought the database up to date: the others find it so.
      is_started = true;
      slots.slice(1).forEach(start);
      started.resolve(message.base_url);
    } else if (message.kind === 'share') {
      for (const other of slots) {
        const is_meant =
          message.to === undefined ? other.number !== number : other.number === message.to;
        if (is_meant && other.worker) send(other.worker, message);
      }
    }
  }

  function ended(slot: Slot, code: number | null, signal: string | null): void {
    slot.worker = undefined;
    if (!is_started && !is_stopping) {
      process.exitCode = code || 1; // It has said why it could not start.
      stop('could not start');
      return;
    }
    if (is_stopping) {
      endIfAlone();
      return;
    }
    const lasted_ms = performance.now() - slot.started_at;
    slot.pause_ms =
      lasted_ms > SOON_MS ? 0 : Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, slot.pause_ms * 2));
    log.error('a process ended and is started again', {
      process: slot.number,
      code: code ?? undefined,
      signal: signal ?? undefined,
    });
    setTimeout(() => !is_stopping && start(slot), slot.pause_ms);
  }

  function stop(reason: string): void {
    if (is_stopping) return;
    is_stopping = true;
    log.info('stopping', { reason });
    for (const { worker } of slots) if (worker) send(worker, { kind: 'stop' });
    setTimeout(() => {
      for (const { worker } of slots) worker?.process.kill('SIGKILL');
    }, END_WITHIN_MS + settings.drain_ms).unref();
    endIfAlone();
  }

  function endIfAlone(): void {
    if (slots.some(({ worker }) => worker)) return;
    log.flush();
    process.exit();
  }
}

/** To a process that may just have ended. */
const send = (worker: Worker, message: Message): void => {
  if (worker.isConnected()) worker.send(message, () => {});
};
