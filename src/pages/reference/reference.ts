import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from '../../core/errors.ts';
import { basePath } from '../../core/web-address.ts';
import {
  exampleAnswer,
  exampleInput,
  requiredParameters,
  type SchemaParts,
} from '../../operation/examples.ts';
import { COMMON_ERRORS, IDEMPOTENCY_ERRORS } from '../../operation/openapi-errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { type Html, html } from '../shared/html.ts';
import { htmlPage } from '../shared/layout.ts';
import type { PageAnswer } from '../shared/page.ts';

/** The reference at /docs, from the same declarations as the router. Needs no JavaScript. */
export function referencePage(groups: Record<string, Operation[]>, base_url: string): PageAnswer {
  const base_path = basePath(base_url);
  const entries = Object.entries(groups);
  return htmlPage(
    200,
    'Kassa API reference',
    html`<body class="reference">
<nav aria-label="Operations">
  <a class="brand" href="#top">Kassa</a>
  ${entries.map(
    ([name, members]) => html`<h2>${name}</h2>
  <ul>${members.map((one) => html`<li><a href="#${anchor(one)}">${anchor(one)}</a></li>`)}</ul>`,
  )}
  <h2>Conventions</h2>
  <ul><li><a href="#errors">errors</a></li></ul>
</nav>
<main id="top">
<h1>API reference</h1>
<p>Every call goes to <code>${base_url}</code> with your key in the <code>x-api-key</code> header.
With Kassa's own certificate, curl needs <code>--cacert data/tls/ca.pem</code> too.
Parameters of GET and DELETE may be in the query string or in a JSON body; POST takes a JSON body.
An <code>Idempotency-Key</code> header on a POST or DELETE makes a retry safe: for 24 hours the same
request gets the first answer. A list answers <code>next_cursor</code> while there is more; send
it as <code>cursor</code>. <code>RateLimit</code> headers tell what a key may still do.
Programs read the same from <a href="${base_path}/openapi.json">openapi.json</a>.</p>
${entries.map(([name, members]) => [
  html`<h2 class="group">${name}</h2>`,
  ...members.map((operation) => section(operation, base_url)),
])}
${errorsSection()}
</main>
</body>`,
    { base_path },
  );
}

const anchor = (operation: Operation): string => operation.path.slice(1);

function section(operation: Operation, base_url: string): Html {
  const { method, errors } = operation;
  const mark = html`<span class="method ${method.toLowerCase()}">${method}</span>`;
  return html`<section id="${anchor(operation)}" aria-labelledby="${anchor(operation)}-title">
  <h3 id="${anchor(operation)}-title">${mark} ${operation.path}</h3>
  <p><strong>${operation.summary}.</strong> ${inline(operation.description)}</p>
  <div class="columns">
    <div>
      <h4>Parameters</h4>
      ${parameterList(operation)}
      ${errors.length > 0 && html`<h4>Errors of its own</h4>${errorList(errors)}`}
    </div>
    <div>
      <h4>Request</h4>
      <pre tabindex="0"><code>${curl(operation, base_url)}</code></pre>
      <h4>Answer</h4>
      <pre tabindex="0"><code>${JSON.stringify(exampleAnswer(operation), null, 2)}</code></pre>
    </div>
  </div>
</section>`;
}

function parameterList(operation: Operation): Html {
  const required = requiredParameters(operation);
  return html`<dl>${Object.entries(operation.input.properties).map(([name, schema]) =>
    parameterItems(name, schema, required.includes(name)),
  )}</dl>`;
}

/** A parameter, and after it the fields of an object. */
function parameterItems(name: string, schema: TSchema, is_required: boolean): Html[] {
  const parts = inner(schema);
  const type = html`${typeName(schema)}${is_required && html`, <em>required</em>`}`;
  const item = html`<dt><code>${name}</code> <span class="quiet">${type}</span></dt>
<dd>${inline(parts.description ?? '')}${constraints(schema)}</dd>`;
  const fields = Object.entries(parts.properties ?? {});
  return [
    item,
    ...fields.flatMap(([field, one]) => parameterItems(`${name}.${field}`, one, false)),
  ];
}

function typeName(schema: TSchema): string {
  const { type, enum: words } = inner(schema);
  return words ? words.map(String).join(' | ') : (type ?? '');
}

function constraints(schema: TSchema): string {
  const { default: standard } = inner(schema);
  return standard === undefined ? '' : ` Default: ${standard}.`;
}

/** The schema itself, where "or null" is only a way to clear it. */
function inner(schema: TSchema): SchemaParts {
  const parts = schema as SchemaParts;
  return (parts.anyOf?.[0] as SchemaParts | undefined) ?? parts;
}

/** `code` in descriptions. */
const inline = (text: string): Html[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

function curl(operation: Operation, base_url: string): string {
  const input = exampleInput(operation);
  if (operation.method === 'POST') {
    return `curl ${base_url}${operation.path} \\
  -H "x-api-key: $KASSA_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(input, null, 2)}'`;
  }
  const query = new URLSearchParams(Object.entries(input).map(([k, v]) => [k, String(v)]));
  const method = operation.method === 'GET' ? '' : `-X ${operation.method} `;
  return `curl ${method}'${base_url}${operation.path}?${query}' \\
  -H "x-api-key: $KASSA_KEY"`;
}

function errorsSection(): Html {
  return html`<section id="errors" aria-labelledby="errors-title">
<h3 id="errors-title">Errors</h3>
<p>An error says what to do. <code>details</code> names every offending parameter; programs read
<code>code</code>. Any operation may answer these:</p>
${errorList([...COMMON_ERRORS, ...IDEMPOTENCY_ERRORS])}
</section>`;
}

const errorList = (codes: readonly ErrorCode[]): Html =>
  html`<dl>${codes.map((code) => {
    const [status, message] = ERRORS[code];
    return html`<dt><code>${code}</code> <span class="quiet">${status}</span></dt>
<dd>${message}</dd>`;
  })}</dl>`;
