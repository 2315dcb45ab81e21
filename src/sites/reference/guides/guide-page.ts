import { type Html, html } from '../../../platform/core/html.ts';
import type { PageAnswer } from '../../../platform/http/page.ts';
import { docsPage, treeLink } from '../frame.ts';
import { DOCS } from './addresses.rules.ts';
import type { Entry, Guide, Library } from './library.ts';

interface Place {
  base_path: string;
  /** The address of the page that is shown. */
  here: string;
}

/** A document of ours, with the way through all of them. */
export function guidePage(library: Library, guide: Guide, place: Place): PageAnswer {
  const { base_path, here } = place;
  const pages = library.navigation().flatMap((section) => section.pages);
  const at = pages.findIndex(({ address }) => address === here);
  return docsPage({
    title: guide.title,
    base_path,
    part: here === `${DOCS}/changes` ? 'changes' : 'guides',
    tree: { name: 'All guides', body: guideTree(library, place) },
    body: html`${crumbs(base_path, pages[at]?.section)}
<h1>${guide.title}</h1>
${guide.body}
${at !== -1 && turn(base_path, [pages[at - 1], pages[at + 1]])}`,
    headings: guide.headings,
  });
}

const crumbs = (base_path: string, section: string | undefined): Html =>
  html`<p class="crumbs"><a href="${base_path}${DOCS}">Docs</a>${
    section !== undefined && html` › ${section}`
  }</p>`;

export const guideTree = (library: Library, place: Place): Html => html`${library.navigation().map(
  ({ title, pages }) => html`<h2>${title}</h2>
${pages.map((page) => treeLink(page, place))}`,
)}<h2>Reference</h2>
${treeLink(REFERENCE, place)}`;

const REFERENCE = { title: 'All operations', address: `${DOCS}/reference` };

type Neighbour = Pick<Entry, 'title' | 'address'>;

/** The pages before and after this one. */
export const turn = (
  base_path: string,
  [before, after]: [Neighbour | undefined, Neighbour | undefined],
): Html => html`<nav class="turn" aria-label="Neighbours">
${before && turnLink(base_path, 'Previous', before)}
${after && turnLink(base_path, 'Next', after)}</nav>`;

const turnLink = (base_path: string, name: string, { title, address }: Neighbour): Html =>
  html`<a class="${name.toLowerCase()}" href="${base_path}${address}"><span>${name}</span>
${title}</a>`;
