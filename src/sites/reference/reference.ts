import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { SentEvents } from '../../platform/operation/openapi-webhooks.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { htmlPage } from '../shared/layout.ts';
import { withDocumentLinks } from './blocks.ts';
import { eventKinds, eventsIntroduction } from './events-section.ts';
import { guide } from './guide.ts';
import { anchor, operationSection } from './operation-section.ts';
import type { SampleServer } from './samples.ts';

const REFERENCE_FILES = ['/reference.css', '/reference.js'] as const;

/** What a reader asks for; empty: everything, with samples for curl. */
export interface ReferenceQuery {
  words: string;
  language: 'curl' | 'typescript';
}

interface Entry {
  id: string;
  title: string;
  text: Html;
  /** What the filter looks at, in lower case. */
  said: string;
}

interface Chapter {
  name: string;
  entries: Entry[];
  /** Told before everything, and left out where somebody looks for something. */
  is_guide?: boolean;
}

/**
 * The reference at /docs/reference, from the same declarations as the router. Its parts are made
 * once; a reader who looks for something gets those that have all the words. Needs no JavaScript.
 */
export function createReference(
  groups: Record<string, Operation[]>,
  sent: SentEvents,
  { server, base_path }: { server: SampleServer; base_path: string },
): (query: ReferenceQuery) => PageAnswer {
  const entry = (one: Omit<Entry, 'said'>): Entry => ({
    ...one,
    text: withDocumentLinks(one.text, base_path),
    said: textIn(one.text).toLowerCase(),
  });
  const chapters: Chapter[] = [
    { name: 'Using the API', is_guide: true, entries: guide(server).map(entry) },
    ...Object.entries(groups).map(([name, members]) => ({
      name,
      entries: members.map((operation) =>
        entry({
          id: anchor(operation),
          title: anchor(operation),
          text: operationSection(operation, server),
        }),
      ),
    })),
    {
      name: 'Events',
      entries: [
        entry({ id: 'events', title: 'How events arrive', text: eventsIntroduction(sent) }),
        ...eventKinds(sent).map(({ kind, text }) =>
          entry({ id: `${kind}-events`, title: `${kind}.*`, text }),
        ),
      ],
    },
  ];
  return (query) => page(found(chapters, query.words), query, base_path);
}

/** What is told, without the samples: as the script of the page reads it. */
export const textIn = ({ text }: Html): string =>
  text
    .replace(/<pre[\s\S]*?<\/pre>/g, ' ')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"');

function found(chapters: Chapter[], text: string): Chapter[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return chapters;
  return chapters
    .filter(({ is_guide }) => !is_guide)
    .map((chapter) => ({
      ...chapter,
      entries: chapter.entries.filter(({ said }) => words.every((word) => said.includes(word))),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function page(
  chapters: Chapter[],
  { words, language }: ReferenceQuery,
  base_path: string,
): PageAnswer {
  return htmlPage(
    200,
    words === '' ? 'Kassa API reference' : `${words} · Kassa API reference`,
    html`<body class="reference">
<header>
  <a class="brand" href="${base_path}/docs">Kassa <span>Docs</span></a>
  <form action="${base_path}/docs/reference" role="search">
    <input type="search" name="q" value="${words}" maxlength="100" aria-label="Filter"
      placeholder="Filter" autocomplete="off" spellcheck="false">
    <fieldset><legend>Samples in</legend>
      ${choice('curl', 'curl', language)} ${choice('typescript', 'TypeScript', language)}
    </fieldset>
    <button>Show</button>
  </form>
</header>
<nav aria-label="Operations" tabindex="0"><details><summary>All operations and events</summary>
${chapters.map(
  ({ name, entries }) => html`<div class="chapter"><h2>${name}</h2>
<ul>${entries.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></div>`,
)}</details></nav>
<main id="top">
<h1>API reference</h1>
<p class="lead">Every operation of this server, with samples that run once variables such as
<code>$product_id</code> are identifiers of your own. Programs read the same from
<a href="${base_path}/openapi.json">openapi.json</a>, language models from
<a href="${base_path}/llms.txt">llms.txt</a>, and agents use them as tools at <code>/mcp</code>.</p>
<p class="nothing" ${chapters.length > 0 && html`hidden`} role="status">Nothing has all of these
words. <a href="${base_path}/docs/reference">Show everything</a></p>
${chapters.map(
  ({ name, entries, is_guide }) => html`<div class="chapter ${is_guide && 'guide'}">
<h2>${name}</h2>
${entries.map(({ text }) => text)}
</div>`,
)}
</main>
</body>`,
    { base_path, files: REFERENCE_FILES },
  );
}

const choice = (value: ReferenceQuery['language'], name: string, chosen: string): Html =>
  html`<label><input type="radio" name="samples" value="${value}"
${value === chosen && html`checked`}> ${name}</label>`;
