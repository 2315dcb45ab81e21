import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './bundle.ts';
import { makeExecutable, pinnedNode } from './executable.ts';
import { licenses, sbom } from './sbom.ts';

/** Makes what is published into an empty folder, and returns the names of the files. */
export async function makeRelease(folder: string): Promise<string[]> {
  const node = pinnedNode();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await makeExecutable(join(folder, 'kassa'), node);
  copyFileSync(join(import.meta.dirname, 'kassa.service'), join(folder, 'kassa.service'));
  const place = relative(ROOT, dirname(dirname(node)));
  writeFileSync(join(folder, 'LICENSES.txt'), licenses(place));
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom(place), null, 2)}\n`);
  const files = readdirSync(folder).sort();
  const sums = files.map((name) => `${sha256(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  return [...files, 'SHA256SUMS'];
}

const sha256 = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');
