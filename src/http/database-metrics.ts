import { countWaiting } from '../attention/waiting.sql.ts';
import { wallClock } from '../core/time.ts';
import type { Database } from '../db/database.ts';
import type { WatchedDatabase } from '../db/watch-storage.ts';
import { lastBackupAt } from '../stores/backup.sql.ts';
import { family, gauge, histogramLines } from './metric-lines.ts';

const KEPT_MS = 5_000;

export interface WatchedParts {
  db: Database;
  storage: Pick<WatchedDatabase, 'problem'>;
}

/** What the database tells: read at most every five seconds, however often somebody asks. */
export function createDatabaseMetrics({ db, storage }: WatchedParts): () => Promise<string[]> {
  let read_at = Number.NEGATIVE_INFINITY;
  let reading: Promise<string[]> = Promise.resolve([]);

  async function read(): Promise<string[]> {
    try {
      const reader = db.reader(null);
      const { payments, deliveries, mails } = await countWaiting(reader);
      const last_backup_at = await lastBackupAt(reader, wallClock());
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
      ];
    } catch {
      // /readyz tells why. Without the figures, alerts on them stay as they are.
      return gauge('kassa_database_up', 'Whether the database answers', 0);
    }
  }

  return async () => {
    if (performance.now() - read_at > KEPT_MS) {
      read_at = performance.now();
      reading = read();
    }
    const { seconds, writes } = db.commits;
    return [
      ...(await reading),
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
