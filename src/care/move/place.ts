import { join, resolve } from 'node:path';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { migratePostgres, migrateSqlite } from '../../platform/db/migrate.ts';
import { makeDatabasePrivate } from '../../platform/db/private-file.ts';
import { takeServingLock } from '../../platform/db/serving-lock.ts';
import { SettingsError } from '../../platform/machine/settings.ts';
import type { MoveEnd } from './end.ts';
import { countOthers, openPostgresEnd } from './postgres-end.ts';
import { openSqliteEnd } from './sqlite-end.ts';

/** Where a database is, as `openDatabase` wants to know it. */
export interface MovePlace {
  data_dir: string;
  database_url: string | undefined;
}

/** Reads `postgres://…`, `sqlite` (the data folder) or a folder. */
export function readPlace(text: string, data_dir: string): MovePlace {
  if (/^postgres(ql)?:\/\//.test(text)) return { data_dir, database_url: text };
  if (/^(\w+:\/\/|postgres\w*:)/i.test(text)) {
    throw new SettingsError(`It is to or from postgres://… or a folder, not "${text}".`);
  }
  const folder = text === 'sqlite' ? data_dir : resolve(text);
  return { data_dir: folder, database_url: undefined };
}

export interface OpenPlace extends MoveEnd {
  migrate(): Promise<void>;
  /** Refuses while a server works there. */
  refuseOthers(): Promise<void>;
}

/** Opens a database for moving. The lock of a SQLite file is held until it is closed. */
export async function openPlace(place: MovePlace): Promise<OpenPlace> {
  const { data_dir, database_url: url } = place;
  if (url !== undefined) {
    const end = await openPostgresEnd(url);
    return {
      ...end,
      migrate: () => migratePostgres(url),
      async refuseOthers() {
        const others = await countOthers(url);
        if (others === 0) return;
        throw new SettingsError(
          `${others} connections of Kassa are open at ${end.place}: stop all servers and commands first.`,
        );
      },
    };
  }
  makeFolder(data_dir);
  const lock = takeServingLock(data_dir);
  const path = join(data_dir, 'kassa.db');
  makeDatabasePrivate(path);
  const end = openSqliteEnd(path);
  return {
    ...end,
    migrate: async () => migrateSqlite(path),
    refuseOthers: async () => undefined, // The lock is ours.
    async close() {
      await end.close();
      lock.release();
    },
  };
}
