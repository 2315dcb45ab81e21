import type { ClusterSettings } from 'node:cluster';
import { readdirSync, readFileSync } from 'node:fs';
import { getAssetKeys, getRawAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';

// Kassa runs from its sources, or as a single executable with everything inside (packages/executable/). Only this
// file knows the difference.

const is_executable = isSea();

/** How a command is given here: `kassa keys create`, or `npm run kassa -- keys create`. */
export const KASSA = is_executable ? nameTyped() : 'npm run kassa --';
export const START = is_executable ? `${KASSA} serve` : 'npm start';
export const DEMO = is_executable ? `${KASSA} demo --serve` : 'npm run demo';

/** `./kassa` if it was started so; of a longer path the name alone. */
function nameTyped(): string {
  const { argv0 } = process;
  return /^(\.[\\/])?[\w.-]+$/.test(argv0) ? argv0 : 'kassa';
}

/** Where the files of the program begin inside the executable: what packages/executable/bundle.ts writes. */
const BUNDLED = 'file:///kassa/';

/** A file that belongs to the program, by `new URL('./name', import.meta.url)`. */
export const readOwnFile = (address: URL): Buffer =>
  is_executable ? Buffer.from(getRawAsset(bundledName(address))) : readFileSync(address);

/** The names of the files in a folder of the program, whose address ends with a slash. */
export function listOwnFiles(folder: URL): string[] {
  if (!is_executable) return readdirSync(folder);
  const begin = bundledName(folder);
  return getAssetKeys()
    .filter((name) => name.startsWith(begin))
    .map((name) => name.slice(begin.length));
}

/** What a Worker is made of, for a thread whose code is in this file of the program. */
export const ownThread = (address: URL): [URL | string, { eval: boolean }] =>
  is_executable ? [readOwnFile(address).toString(), { eval: true }] : [address, { eval: false }];

/** What starts another process of this program: a file to run, and what comes before a command. */
export const ownProgram = (main: URL): { path: string; first: string[] } => ({
  path: process.execPath,
  first: is_executable ? [] : [...process.execArgv, fileURLToPath(main)],
});

/** How `cluster` starts this program again, with a command. */
export const clusterSettings = (command: string): ClusterSettings =>
  is_executable ? { exec: command, args: [], execArgv: [] } : { args: [command] };

/** The version in package.json. */
export const version = (): string =>
  JSON.parse(readOwnFile(new URL('../../../package.json', import.meta.url)).toString()).version;

const bundledName = ({ href }: URL): string => href.slice(BUNDLED.length);

/** A word of a command that somebody copies into a shell. */
export const shellWord = (text: string): string =>
  /^[\w/.:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
