import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { wallClock } from '../../src/platform/core/time.ts';
import { fill, type Sample } from './fill.ts';
import { makePages, type PagePaths } from './pages.ts';
import { makeFolder, type Running, startKassa, stop } from './processes.ts';

/** A filled database, and what a client needs to use it. */
export interface Shop {
  rows: number;
  data_dir: string;
  /** Of a shop on PostgreSQL. */
  database_url?: string | undefined;
  api_key: string;
  sample: Sample & { pages: PagePaths };
}

/** The first start makes the store, the key and the certificate; then the shop is filled. */
export async function makeShop(rows: number, database_url?: string): Promise<Shop> {
  const data_dir = makeFolder();
  const first = await startKassa(data_dir, { is_first: true, ...onDatabase(database_url) });
  await stop(first);
  const { api_key } = first;
  const sample = await fill({ data_dir, database_url }, rows);
  const server = await startKassa(data_dir, onDatabase(database_url));
  const pages = await makePages(server, { api_key, product_ids: sample.product_ids });
  await stop(server);
  return { rows, data_dir, database_url, api_key, sample: { ...sample, pages } };
}

/**
 * A shop as `makeShop` makes it, on SQLite: a copy of one that an earlier run has left in `folder`,
 * or a new one, of which a copy is left there. Filling a large one takes a quarter of an hour.
 */
export async function copyShop(rows: number, folder: string): Promise<Shop> {
  const kept = join(folder, String(rows));
  const told = join(kept, 'shop.json');
  if (!existsSync(told)) {
    const draft = `${kept}.${process.pid}`;
    const shop = await makeShop(rows);
    mkdirSync(draft, { recursive: true });
    cpSync(shop.data_dir, join(draft, 'data'), { recursive: true });
    writeFileSync(join(draft, 'shop.json'), JSON.stringify(shop));
    renameSync(draft, kept);
    return shop;
  }
  const data_dir = makeFolder();
  cpSync(join(kept, 'data'), data_dir, { recursive: true });
  makeSeenAgain(join(data_dir, 'kassa.db'), wallClock() - statSync(told).mtimeMs);
  return { ...JSON.parse(readFileSync(told, 'utf8')), data_dir };
}

/** Starts Kassa on a shop. */
export const serve = ({ data_dir, database_url }: Shop): Promise<Running> =>
  startKassa(data_dir, onDatabase(database_url));

const onDatabase = (database_url: string | undefined) =>
  database_url === undefined ? {} : { settings: { DATABASE_URL: database_url } };

/** Machines that were seen just before the shop was kept are so again, and none has to be noted. */
function makeSeenAgain(file: string, kept_ms: number): void {
  const db = new DatabaseSync(file);
  db.prepare('UPDATE license_instances SET last_validated_at = last_validated_at + ?').run(
    Math.round(kept_ms),
  );
  db.close();
}
