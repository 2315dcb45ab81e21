import { html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { nextTurn } from '../../platform/http/turn.ts';
import { SENT_EVENTS } from '../../shop/events/event-records.ts';
import { operations } from '../api/operations.ts';
import { eventKinds } from './events-section.ts';
import { docsPage } from './frame.ts';
import { guide } from './guide.ts';
import { DOCS } from './guides/addresses.rules.ts';
import { guidePage, guideTree } from './guides/guide-page.ts';
import { openLibrary } from './guides/library.ts';
import { type OperationPlace, operationPage } from './operation-page.ts';
import { createReference, type ReferenceQuery } from './reference.ts';
import { HITS_MAX } from './search/hits.rules.ts';
import { type Indexed, ranked } from './search/ranking.rules.ts';
import {
  eventPart,
  guideParts,
  operationPart,
  referencePart,
  searchedAddresses,
} from './search/search-index.ts';
import { searchPage } from './search/search-page.ts';
import { startPage } from './start-page.ts';

const OPERATION = /^\/operations(\/[a-z-]{1,60})$/;
const FILE_SECONDS = 300;
const READER = 'search index';

/** Guides and reference, as they are served at /docs and written as files. */
export interface Documentation {
  /** What is at an address below /docs. */
  page(below: string, query: ReferenceQuery): PageAnswer | Promise<PageAnswer>;
  /** The addresses of all pages and files. */
  addresses(): string[];
  /** What can be looked for. */
  searched(): Promise<readonly Indexed[]>;
}

export function openDocumentation(place: OperationPlace): Documentation {
  const { base_path, server } = place;
  const library = openLibrary(base_path);
  const all = Object.values(operations).flat();
  const parts = guide(server);
  const whole = once(() => createReference(operations, SENT_EVENTS, place));
  const start = once(() =>
    startPage({
      library,
      groups: operations,
      sent: SENT_EVENTS,
      guide: parts,
      base_path,
      has_server: place.has_server,
    }),
  );
  const searched = once(readAll);

  /** In turns: others go on between two documents. */
  async function readAll(): Promise<Indexed[]> {
    const index = [
      ...all.map(operationPart),
      ...parts.map(referencePart),
      ...eventKinds(SENT_EVENTS).map(eventPart),
    ];
    for (const address of searchedAddresses(library)) {
      await nextTurn(READER);
      index.push(...guideParts(library, address));
    }
    return index;
  }

  async function search(words: string): Promise<PageAnswer> {
    const hits = ranked(await searched(), words, HITS_MAX);
    return searchPage({ library, words, hits, base_path });
  }

  function page(below: string, query: ReferenceQuery): PageAnswer | Promise<PageAnswer> {
    if (below === '') return query.words === '' ? start() : search(query.words);
    if (below === '/reference') return whole()(query);
    const [, path] = OPERATION.exec(below) ?? [];
    const operation = all.find((one) => one.path === path);
    if (operation) return operationPage(operation, operations, place);
    const here = `${DOCS}${below}`;
    const found = library.guideAt(below);
    if (found) return guidePage(library, found, { base_path, here });
    const file = library.fileAt(below);
    if (file) return { status: 200, ...file, cache_seconds: FILE_SECONDS };
    return missingPage();
  }

  const missingPage = (): PageAnswer =>
    docsPage({
      title: 'Page not found',
      base_path,
      part: 'guides',
      status: 404,
      tree: { name: 'All guides', body: guideTree(library, { base_path, here: '' }) },
      body: html`<h1>Page not found</h1>
<p>There is no such page in the documentation of this release. The list and the search have all
that there are.</p>`,
    });

  return {
    page,
    searched,
    addresses: () => [
      ...library.addresses(),
      `${DOCS}/reference`,
      ...all.map(({ path }) => `${DOCS}/operations${path}`),
    ],
  };
}

/** Made when it is asked for first, and kept. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
