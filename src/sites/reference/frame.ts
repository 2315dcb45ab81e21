import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { htmlPage } from '../shared/layout.ts';

const CACHE_SECONDS = 300;

/** A page of the documentation. */
export interface DocsPage {
  title: string;
  base_path: string;
  /** Which of the links at the top leads here. */
  part: 'guides' | 'reference' | 'changes';
  /** What was looked for. */
  words?: string;
  /** The list beside it, and what it is called where it is folded. */
  tree: { name: string; body: Html };
  body: Html;
  /** What is on the page. */
  headings?: { id: string; title: string }[];
  status?: number;
  files?: `/${string}`[];
  asks_server?: boolean;
}

/** The frame that all pages of the documentation have: search, navigation, what is on the page. */
export function docsPage(page: DocsPage): PageAnswer {
  const { title, base_path, tree, body, headings = [], status = 200 } = page;
  const answer = htmlPage(
    status,
    `${title} · Kassa`,
    html`<body class="documentation">
${docsHeader(page)}
<div class="docs">
<nav class="tree" aria-label="Documentation"><details><summary>${tree.name}</summary><div>
${tree.body}</div></details></nav>
<main class="guide">
${body}
</main>
${headings.length > 1 && onThisPage(headings)}
</div>
</body>`,
    {
      base_path,
      files: ['/docs.css', '/docs.js', ...(page.files ?? [])],
      ...(page.asks_server && { asks_server: true }),
    },
  );
  return status === 200 ? { ...answer, cache_seconds: CACHE_SECONDS } : answer;
}

/** The bar at the top, with the search. */
export const docsHeader = ({
  base_path,
  part,
  words = '',
}: Pick<DocsPage, 'base_path' | 'words'> &
  Partial<Pick<DocsPage, 'part'>>): Html => html`<header class="head">
<a class="mark" href="${base_path}/docs">${MARK}Kassa</a>
<nav aria-label="Site">${headerLink('Guides', `${base_path}/docs`, part === 'guides')}
${headerLink('API', `${base_path}/docs/reference`, part === 'reference')}
${headerLink('Changes', `${base_path}/docs/changes`, part === 'changes')}</nav>
<form class="find" action="${base_path}/docs" role="search">
<input type="search" name="q" value="${words}" maxlength="100" placeholder="Search guides and API"
 aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<button>Search</button></form>
</header>`;

const headerLink = (name: string, address: string, is_here: boolean): Html =>
  html`<a href="${address}"${is_here && html` aria-current="true"`}>${name}</a>`;

const MARK = html`<svg viewBox="0 0 26 26" width="26" height="26" aria-hidden="true"><rect
 width="26" height="26" rx="7"/><path d="M9 7v12m8-12-7 6 7 6"/></svg>`;

const onThisPage = (headings: { id: string; title: string }[]): Html =>
  html`<nav class="here" aria-labelledby="on-this-page"><div>
<h2 id="on-this-page">On this page</h2>
${headings.map(({ id, title }) => html`<a href="#${id}">${title}</a>\n`)}</div></nav>`;

/** A link of the list; the page that is shown is marked. */
export const treeLink = (
  { title, address }: { title: string; address: string },
  { base_path, here }: { base_path: string; here: string },
): Html =>
  html`<a href="${base_path}${address}"${
    address === here && html` aria-current="page"`
  }>${title}</a>\n`;
