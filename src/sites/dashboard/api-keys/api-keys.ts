import type { Static } from 'typebox';
import { Refusal } from '../../../platform/core/errors.ts';
import { html } from '../../../platform/core/html.ts';
import type { ApiKey } from '../../../shop/store/api-key-record.rules.ts';
import { createApiKey } from '../../../shop/store/create-api-key.ts';
import { listApiKeys } from '../../../shop/store/list-api-keys.ts';
import { revokeApiKey } from '../../../shop/store/revoke-api-key.ts';
import { route } from '../../shared/router.ts';
import { shownOnce } from '../copy.ts';
import { doneNote } from '../form.ts';
import { formFields } from '../form-fields.ts';
import { confirmHandlers, form, formHandlers } from '../form-page.ts';
import { chip, dashboardPage, type States } from '../layout.ts';
import { rowsTable } from '../list.ts';
import { instant } from '../text.ts';
import type { Handler, Visit } from '../visit.ts';

type Key = Static<typeof ApiKey>;

const STATES: States<Key['status']> = {
  good: ['good', 'Active'],
  expired: ['over', 'Expired'],
  revoked: ['over', 'Revoked'],
};

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
    cell: ({ status }: Key) => chip(...STATES[status]),
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
    title: 'Created',
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
const showAll: Handler = async (visit, request) => {
  const cursor = request.readQuery().get('cursor');
  const { data, next_cursor } = await visit.ask(listApiKeys, { cursor });
  const good = data.filter(({ status }) => status === 'good');
  const over = data.filter(({ status }) => status !== 'good');
  const { address } = visit;
  const note = doneNote(request, {
    revoked: 'The key is revoked: servers refuse it within a second.',
  });
  return dashboardPage(visit, {
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

const FIELDS = formFields(createApiKey, {
  name: { label: 'Name', hint: 'What it is for, such as Web shop' },
  scope: { label: 'What it may do', choices: SCOPES },
  expires_at: { label: 'Good until the end of', hint: 'In UTC; empty: until it is revoked' },
});

const create = formHandlers(
  createApiKey,
  (visit) =>
    form(FIELDS, {
      ...{ section: 'api-keys', title: 'New API key', button: 'Create key' },
      ...{ filled: { scope: 'read' }, refused: 'The key was not created' },
      parts: [{ title: 'Key', rows: [['name'], ['scope', 'expires_at']] }],
      async send(values, once) {
        return createdPage(visit, await visit.ask(createApiKey, values, once));
      },
    }),
  { must_confirm: true },
);

const createdPage = (visit: Visit, created: Static<typeof createApiKey.output>) =>
  dashboardPage(visit, {
    title: 'The key was created',
    section: 'api-keys',
    can_copy: true,
    main: html`${shownOnce('The key', created.api_key)}
<p><strong>${created.name}</strong> works from now on. What it may do: ${SCOPES[created.scope]}.
Programs send it in the header <code>x-api-key</code>.</p>
<p><a href="${visit.address}/api-keys">To the keys</a></p>`,
  });

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

const revoke = confirmHandlers<{ key_id: string }>(
  revokeApiKey,
  {
    async ask(visit, { key_id }) {
      const { name, hint } = await findKey(visit, key_id);
      return {
        ...{ section: 'api-keys', title: `Revoke ${name || hint}?` },
        text: html`Every program that uses <code>${hint}</code> is refused within a second, and for
        ever. Create another key first if one is needed.`,
        button: 'Revoke the key',
      };
    },
    async act(visit, { key_id }, once) {
      await visit.ask(revokeApiKey, { key_id }, once);
      return '/api-keys?done=revoked';
    },
  },
  { must_confirm: true },
);

export const apiKeyRoutes = [
  route('/api-keys', { GET: showAll }),
  route('/api-keys/new', create),
  route('/api-keys/:key_id/revoke', revoke),
];
