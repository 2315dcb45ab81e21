import { monitorEventLoopDelay } from 'node:perf_hooks';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface Metrics {
  /** `operation` is the declared path of an operation or page, never text from a client. */
  observe(operation: string, status: number, duration_ms: number): void;
  render(): string;
  close(): void;
}

interface Durations {
  counts: number[];
  sum: number;
}

interface Observed {
  by_status: Map<number, number>;
  durations: Durations;
}

const newObserved = (): Observed => ({
  by_status: new Map(),
  durations: { counts: new Array<number>(BUCKETS_SECONDS.length + 1).fill(0), sum: 0 },
});

/** Metrics in the text format of Prometheus. */
export function createMetrics(machineAheadMs = () => 0): Metrics {
  const observed = new Map<string, Observed>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
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
    render() {
      const memory = process.memoryUsage();
      const cpu = process.cpuUsage();
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
          histogramLines('kassa_request_duration_seconds', operation, durations),
        ),
        ...gauge('process_resident_memory_bytes', 'Resident memory', memory.rss),
        ...gauge('nodejs_heap_used_bytes', 'Heap in use', memory.heapUsed),
        ...gauge(
          'nodejs_eventloop_delay_p99_seconds',
          'Event loop delay',
          delay.percentile(99) / 1e9,
        ),
        ...gauge(
          'kassa_clock_ahead_seconds',
          "How far this machine's clock is ahead of the database's",
          machineAheadMs() / 1000,
        ),
        ...gauge('process_uptime_seconds', 'Time since start', process.uptime()),
        ...family('process_cpu_seconds_total', 'counter', 'Processor time'),
        `process_cpu_seconds_total ${(cpu.user + cpu.system) / 1e6}`,
        '',
      ].join('\n');
    },
    close: () => delay.disable(),
  };
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

const family = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

const gauge = (name: string, help: string, value: number): string[] => [
  ...family(name, 'gauge', help),
  `${name} ${value}`,
];

function histogramLines(name: string, operation: string, { counts, sum }: Durations): string[] {
  let total = 0;
  const lines = counts.map((count, at) => {
    total += count;
    return `${name}_bucket{operation="${operation}",le="${BUCKETS_SECONDS[at] ?? '+Inf'}"} ${total}`;
  });
  return [
    ...lines,
    `${name}_sum{operation="${operation}"} ${sum}`,
    `${name}_count{operation="${operation}"} ${total}`,
  ];
}
