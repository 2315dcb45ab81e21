import type { Static } from 'typebox';
import { Refusal } from '../../../platform/core/errors.ts';
import { type Html, html } from '../../../platform/core/html.ts';
import type { ApiKey } from '../../../shop/store/api-key-record.rules.ts';
import { createApiKey } from '../../../shop/store/create-api-key.ts';
import { listApiKeys } from '../../../shop/store/list-api-keys.ts';
import { revokeApiKey } from '../../../shop/store/revoke-api-key.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { confirmPage } from '../confirm-page.ts';
import { field } from '../field.ts';
import { doneNote, type Filled, filledWith, inputs, pair, part, sendForm } from '../form.ts';
import { instant } from '../instant.ts';
import { chip, dashboardPage } from '../layout.ts';
import { rowsTable } from '../list.ts';
import { shownOnce } from '../shown-once.ts';
import { type Handler, ifAllowed, mustConfirm, type Visit } from '../visit.ts';

type Key = Static<typeof ApiKey>;

const STATES = {
  good: ['good', 'Good'],
  expired: ['over', 'Expired'],
  revoked: ['over', 'Revoked'],
} as const;

const SCOPES = {
  full: 'Everything',
  read: 'Only read',
  license: 'Only check licenses, in an application on a customer’s machine',
};
const SCOPE_WORDS = { full: 'Everything', read: 'Only read', license: 'Licenses' };

const COLUMNS = [
  {
    title: 'Name',
    cell: ({ name, hint }: Key) =>
      html`<strong>${name || 'Without a name'}</strong><br><code class="quiet">${hint}</code>`,
  },
  { title: 'May do', cell: ({ scope }: Key) => SCOPE_WORDS[scope] },
  {
    title: 'State',
    cell({ status }: Key) {
      const [mood, text] = STATES[status];
      return chip(mood, text);
    },
  },
  {
    title: 'Last used',
    cell: ({ last_used_on }: Key, { words }: Visit) =>
      last_used_on === null ? html`<span class="quiet">Never</span>` : words.day(last_used_on),
  },
  {
    title: 'Until',
    cell: ({ expires_at }: Key) => (expires_at === null ? 'No end' : instant(expires_at)),
  },
  {
    title: 'Made',
    cell: ({ created_at }: Key, { words }: Visit) => words.day(created_at),
  },
  {
    title: 'Action',
    is_action: true,
    cell: ({ key_id, name, hint, status }: Key, { address }: Visit) =>
      status === 'good'
        ? html`<a href="${address}/api-keys/${key_id}/revoke"
        aria-label="Revoke ${name || hint}">Revoke…</a>`
        : null,
  },
];

/** Those that can be used, then the others. */
const showAll: Handler = async (visit, asked) => {
  const cursor = asked.readQuery().get('cursor');
  const { data, next_cursor } = await visit.ask(listApiKeys, { cursor });
  const good = data.filter(({ status }) => status === 'good');
  const over = data.filter(({ status }) => status !== 'good');
  const { address } = visit;
  const note = doneNote(asked, {
    revoked: 'The key is revoked: servers refuse it within a second.',
  });
  return dashboardPage(visit, {
    title: 'API keys',
    section: 'api-keys',
    note,
    actions: html`<a class="button" href="${address}/api-keys/new">New key</a>`,
    main: html`<p class="quiet">A program uses a key to work in this store. Keys of this store know
    nothing of others.</p>
${good.length > 0 && rowsTable(visit, { title: 'API keys', columns: COLUMNS }, good)}
${
  over.length > 0 &&
  html`<h2>Revoked and expired</h2>
${rowsTable(visit, { title: 'Revoked and expired keys', columns: COLUMNS.slice(0, -1) }, over)}`
}
${
  next_cursor !== null &&
  html`<nav class="pages" aria-label="Pages">
<a rel="next" href="${address}/api-keys?cursor=${next_cursor}">Next page</a></nav>`
}`,
  });
};

const FIELDS = {
  name: field.text({ label: 'Name', hint: 'What it is for, such as Web shop' }),
  scope: field.choice({
    label: 'What it may do',
    choices: [
      { value: 'full', label: SCOPES.full },
      { value: 'read', label: SCOPES.read },
      { value: 'license', label: SCOPES.license },
    ],
  }),
  expires_at: field.optionalDay({
    label: 'Good until the end of',
    hint: 'In UTC; empty: until it is revoked',
  }),
};

const back = ({ address }: Visit) => ({ at: `${address}/api-keys`, name: 'API keys' });

const newPage = (visit: Visit, filled: Filled) =>
  dashboardPage(visit, {
    title: 'New API key',
    section: 'api-keys',
    back: back(visit),
    refusal: filled.refusal,
    main: html`<form class="form" method="post" action="${visit.address}/api-keys/new" novalidate>
${attemptField()}
${part(
  'Key',
  inputs(FIELDS, filled, ['name']),
  pair(inputs(FIELDS, filled, ['scope', 'expires_at'])),
)}
<div class="actions"><button class="button">Make the key</button>
<a href="${visit.address}/api-keys">Cancel</a></div>
</form>`,
  });

const showNew: Handler = (visit) => newPage(visit, filledWith(FIELDS, { scope: 'read' }));

const create: Handler = async (visit, asked) => {
  const once = visit.onceFor(asked.form.get('attempt'), 'create-api-key');
  const sent = await sendForm(
    { fields: FIELDS, sent: asked, refused: 'The key was not made' },
    (values) => visit.ask(createApiKey, values, once),
  );
  if ('again' in sent) return newPage(visit, sent.again);
  const { name, scope, api_key } = sent.done;
  return dashboardPage(visit, {
    title: 'The key was made',
    section: 'api-keys',
    back: back(visit),
    can_copy: true,
    main: html`${shownOnce('The key', api_key)}
<p><strong>${name}</strong> works from now on. What it may do: ${SCOPES[scope]}.
Programs send it in the header <code>x-api-key</code>.</p>
<p><a href="${visit.address}/api-keys">To the keys</a></p>`,
  });
};

/** The one with this identifier. A store has few: pages of them are read until it is found. */
async function findKey(visit: Visit, key_id: string): Promise<Key> {
  let cursor: string | undefined;
  do {
    const page = await visit.ask(listApiKeys, { cursor });
    const found = page.data.find((one) => one.key_id === key_id);
    if (found) return found;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  throw new Refusal('api_key_not_found');
}

const askToRevoke: Handler<{ key_id: string }> = async (visit, _, { key_id }) => {
  const { name, hint } = await findKey(visit, key_id);
  return confirmPage(visit, {
    ...{ section: 'api-keys', title: `Revoke ${name || hint}?`, back: back(visit) },
    action: `${visit.address}/api-keys/${key_id}/revoke`,
    text: revokeText(hint),
    button: 'Revoke the key',
  });
};

const revokeText = (hint: string): Html =>
  html`Every program that uses <code>${hint}</code> is refused within a second, and for ever. Make
  another key first if one is needed.`;

const revoke: Handler<{ key_id: string }> = async (visit, { form }, { key_id }) => {
  const once = visit.onceFor(form.get('attempt'), 'revoke-api-key');
  await visit.ask(revokeApiKey, { key_id }, once);
  return redirectAfterForm(`${visit.address}/api-keys?done=revoked`);
};

/** Whoever makes or revokes keys has proved lately who they are. */
const confirmedNew = (handler: Handler): Handler =>
  ifAllowed(
    createApiKey,
    (visit, asked, parts) => mustConfirm(visit, '/api-keys/new') ?? handler(visit, asked, parts),
  );

const confirmedRevoke = (handler: Handler<{ key_id: string }>): Handler<{ key_id: string }> =>
  ifAllowed(
    revokeApiKey,
    (visit, asked, parts) =>
      mustConfirm(visit, `/api-keys/${parts.key_id}/revoke`) ?? handler(visit, asked, parts),
  );

export const apiKeyRoutes = [
  route('/api-keys', { GET: showAll }),
  route('/api-keys/new', { GET: confirmedNew(showNew), POST: confirmedNew(create) }),
  route('/api-keys/:key_id/revoke', {
    GET: confirmedRevoke(askToRevoke),
    POST: confirmedRevoke(revoke),
  }),
];
