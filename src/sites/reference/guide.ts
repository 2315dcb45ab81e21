import { type Html, html } from '../../platform/core/html.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import { METADATA } from '../../platform/core/metadata.ts';
import { KASSA, readOwnFile } from '../../platform/core/program.ts';
import {
  COMMON_ERRORS,
  errorExample,
  IDEMPOTENCY_ERRORS,
} from '../../platform/operation/openapi-errors.ts';
import { json, part, sample, samples } from './blocks.ts';
import { certificate } from './certificate.ts';
import { errorList } from './operation-section.ts';
import { preparationInShell, preparationInTypeScript } from './preparation.ts';
import { authorityOption, curl, type SampleServer } from './samples.ts';

export interface GuidePart {
  id: string;
  title: string;
  text: Html;
}

/** What holds for every operation, before the first of them. */
export const guide = (server: SampleServer): GuidePart[] =>
  [
    { id: 'first-call', title: 'First call', body: firstCall(server) },
    { id: 'authentication', title: 'Authentication', body: authentication(server) },
    { id: 'errors', title: 'Errors', body: errors() },
    { id: 'lists', title: 'Lists and pages', body: lists(server) },
    { id: 'retries', title: 'Safe retries', body: retries(server) },
    { id: 'values', title: 'Values and limits', body: values() },
    ...certificate(server),
    { id: 'samples', title: 'Try every sample', body: preparation(server) },
  ].map(({ id, title, body }) => ({ id, title, text: part(id, title, body) }));

const sides = (text: Html, shown: Html): Html =>
  html`  <div class="sides"><div class="told">${text}</div><div class="shown">${shown}</div></div>`;

const FIRST_CALL = { method: 'GET', path: '/search-products', input: { limit: 3 } } as const;

function firstCall(server: SampleServer): Html {
  const { authority_path } = server;
  return sides(
    html`<p>Every call goes to <code>${server.base_url}</code>, by HTTPS alone. POST takes a JSON
    body; GET and DELETE take the same parameters in the query string, in a JSON body, or in both.
    Every answer is JSON.</p>
    <p>Put your key into the variable <code>KASSA_KEY</code>: the samples take it from there.
    ${authority_path !== undefined && CACERT}</p>
    <p>The samples in TypeScript use the function <code>kassa</code>, which needs no package.</p>`,
    html`<h4>Request</h4>
    ${sample('curl', `export KASSA_KEY=kassa_test_…\n\n${curl(FIRST_CALL, server)}`)}
    ${sample('typescript', client(server))}`,
  );
}

const CACERT = html`This server has a certificate of a local authority: curl trusts it by
<code>--cacert</code>. <a href="#certificate">Other programs</a>`;

const CLIENT = readOwnFile(new URL('./client.txt', import.meta.url))
  .toString()
  .trimEnd();

const client = ({ base_url }: SampleServer): string => CLIENT.replace('BASE_URL', () => base_url);

const authentication = (server: SampleServer): Html =>
  sides(
    html`<p>Send your key in the header <code>x-api-key</code>, or as
    <code>Authorization: Bearer</code>. A key belongs to one store, and nothing of another store can
    be seen or touched with it. Keys that begin with <code>kassa_test_</code> are of a test store,
    where no money moves and the clock can be advanced.</p>
    <p>A key is shown once, when it is made: <code>${KASSA} keys create</code>.
    What it may do is its scope:</p>
    <dl>
    <dt><code>full</code></dt><dd>Everything.</dd>
    <dt><code>read</code></dt><dd>What reads: every GET operation.</dd>
    <dt><code>license</code></dt><dd>Validate, activate and deactivate a license. Safe to ship
    inside an application, and may be used by pages of any origin.</dd>
    </dl>`,
    html`<h4>As a bearer token</h4>
    ${samples(
      curl(FIRST_CALL, server).replace('x-api-key: ', 'Authorization: Bearer '),
      `const response = await fetch('${server.base_url}/search-products?limit=3', {
  headers: { Authorization: \`Bearer \${KASSA_KEY}\` },
});`,
    )}`,
  );

const errors = (): Html =>
  sides(
    html`<p>A call is answered with status 200, or with an error. Programs read <code>code</code>;
    <code>message</code> is for people and may change. <code>details</code> names every parameter
    that is wrong, not only the first. Give the <code>request_id</code> when you ask for help: the
    log has it too.</p>
    <p>What an operation is about is 404 when it does not exist; something it only refers to, such
    as the product of a checkout, is 400. Errors of its own are listed with each operation. Every
    operation may answer these:</p>
    ${errorList(COMMON_ERRORS)}`,
    html`<h4>An error</h4>
    ${json(errorExample('invalid_parameters'))}`,
  );

const lists = (server: SampleServer): Html =>
  sides(
    html`<p>A list answers up to <code>limit</code> records (100 unless you say less), newest first.
    While <code>has_more</code> is true, send <code>next_cursor</code> as <code>cursor</code>, with
    the same other parameters, for the next page. A cursor belongs to its list. Pages stay fast
    however deep you go.</p>`,
    html`<h4>All customers</h4>
    ${samples(
      `${curl({ method: 'GET', path: '/list-customers', input: { limit: 50 } }, server)}

# and then, with next_cursor of the answer:
# ${server.base_url}/list-customers?limit=50&cursor=…`,
      `let cursor: string | null = null;
do {
  const page = await kassa('GET /list-customers', { limit: 50, ...(cursor && { cursor }) });
  for (const customer of page.data) console.log(customer.customer_id);
  cursor = page.next_cursor;
} while (cursor);`,
    )}`,
  );

const retries = (server: SampleServer): Html =>
  sides(
    html`<p>Send an <code>Idempotency-Key</code> with a POST or DELETE, 1 to
    ${LIMITS.idempotency_key_characters} visible characters that you choose, and repeating it is
    safe: for ${LIMITS.idempotency_hours} hours the same request gets the first answer, marked
    <code>Idempotent-Replayed: true</code>. So nothing is charged twice when a connection
    breaks.</p>
    <p>The same key with other parameters is refused. What only says "not now", such as 429 or 500,
    is not kept: send the same again.</p>
    ${errorList(IDEMPOTENCY_ERRORS)}`,
    html`<h4>A customer, once</h4>
    ${samples(
      `curl ${authorityOption(server)}${server.base_url}/create-customer \\
  -H "x-api-key: $KASSA_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: signup-1042' \\
  -d '{ "name": "Grace Hopper" }'`,
      `const response = await fetch('${server.base_url}/create-customer', {
  method: 'POST',
  headers: {
    'x-api-key': KASSA_KEY,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'signup-1042',
  },
  body: JSON.stringify({ name: 'Grace Hopper' }),
});`,
    )}`,
  );

const values = (): Html => html`  <div class="told">
  <dl>
  <dt>Money</dt><dd>A number in the major unit of its currency: <code>19.99</code> USD,
  <code>1500</code> JPY. More decimals than the currency has are refused.</dd>
  <dt>Instants</dt><dd>ISO 8601 in UTC: <code>2026-11-14T09:30:00.000Z</code>. A parameter may also
  have an offset, or be a day: the whole day in UTC.</dd>
  <dt>null</dt><dd>Leaving a parameter out and sending <code>null</code> are the same; in an update,
  <code>null</code> clears a field that may be null.</dd>
  <dt>Unknown parameters</dt><dd>Are refused, so that a typing mistake does not pass.</dd>
  <dt>metadata</dt><dd>Up to ${METADATA.pairs_max} pairs of text of your own, keys up to
  ${METADATA.key_max} characters, values up to ${METADATA.value_max}.</dd>
  <dt>Size and speed</dt><dd>A body has at most ${LIMITS.body_bytes / 1024} KB. The headers
  <code>RateLimit-Policy</code> and <code>RateLimit</code> tell how many requests a key may make and
  has left; a 429 has <code>Retry-After</code>.</dd>
  </dl></div>`;

const preparation = (server: SampleServer): Html =>
  sides(
    html`<p>Samples name what they are about by variables, such as <code>$product_id</code>. These
    lines make one of everything in your test store and set the variables; then every sample on this
    page runs as it is copied, in the same terminal or program.</p>`,
    html`<h4>Make one of everything</h4>
    ${samples(preparationInShell(server), preparationInTypeScript())}`,
  );
