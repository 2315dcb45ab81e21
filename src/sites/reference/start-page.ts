import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { SentEvents } from '../../platform/operation/openapi-webhooks.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { eventKinds } from './events-section.ts';
import { docsPage } from './frame.ts';
import { DOCS } from './guides/addresses.rules.ts';
import { guideTree } from './guides/guide-page.ts';
import type { Library } from './guides/library.ts';
import { operationAddress } from './operation-page.ts';

interface Contents {
  library: Library;
  groups: Record<string, Operation[]>;
  sent: SentEvents;
  /** What holds for every operation. */
  guide: { id: string; title: string }[];
  base_path: string;
  has_server: boolean;
}

/**
 * /docs: every guide by what it is for, then every operation and event. Each of these has the
 * name here that it had when all were told on this page, so that older links still lead to it.
 */
export function startPage(contents: Contents): PageAnswer {
  const { library, groups, sent, guide, base_path, has_server } = contents;
  const place = { base_path, here: DOCS };
  return docsPage({
    title: 'Documentation',
    base_path,
    part: 'guides',
    // Files cannot search: there, a script does, on this page.
    ...(!has_server && { files: ['/search.js'] }),
    tree: { name: 'All guides', body: guideTree(library, place) },
    body: html`<h1>Documentation</h1>
<p class="lead">How to open a shop, sell, and run it; and every operation of its API.</p>
<div class="cards">${library.navigation().map(
      ({ title, pages }) => html`<section class="card"><h2>${title}</h2>
<ul>${pages.map(
        (page) =>
          html`<li><a href="${base_path}${page.address}">${page.title}</a>${
            page.about !== '' && html` <span>${page.about}</span>`
          }</li>\n`,
      )}</ul></section>\n`,
    )}</div>
<h2 id="api">API reference</h2>
<p><a href="${base_path}${DOCS}/reference">All operations on one page</a>, with samples. Programs
read the same from <a href="${base_path}/openapi.json">openapi.json</a>, language models from
<a href="${base_path}/llms.txt">llms.txt</a>, and agents use them as tools at
<code>/mcp</code>.</p>
<div class="operations">
${group(
  'Using the API',
  guide.map(({ id, title }) => link(base_path, id, title)),
)}
${Object.entries(groups).map(([name, members]) =>
  group(
    name,
    members.map((one) => operationLink(base_path, one)),
  ),
)}
${group('Events', [
  link(base_path, 'events', 'How events arrive'),
  ...eventKinds(sent).flatMap(({ kind, types }) => [
    link(base_path, `${kind}-events`, `${kind}.*`),
    ...types.map((type) => link(base_path, type, type)),
  ]),
])}
</div>`,
  });
}

const group = (name: string, items: Html[]): Html => html`<section><h3>${name}</h3>
<ul>${items}</ul></section>`;

const link = (base_path: string, id: string, title: string): Html =>
  html`<li id="${id}"><a href="${base_path}${DOCS}/reference#${id}">${title}</a></li>\n`;

function operationLink(base_path: string, operation: Operation): Html {
  const name = operation.path.slice(1);
  return html`<li id="${name}"><a href="${base_path}${operationAddress(operation)}">${name}</a>
</li>\n`;
}
