import { html } from '../../src/platform/core/html.ts';
import { HITS_MAX, hitsHtml } from '../../src/sites/reference/search/hits.rules.ts';
import { ranked } from '../../src/sites/reference/search/ranking.rules.ts';

// Shows what was looked for on the first page of the documentation, where a server would have
// answered with another page.
const words = new URLSearchParams(location.search).get('q')?.trim().slice(0, 100) ?? '';
if (words !== '') search();

async function search() {
  const [base_path] = location.pathname.split('/docs');
  document.querySelector('input[name="q"]').value = words;
  const response = await fetch(`${base_path}/search.json`);
  const hits = ranked(await response.json(), words, HITS_MAX);
  // Made of our own texts by html, which escapes what was looked for.
  document.querySelector('main').innerHTML =
    html`<h1>Search</h1>${hitsHtml(hits, { words, base_path })}`.text;
}
