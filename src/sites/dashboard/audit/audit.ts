import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import type { AuditEntry } from '../../../shop/store/audit/audit-entry.rules.ts';
import { listAuditEntries } from '../../../shop/store/audit/list-audit-entries.ts';
import { csvColumn, instantColumn } from '../columns.ts';
import { listRoutesFor } from '../list.ts';
import { customerLink, recordLink } from '../record-link.ts';
import type { Visit } from '../visit.ts';
import { changesCell } from './changes.ts';

type Entry = Static<typeof AuditEntry>;

const KINDS: Record<Entry['actor']['kind'], string> = {
  person: 'Person',
  api_key: 'API key',
  customer: 'Customer',
  job: 'Kassa itself',
  command: 'Command on the server',
  provider: 'Payment provider',
};

/** Who it was: by name, with the way to everything else they did. */
function who({ actor }: Entry, visit: Visit): Html {
  const { kind, id, name, address } = actor;
  const shown = name ?? id ?? KINDS[kind];
  const all = `${visit.address}/audit?actor_id=${encodeURIComponent(id ?? '')}`;
  const more = [shown === KINDS[kind] ? '' : KINDS[kind], address ?? ''].filter(Boolean);
  return html`${id === null ? shown : html`<a href="${all}">${shown}</a>`}${
    more.length > 0 && html`<br><span class="quiet">${more.join(' · ')}</span>`
  }`;
}

/** `/update-product`: update product. */
const actionText = (action: string): string =>
  action.replace(/^\//, '').replaceAll(/[-/]/g, ' ') || action;

function about({ target, changes }: Entry, visit: Visit): Html | null {
  if (target === null) return null;
  const is_customer = changes.some(
    (one) => one.target === target && one.events.some((type) => type.startsWith('customer.')),
  );
  return is_customer ? customerLink(visit, target) : recordLink(visit, target);
}

const FILTERS = [
  { name: 'actor_kind', label: 'Who', choices: KINDS },
  { name: 'actor_id', label: 'Identifier of who' },
  { name: 'action', label: 'What (/update-product)' },
  { name: 'target', label: 'Record' },
  { name: 'created_from', label: 'From', is_day: true },
  { name: 'created_to', label: 'To', is_day: true },
];

/** What belongs to the installation and to no store is for owners. */
const ABOUT = {
  name: 'about',
  label: 'About',
  choices: { people: 'People and sign-ins' },
};

export const auditRoutes = listRoutesFor('/audit', ({ role }) => ({
  section: 'audit',
  filters: role === 'owner' ? [...FILTERS, ABOUT] : FILTERS,
  columns: [
    instantColumn('When', 'created_at'),
    { title: 'Who', cell: who, csv: ({ actor }) => actor.name ?? actor.id ?? actor.kind },
    {
      title: 'What',
      cell: (entry: Entry, visit: Visit) =>
        html`<span title="${entry.action}">${actionText(entry.action)}</span><br>
        ${about(entry, visit)}`,
      csv: ({ action }) => action,
    },
    csvColumn('Record', 'target'),
    {
      title: 'Changes',
      wraps: true,
      cell: changesCell,
      csv: ({ changes }) => JSON.stringify(changes),
    },
  ],
  operation: listAuditEntries,
  empty: 'Every change has an entry here: who, when, from where, and what it was before.',
}));
