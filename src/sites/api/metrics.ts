import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Histogram } from '../../platform/db/commit-figures.ts';
import { createDatabaseMetrics, type WatchedParts } from './database-metrics.ts';
import { family, gauge, histogramLines } from './metric-lines.ts';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const MEASURED_MS = 5_000;
const LOOK_EVERY_MS = 20;

export interface Metrics {
  /** `operation` is the declared path of an operation or page, never text from a client. */
  observe(operation: string, status: number, duration_ms: number): void;
  render(): Promise<string>;
  close(): void;
}

interface Observed {
  by_status: Map<number, number>;
  durations: Histogram;
}

const newObserved = (): Observed => ({
  by_status: new Map(),
  durations: {
    limits: BUCKETS_SECONDS,
    counts: new Array<number>(BUCKETS_SECONDS.length + 1).fill(0),
    sum: 0,
  },
});

/** Metrics in the text format of Prometheus. */
export function createMetrics(machineAheadMs = () => 0, watched?: WatchedParts): Metrics {
  const readWatched = watched ? createDatabaseMetrics(watched) : async () => [];
  let measured_since = performance.now();
  const observed = new Map<string, Observed>();
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();

  return {
    observe(operation, status, duration_ms) {
      const { by_status, durations } = getOrCreate(observed, operation, newObserved);
      by_status.set(status, (by_status.get(status) ?? 0) + 1);
      const seconds = duration_ms / 1000;
      const found = BUCKETS_SECONDS.findIndex((limit) => seconds <= limit);
      const bucket = found === -1 ? BUCKETS_SECONDS.length : found;
      durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1;
      durations.sum += seconds;
    },
    async render() {
      const memory = process.memoryUsage();
      const cpu = process.cpuUsage();
      const [p99, max] = [lateSeconds(delay.percentile(99)), lateSeconds(delay.max)];
      // Of the time since somebody asked, so that old delays do not hide new ones.
      if (performance.now() - measured_since > MEASURED_MS) {
        measured_since = performance.now();
        delay.reset();
      }
      return [
        ...family('kassa_requests_total', 'counter', 'Requests by operation and status'),
        ...[...observed].flatMap(([operation, { by_status }]) =>
          [...by_status].map(
            ([status, count]) =>
              `kassa_requests_total{operation="${operation}",status="${status}"} ${count}`,
          ),
        ),
        ...family('kassa_request_duration_seconds', 'histogram', 'Time to answer by operation'),
        ...[...observed].flatMap(([operation, { durations }]) =>
          histogramLines('kassa_request_duration_seconds', durations, `operation="${operation}",`),
        ),
        ...gauge('process_resident_memory_bytes', 'Resident memory', memory.rss),
        ...gauge('nodejs_heap_used_bytes', 'Heap in use', memory.heapUsed),
        ...gauge('nodejs_eventloop_delay_p99_seconds', 'Event loop delay', p99),
        ...gauge('nodejs_eventloop_delay_max_seconds', 'Longest event loop delay', max),
        ...gauge(
          'kassa_clock_ahead_seconds',
          "How far this machine's clock is ahead of the database's",
          machineAheadMs() / 1000,
        ),
        ...gauge('process_uptime_seconds', 'Time since start', process.uptime()),
        ...family('process_cpu_seconds_total', 'counter', 'Processor time'),
        `process_cpu_seconds_total ${(cpu.user + cpu.system) / 1e6}`,
        ...(await readWatched()),
        '',
      ].join('\n');
    },
    close: () => delay.disable(),
  };
}

/** What is measured is the time between two looks; they are late by what is above the pause. */
const lateSeconds = (between_ns: number): number =>
  Math.max(0, between_ns / 1e9 - LOOK_EVERY_MS / 1_000);

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
