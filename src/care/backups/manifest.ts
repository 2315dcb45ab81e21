import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Static } from 'typebox';
import { Compile } from 'typebox/schema';
import { Type } from '../../platform/core/schema.ts';
import { SettingsError } from '../../platform/machine/settings.ts';

const FORMAT = 1;
export const MANIFEST = 'manifest.json';
/** The copy of the database, in a backup as in a data folder. */
export const DATABASE = 'kassa.db';

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Count = Type.Integer({ minimum: 0 });

const BackedUpFile = Type.Object({
  /** Below the folder of the backup, with `/` between. */
  path: Type.String(),
  bytes: Count,
  sha256: Sha256,
  /** Instead of the file there is a list of its blocks, under this name. */
  blocks: Type.Optional(Type.Object({ path: Type.String(), sha256: Sha256 })),
});
export type BackedUpFile = Static<typeof BackedUpFile>;

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  kassa: Type.String(),
  made_at: Type.String({ format: 'date-time' }),
  engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  last_migration: Count,
  /** The first store of the installation, which distinguishes it from others; null when it has none. */
  first_store_id: Type.Union([Type.String(), Type.Null()]),
  /** `environment`: the secret is not in the backup, but in KASSA_SECRET of the service. */
  secret: Type.Union([Type.Literal('file'), Type.Literal('environment')]),
  /** What was checked in the copy: all that `kassa verify` does, or only the file itself. */
  checked: Type.Union([Type.Literal('everything'), Type.Literal('file')]),
  /** How many things `kassa verify` found wrong: the shop was copied as it was. */
  violations: Count,
  stores: Count,
  transactions: Count,
  events: Count,
  files: Type.Array(BackedUpFile, { minItems: 1 }),
});
export type Manifest = Static<typeof Manifest>;

export const newManifest = (facts: Omit<Manifest, 'format'>): Manifest => ({
  format: FORMAT,
  ...facts,
});

/** What a backup says about itself. Refuses a folder that is no backup, or a damaged one. */
export function readManifest(backup: string): Manifest {
  const path = join(backup, MANIFEST);
  let found: unknown;
  try {
    if (!statSync(backup, { throwIfNoEntry: false })?.isDirectory()) {
      throw new SettingsError(`${backup} is not a folder: name the folder of one backup.`);
    }
    found = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    if (codeOf(error) === 'EACCES') {
      throw new SettingsError(`${backup} cannot be read by this user: it is for its owner alone.`);
    }
    if (codeOf(error) === 'ENOENT') {
      throw new SettingsError(`${backup} is not a backup of Kassa: it has no ${MANIFEST}.`);
    }
    throw new SettingsError(`${path} is damaged: ${String(error)}.`);
  }
  const { format } = (found ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > FORMAT) {
    throw new SettingsError(
      `${basename(backup)} was made by a newer Kassa, whose format (${format}) this one does not know: update Kassa.`,
    );
  }
  if (!isManifest(found) || !found.files.every(isOfShop)) {
    throw new SettingsError(`${path} is damaged: it does not say what a backup says.`);
  }
  return found;
}

const isManifest = (found: unknown): found is Manifest => Compile(Manifest).Check(found);

/** Whether a file may be put into a data folder, and its list of blocks is in the backup. */
const isOfShop = ({ path, blocks }: BackedUpFile): boolean =>
  staysInside(path) &&
  !RESTORE_OWNS.test(path.split('/', 1)[0] ?? '') &&
  (!blocks || staysInside(blocks.path));

/** What is in a data folder and is not of the shop in it: a restore leaves it alone. */
export const RESTORE_OWNS = /^(server\.lock.*|lost\+found|\.restore|before-restore-.*)$/;

/** Whether a path leads to a file below the folder it begins in. */
const staysInside = (path: string): boolean =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') &&
  !path.includes('\\') &&
  !path.includes('\0');

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
