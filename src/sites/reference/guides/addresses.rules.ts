// Where the documents are served: docs/mail.md at /docs/mail, as it is linked in every document.

export const DOCS = '/docs';

/** Documents beside `docs/` that are served with it. */
const BESIDE: Record<string, string> = {
  'CHANGELOG.md': 'changes',
  'SECURITY.md': 'security',
  'CONTRIBUTING.md': 'contributing',
};

/** Names below /docs that no document may have: other pages are there. */
export const OTHER_PAGES = ['reference', 'operations', 'pictures', ...Object.values(BESIDE)];

export const documentsBeside = (): string[] => Object.keys(BESIDE);

/** The address of a file of the repository; undefined for one that is not served. */
export function addressOf(path: string): string | undefined {
  const { [path]: beside } = BESIDE;
  if (beside !== undefined) return `${DOCS}/${beside}`;
  if (!path.startsWith('docs/')) return undefined;
  const below = path.slice('docs'.length);
  if (!below.endsWith('.md')) return `${DOCS}${below}`;
  const page = below.slice(0, -'.md'.length);
  return `${DOCS}${page.endsWith('/README') ? page.slice(0, -'/README'.length) : page}`;
}

/** The path of the file that a link of a document leads to, from the top of the repository. */
export function pathFrom(document: string, target: string): string {
  const folders = document.split('/').slice(0, -1);
  for (const name of target.split('/')) {
    if (name === '..') folders.pop();
    else if (name !== '.') folders.push(name);
  }
  return folders.join('/');
}

/** A link of a document as one of our pages; text where it leads into the source tree. */
export function linkFrom(document: string, base_path: string, target: string): string | undefined {
  if (/^(?:https?:|mailto:)/.test(target)) return target;
  const [path = '', id] = target.split('#');
  const at = path === '' ? addressOf(document) : addressOf(pathFrom(document, path));
  return at === undefined ? undefined : `${base_path}${at}${id === undefined ? '' : `#${id}`}`;
}
