import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { migrateSqlite } from '../../platform/db/migrate.ts';
import { makePrivate } from '../../platform/db/private-file.ts';
import { copyDatabase } from '../../platform/db/sqlite/copy.ts';

/** A backup is made beside a shop that is at work. */
const CACHE_KB = 32_000;

type ReportProgress = (done: number, total: number, unit: 'MB' | 'records') => void;

/** Copies a whole database, as it is at one moment and while it is used, to a new SQLite file. */
export async function copyShop(
  where: { data_dir: string; database_url: string | undefined },
  to: string,
  report: ReportProgress,
): Promise<void> {
  if (where.database_url !== undefined) return copyPostgres(where.database_url, to, report);
  const path = join(where.data_dir, 'kassa.db');
  return copyDatabase(path, to, (done, total) => report(done, total, 'MB'));
}

/** All rows of one snapshot, as `kassa move` copies them. */
async function copyPostgres(url: string, to: string, report: ReportProgress): Promise<void> {
  const { openPostgresEnd } = await import('./postgres-end.ts');
  const { openSqliteEnd } = await import('./sqlite-end.ts');
  const { copyRows } = await import('./move-rows.ts');
  const source = await openPostgresEnd(url, { in_snapshot: true });
  try {
    makePrivate(to);
    migrateSqlite(to);
    const target = openSqliteEnd(to, { cache_kb: CACHE_KB });
    try {
      const move_id = randomBytes(8).toString('hex');
      const mark = { move_id, role: 'target', other: source.place, started_at: 0 } as const;
      await target.prepare({ ...mark, finished_at: null });
      await copyRows({
        source,
        target,
        report({ doing, rows_of_all, of_all }) {
          if (doing === 'copy') report(rows_of_all, of_all, 'records');
        },
      });
      await target.finish({ ...mark, finished_at: 0 });
      await target.removeMarks('target'); // It is a copy: nothing was moved.
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
