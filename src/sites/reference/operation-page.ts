import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import {
  exampleAnswer,
  exampleInput,
  requiredParameters,
} from '../../platform/operation/examples.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { inline, json, withDocumentLinks } from './blocks.ts';
import { docsPage, treeLink } from './frame.ts';
import { DOCS } from './guides/addresses.rules.ts';
import { turn } from './guides/guide-page.ts';
import { endOf, errorList, noteOn, scopesOf } from './operation-section.ts';
import { answerList, parameterList } from './parameter-list.ts';
import { python } from './python-sample.ts';
import { callOf, curl, type SampleServer, typeScript } from './samples.ts';

const OPERATIONS = `${DOCS}/operations`;

export const operationAddress = ({ path }: Pick<Operation, 'path'>): string =>
  `${OPERATIONS}${path}`;

export interface OperationPlace {
  base_path: string;
  /** Which server the samples call. */
  server: SampleServer;
  /** Whether the pages come from one, which can be tried with them. */
  has_server: boolean;
}

/** A page for an operation: what it does, takes, answers and refuses, with samples, and to try. */
export function operationPage(
  operation: Operation,
  groups: Record<string, Operation[]>,
  place: OperationPlace,
): PageAnswer {
  const { base_path, has_server } = place;
  const { method, path, errors } = operation;
  const all = Object.values(groups).flat();
  const at = all.indexOf(operation);
  const name = path.slice(1);
  return docsPage({
    title: name,
    base_path,
    part: 'reference',
    tree: { name: 'All operations', body: html`${operationTree(operation, groups, base_path)}` },
    headings: [
      { id: 'request', title: 'Request' },
      { id: 'parameters', title: 'Parameters' },
      { id: 'answer', title: 'Answer' },
      ...(errors.length > 0 ? [{ id: 'errors', title: 'Errors' }] : []),
      ...(has_server ? [{ id: 'try-it', title: 'Try it' }] : []),
    ],
    ...(has_server && { files: ['/try.js'], asks_server: true }),
    body: withDocumentLinks(
      html`<p class="crumbs"><a href="${base_path}${DOCS}">Docs</a> ›
<a href="${base_path}${DOCS}/reference">API</a></p>
<h1>${name}</h1>
<p class="lead">${operation.summary}.</p>
${operation.description !== '' && html`<p>${inline(operation.description)}</p>`}
${operation.deprecated && endOf(operation.deprecated)}
<p class="call"><code><span class="method ${method.toLowerCase()}">${method}</span> ${path}</code>
<span>Key: ${scopesOf(operation)}</span></p>
<h2 id="request">Request</h2>
${noteOn(path, `${base_path}${OPERATIONS}/`)}
${requestSamples(operation, place)}
<h2 id="parameters">Parameters</h2>
${parameterList(operation.input.properties, requiredParameters(operation))}
<h2 id="answer">Answer</h2>
<div class="code">${json(exampleAnswer(operation))}</div>
${answerList(operation.output)}
${errors.length > 0 && html`<h2 id="errors">Errors</h2>${errorList(errors)}`}
<p><a href="${base_path}${DOCS}/reference#errors">What every operation may answer</a></p>
${has_server && tryIt(operation, base_path)}
${turn(base_path, [linkTo(all[at - 1]), linkTo(all[at + 1])])}`,
      base_path,
    ),
  });
}

const linkTo = (operation: Operation | undefined) =>
  operation && { title: operation.path.slice(1), address: operationAddress(operation) };

/** The group of this operation is open, the others are folded. */
const operationTree = (
  operation: Operation,
  groups: Record<string, Operation[]>,
  base_path: string,
): Html[] =>
  Object.entries(groups).map(([name, members]) => {
    const place = { base_path, here: operationAddress(operation) };
    const links = members.map((one) =>
      treeLink({ title: one.path.slice(1), address: operationAddress(one) }, place),
    );
    return html`<details${members.includes(operation) && html` open`}>
<summary>${name}</summary>${links}</details>\n`;
  });

const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' };

function requestSamples(operation: Operation, { server, base_path }: OperationPlace): Html {
  const call = callOf(operation);
  const samples = {
    curl: curl(call, server),
    typescript: typeScript(call),
    python: python(call, server.base_url),
  };
  const first_call = `${base_path}${DOCS}/reference#first-call`;
  return html`<div class="code samples"><fieldset class="bar"><legend>Language</legend>
${Object.entries(LANGUAGES).map(
  ([language, name]) => html`<label><input type="radio" name="language" value="${language}"
 ${language === 'curl' && html`checked`}>${name}</label>`,
)}</fieldset>
${Object.entries(samples).map(
  ([language, text]) => html`<pre tabindex="0" class="${language}"><code>${text}</code></pre>\n`,
)}</div>
<p class="quiet">The key is in the variable <code>KASSA_KEY</code>; other variables are identifiers
of your own. <a href="${first_call}">First call</a> has the function <code>kassa</code> of the
sample in TypeScript.</p>`;
}

/** Shown by its script: without one there is nothing to try with. */
function tryIt(operation: Operation, base_path: string): Html {
  const { method, path } = operation;
  const input = JSON.stringify(exampleInput(operation), null, 2);
  const lines = Math.min(16, input.split('\n').length + 1);
  return html`<section class="try" aria-labelledby="try-it">
<h2 id="try-it">Try it</h2>
<p class="without-script">This needs JavaScript. The samples above do the same.</p>
<form data-method="${method}" data-address="${base_path}${path}" hidden>
<p>With a key of a test store, where no money moves. It stays on this page and is sent to this
server alone, which keeps nothing of it; keys of live stores are refused.</p>
<label for="try-key">Test key</label>
<input id="try-key" type="password" autocomplete="new-password" spellcheck="false"
 placeholder="kassa_test_…" maxlength="200" required>
<label for="try-input">Parameters</label>
<textarea id="try-input" rows="${lines}" spellcheck="false">${input}</textarea>
<p class="problem" role="alert" hidden></p>
<button>Send ${method} ${path}</button>
<div class="answered" hidden><p role="status"></p><pre tabindex="0"><code></code></pre></div>
</form></section>`;
}
