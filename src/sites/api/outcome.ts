import { performance } from 'node:perf_hooks';
import { Refusal } from '../../platform/core/errors.ts';
import type { Log } from '../../platform/core/log.ts';
import { storageProblemOf } from '../../platform/db/storage-problem.ts';
import type { Caller } from './admit.ts';
import type { Metrics } from './metrics.ts';

/** How a request has ended. */
interface Outcome {
  request_id: string;
  /** The declared path, never text from a client. */
  route: string;
  status: number;
  code: string | undefined;
  started: number;
  key: Caller['key'];
}

/** Which request it was. */
interface RoutedRequest {
  request_id: string | undefined;
  route: string | undefined;
}

export interface Outcomes {
  /** As below. */
  refusalOf(error: unknown, of: RoutedRequest): Refusal;
  /** Counts and logs a request. */
  observe(outcome: Outcome): void;
}

export function createOutcomes({ log, metrics }: { log: Log; metrics: Metrics }): Outcomes {
  return {
    refusalOf: (error, of) => refusalOf(error, of, log),
    observe({ request_id, route, status, code, started, key }) {
      const duration_ms = performance.now() - started;
      metrics.observe(route, status, duration_ms);
      if (!log.writes('info')) return;
      const rounded = Math.round(duration_ms * 100) / 100;
      const { store_id, key_id } = key ?? {};
      log.info('request', {
        ...{ request_id, route, status, code },
        duration_ms: rounded,
        ...{ store_id, key_id },
      });
    },
  };
}

/** What is said about an error. One that is not a refusal is a failure of ours, and logged. */
function refusalOf(error: unknown, { request_id, route }: RoutedRequest, log: Log): Refusal {
  if (error instanceof Refusal) return error;
  const is_storage = storageProblemOf(error);
  const is_ours = error instanceof Error && !is_storage;
  const text = is_ours ? (error.stack ?? error.message) : String(error);
  log.error('failure', { request_id, route, error: text });
  return new Refusal('internal_error', [], is_storage ? NOT_STORED : undefined);
}

const NOT_STORED =
  'Kassa cannot store anything at the moment. Try again later, with the same Idempotency-Key if you sent one.';
