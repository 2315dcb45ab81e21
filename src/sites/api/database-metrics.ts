import type { Database } from '../../platform/db/database.ts';
import type { WatchedDatabase } from '../../platform/db/watch-storage.ts';
import type {
  InstallationState,
  JobFigures,
} from '../../shop/insight/attention/installation-state.ts';
import { family, gauge, histogramLines } from './metric-lines.ts';

export interface WatchedParts {
  db: Database;
  storage: Pick<WatchedDatabase, 'problem'>;
  readState(): Promise<InstallationState>;
  /** Whether this process makes backups by itself. */
  makesBackups(): boolean;
  /** Of the certificate that clients see; undefined: a proxy shows its own. */
  certificateEndsAt(): number | undefined;
  jobFigures(): JobFigures[];
}

/** What the database says, and what else there is to watch. */
export function createDatabaseMetrics(parts: WatchedParts): () => Promise<string[]> {
  const { db, storage, readState, makesBackups, certificateEndsAt, jobFigures } = parts;

  async function read(): Promise<string[]> {
    try {
      const { waiting, last_backup_at, ...state } = await readState();
      const { payments, deliveries, mails } = waiting;
      const has_failed = makesBackups() && state.backup_problem !== null;
      return [
        ...gauge('kassa_database_up', 'Whether the database answers', 1),
        ...gauge('kassa_payments_pending', 'Payments and refunds to be asked about', payments),
        ...gauge('kassa_webhook_deliveries_waiting', 'Webhook deliveries to be sent', deliveries),
        ...gauge('kassa_mails_waiting', 'Mails to be sent', mails),
        ...gauge(
          'kassa_last_backup_timestamp_seconds',
          'When the newest backup was made; 0: never',
          (last_backup_at ?? 0) / 1000,
        ),
        ...gauge('kassa_backup_failed', 'The last scheduled backup failed', Number(has_failed)),
        ...gauge(
          'kassa_webhooks_disabled',
          'Webhooks that were switched off because they took nothing',
          state.webhooks_disabled,
        ),
        ...family('kassa_renewals_overdue_seconds', 'gauge', 'Since the oldest renewal was due'),
        ...Object.entries(state.overdue_ms).map(
          ([mode, ms]) => `kassa_renewals_overdue_seconds{mode="${mode}"} ${ms / 1000}`,
        ),
      ];
    } catch {
      // /readyz says why. Without the figures, alerts on them stay as they are.
      return gauge('kassa_database_up', 'Whether the database answers', 0);
    }
  }

  return async () => {
    const { seconds, writes } = db.commits;
    const ends_at = certificateEndsAt();
    const jobs = jobFigures();
    return [
      ...(await read()),
      ...(ends_at === undefined
        ? []
        : gauge(
            'kassa_certificate_ends_timestamp_seconds',
            'When the certificate of this server ends',
            ends_at / 1000,
          )),
      ...family('kassa_job_failures_total', 'counter', 'Runs of jobs, or parts, that failed'),
      ...jobs.map(({ job, failures }) => `kassa_job_failures_total{job="${job}"} ${failures}`),
      ...family('kassa_job_failing_seconds', 'gauge', 'For how long a job has failed at every run'),
      ...jobs.map(
        ({ job, failing_ms }) => `kassa_job_failing_seconds{job="${job}"} ${failing_ms / 1000}`,
      ),
      ...gauge(
        'kassa_storage_writable',
        'Whether changes can be stored',
        storage.problem() ? 0 : 1,
      ),
      ...family('kassa_commit_duration_seconds', 'histogram', 'Time of a durable commit'),
      ...histogramLines('kassa_commit_duration_seconds', seconds),
      ...family('kassa_commit_writes', 'histogram', 'Independent writes that shared a commit'),
      ...histogramLines('kassa_commit_writes', writes),
    ];
  };
}
