import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectWithSdk } from './packed.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The programs of a document, which begin with the names of their files, as somebody copies them. */
function programsOf(document: string): { name: string; text: string }[] {
  const page = readFileSync(join(ROOT, document), 'utf8');
  return [...page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```/gm)].map(
    ([, name = '', text = '']) => ({ name, text }),
  );
}

/** All blocks of TypeScript, one after the other. */
export function blocksOf(document: string): string[] {
  const page = readFileSync(join(ROOT, document), 'utf8');
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
}

/** What a reader fills in. */
export interface Own {
  api_key: string;
  base_url: string;
  product_id: string;
}

/** Copies the programs of a guide into a new folder of a project that has the packed SDK. */
export async function followGuide(document: string, own: Own): Promise<string> {
  const folder = mkdtempSync(join(await projectWithSdk(), 'guide-'));
  // Beside the programs, so that ES modules are meant.
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  for (const { name, text } of programsOf(document)) {
    const filled = text
      .replaceAll('kassa_live_…', own.api_key)
      .replaceAll('https://shop.example.com', own.base_url)
      .replaceAll('prod_…', own.product_id);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), filled);
  }
  return folder;
}

export const load = (folder: string, name: string) =>
  import(pathToFileURL(join(folder, name)).href);
