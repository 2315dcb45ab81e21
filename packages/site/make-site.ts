import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { build } from 'esbuild';
import { openApiDocument } from '../../src/platform/operation/openapi.ts';
import { SENT_EVENTS } from '../../src/shop/events/event-records.ts';
import { operations } from '../../src/sites/api/operations.ts';
import { type Documentation, openDocumentation } from '../../src/sites/reference/documentation.ts';
import { llmsText } from '../../src/sites/reference/llms-text.ts';
import { ROOT } from '../executable/bundle.ts';
import { frontPage } from './front-page.ts';

/** The samples call a shop that readers replace by their own. */
const SHOP = 'https://shop.example.com';
const EVERYTHING = { words: '', language: 'curl' } as const;

const FILES = {
  '/style.css': 'src/sites/shared/style.css',
  '/docs.css': 'src/sites/reference/docs.css',
  '/docs.js': 'src/sites/reference/docs.js',
  '/reference.css': 'src/sites/reference/reference.css',
  '/reference.js': 'src/sites/reference/reference.js',
  '/front.css': 'packages/site/front.css',
};

/** Writes the site into an empty folder, and returns the addresses of its files. */
export async function makeSite(folder: string, base_path: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  const written: string[] = [];
  const write = (address: string, body: string | Buffer) => {
    const path = join(folder, address);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, body);
    written.push(address);
  };
  const server = { base_url: SHOP, authority_path: undefined };
  const documentation = openDocumentation({ server, base_path, has_server: false });
  write('/index.html', frontPage(base_path).body);
  for (const address of documentation.addresses()) {
    const { body } = await documentation.page(address.slice('/docs'.length), EVERYTHING);
    const is_page = extname(address) === '';
    write(is_page ? `${address}/index.html` : address, body);
  }
  for (const [address, path] of Object.entries(FILES))
    write(address, readFileSync(join(ROOT, path)));
  write('/openapi.json', JSON.stringify(openApiDocument(operations, SENT_EVENTS, SHOP)));
  write('/llms.txt', llmsText(operations, SHOP));
  await writeSearch(documentation, write);
  return written;
}

/** A site of files has nobody who searches: a script does, in what it loads when it is asked. */
async function writeSearch(
  documentation: Documentation,
  write: (address: string, body: string) => void,
): Promise<void> {
  write('/search.json', JSON.stringify(await documentation.searched()));
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'packages/site/search-client.js')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
  });
  write('/search.js', outputFiles[0]?.text ?? '');
}
