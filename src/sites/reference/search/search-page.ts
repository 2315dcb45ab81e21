import { html } from '../../../platform/core/html.ts';
import type { PageAnswer } from '../../../platform/http/page.ts';
import { docsPage } from '../frame.ts';
import { guideTree } from '../guides/guide-page.ts';
import type { Library } from '../guides/library.ts';
import { hitsHtml } from './hits.rules.ts';
import type { Searched } from './ranking.rules.ts';

interface Found {
  library: Library;
  words: string;
  hits: Searched[];
  base_path: string;
}

/** What was found in guides and reference. */
export const searchPage = ({ library, words, hits, base_path }: Found): PageAnswer =>
  docsPage({
    title: words,
    base_path,
    part: 'guides',
    words,
    tree: { name: 'All guides', body: guideTree(library, { base_path, here: '' }) },
    body: html`<h1>Search</h1>${hitsHtml(hits, { words, base_path })}`,
  });
