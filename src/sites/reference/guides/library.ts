import { type Html, inOnePiece } from '../../../platform/core/html.ts';
import { listOwnFiles, readOwnFile } from '../../../platform/core/program.ts';
import { addressOf, documentsBeside, linkFrom, pathFrom } from './addresses.rules.ts';
import { type Block, readBlocks } from './markdown-blocks.rules.ts';
import { blocksHtml } from './markdown-html.rules.ts';
import { plainText } from './markdown-inline.rules.ts';
import { type NavigationSection, readNavigation } from './navigation.rules.ts';

const ROOT = new URL('../../../../', import.meta.url);
const FOLDERS = ['docs/', 'docs/guides/', 'docs/decisions/'];
const INDEX = 'docs/README.md';

/** Pictures and files that documents lead to, and what they are. */
const TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  webp: 'image/webp',
  yml: 'text/plain; charset=utf-8',
};

/** A document as a page: without its title, and what is on it. */
export interface Guide {
  title: string;
  body: Html;
  headings: { id: string; title: string }[];
}

/** A page with its place in the navigation. */
export interface Entry {
  title: string;
  about: string;
  address: string;
  section: string;
}

/** The documents of this release. Each is read when it is asked for first. */
export interface Library {
  /** By the address below /docs, such as `/guides/nextjs`. */
  guideAt(below: string): Guide | undefined;
  fileAt(below: string): { type: string; body: Buffer } | undefined;
  navigation(): { title: string; pages: Entry[] }[];
  /** The addresses of all documents and files. */
  addresses(): string[];
  /** The document at an address, as blocks. */
  blocksAt(address: string): Block[];
}

export function openLibrary(base_path: string): Library {
  const guides = new Map<string, Guide>();
  let paths: Map<string, string> | undefined;
  let navigation: ReturnType<Library['navigation']> | undefined;

  const pathAt = (address: string): string | undefined => {
    paths ??= new Map(listPaths().map((path) => [addressOf(path) ?? '', path]));
    return paths.get(address);
  };

  return {
    guideAt(below) {
      const path = pathAt(`/docs${below}`);
      if (path === undefined || !path.endsWith('.md') || path === INDEX) return undefined;
      const guide = guides.get(path) ?? guideOf(path, base_path);
      guides.set(path, guide);
      return guide;
    },
    fileAt(below) {
      const path = pathAt(`/docs${below}`) ?? '';
      const { [path.split('.').at(-1) ?? '']: type } = TYPES;
      return type === undefined ? undefined : { type, body: readPath(path) };
    },
    navigation() {
      navigation ??= readNavigation(readPath(INDEX).toString()).map(sectionOf);
      return navigation;
    },
    addresses() {
      pathAt('');
      return [...(paths?.keys() ?? [])];
    },
    blocksAt(address) {
      const path = pathAt(address);
      return path?.endsWith('.md') ? readBlocks(readPath(path).toString()) : [];
    },
  };
}

function listPaths(): string[] {
  const documents = FOLDERS.flatMap((folder) => filesIn(folder, /^[\w-]+\.(?:md|yml)$/));
  return [...documents, ...filesIn('docs/pictures/', /^[\w-]+\.\w+$/), ...documentsBeside()];
}

const filesIn = (folder: string, names: RegExp): string[] =>
  listOwnFiles(urlOf(folder))
    .filter((name) => names.test(name))
    .map((name) => `${folder}${name}`);

const readPath = (path: string): Buffer => readOwnFile(urlOf(path));

const urlOf = (file: string): URL => new URL(file, ROOT);

function guideOf(path: string, base_path: string): Guide {
  const blocks = readBlocks(readPath(path).toString());
  const body = blocks.filter((block) => block.kind !== 'heading' || block.level > 1);
  const linkTo = (target: string) => linkFrom(path, base_path, target);
  return {
    title: titleOf(blocks),
    body: inOnePiece({
      text: blocksHtml(body, linkTo)
        .map(({ text }) => text)
        .join(''),
    }),
    headings: body.flatMap((block) =>
      block.kind === 'heading' && block.level === 2
        ? [{ id: block.id, title: plainText(block.text) }]
        : [],
    ),
  };
}

const titleOf = (blocks: Block[]): string => {
  const [first] = blocks;
  return first?.kind === 'heading' ? plainText(first.text) : '';
};

/** Files that are no pages, such as rules for alerts, are linked from their document. */
const sectionOf = ({ title, pages }: NavigationSection): { title: string; pages: Entry[] } => ({
  title,
  pages: pages.flatMap(({ path, title: name, about }) => {
    const file = pathFrom(INDEX, path);
    const address = addressOf(file);
    if (address === undefined || !file.endsWith('.md')) return [];
    const own = name ?? titleOf(readBlocks(readPath(file).toString()));
    return [{ title: own, about, address, section: title }];
  }),
});
