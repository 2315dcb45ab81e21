import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { atEndOfFile } from './endings.ts';
import { kassa } from './kassa-command.ts';
import { Shop, startShop } from './shop.ts';

// Copies of shops: folders for them, and how they are made, restored and opened.

/** A folder that is removed after the test file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-copies-'));
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The complete backups in a folder, oldest first. */
export const backupsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-/.test(name))
    .toSorted()
    .map((name) => join(folder, name));

export interface Made {
  made_at: string;
  place: string;
  bytes: number;
  new_bytes: number;
  removed: string[];
  not_removed: string | null;
  violations: string[];
}

/** Makes a backup of the shop in this data folder. */
export async function backUp(
  shop: { data_dir: string; database_url: string | undefined },
  args: string[],
  settings: Record<string, string> = {},
): Promise<Made> {
  const { data_dir, database_url } = shop;
  const env = { KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url ?? '', ...settings };
  const { code, out, err } = await kassa(['backup', ...args, '--json'], env);
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

/** A shop with a key in it, and one backup, alone in its folder. */
export async function startBackedUpShop() {
  const shop = await startShop({ clock: Date.now });
  const { newKey } = await shop.openStore();
  await newKey();
  const folder = newFolder();
  const { place } = await backUp(shop.place, [folder, '--quick']);
  return { shop, newKey, folder, place, name: basename(place) };
}

/** Restores a backup, and returns what was printed. */
export async function restoreTo(data_dir: string, args: string[]): Promise<string> {
  mkdirSync(data_dir, { recursive: true });
  const { code, out, err } = await kassa(['restore', ...args], { KASSA_DATA_DIR: data_dir });
  assert.equal(code, 0, err);
  return out;
}

/** Runs a server on a restored shop, with the keys of the first. */
export async function openShop(data_dir: string, like: Shop, database_url?: string): Promise<Shop> {
  const place = { ...like.place, data_dir, database_url, remove: async () => undefined };
  const shop = new Shop({ clock: Date.now }, place);
  shop.api_key = like.api_key;
  shop.store_id = like.store_id;
  await shop.open();
  atEndOfFile(() => shop.close());
  return shop;
}

/** A sentence without a stack, and exit code 1. */
export async function refused(
  args: string[],
  settings: Record<string, string>,
  sentence: RegExp,
): Promise<void> {
  const { code, err } = await kassa(args, settings);
  assert.equal(code, 1, `${args.join(' ')}: ${err}`);
  assert.match(err, sentence);
  assert.doesNotMatch(err, /\n\s+at /, 'no stack trace');
}
